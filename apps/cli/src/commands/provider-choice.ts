import { readFileSync } from 'node:fs';
import type { Provider } from '@cux/provider-sdk';
import { allConformanceFeatures, type ConformanceSubject } from '@cux/provider-sdk/conformance';
import { CliFault } from '../cli-fault.ts';

/** A provider by name, as a person at a terminal gives it. */
export interface ProviderChoice {
  /** `mock`, `http`, `playwright`, or the path of a manifest. */
  readonly name: string;
  readonly providerConfig?: string;
  readonly confinement: 'enforced' | 'declared';
  /** The browser that this run names. */
  readonly chromium?: string;
}

export interface ChosenProvider {
  readonly subject: ConformanceSubject;
  /** Null where there is nothing to ask before a scenario. */
  readonly provider: Provider | null;
  /** It comes with cux: what its doctor misses is this machine's to have, and says nothing about its duties. */
  readonly shipped: boolean;
}

/** The provider, and what the suite may demand of it. Nothing of it is started. */
export async function chooseProvider(choice: ProviderChoice): Promise<ChosenProvider> {
  if (choice.name === 'mock') {
    const { conformanceMock } = await import('@cux/provider-mock');
    return { subject: conformanceMock, provider: null, shipped: true };
  }
  if (choice.name === 'http') {
    const { conformanceHttp, createProvider } = await import('@cux/provider-http');
    return { subject: conformanceHttp, provider: createProvider(), shipped: true };
  }
  if (choice.name === 'playwright') {
    const { createPlaywrightProvider } = await import('@cux/provider-playwright');
    const named = choice.chromium ? { executablePath: choice.chromium } : {};
    const provider = createPlaywrightProvider(named);
    const features = new Set(allConformanceFeatures);
    return { subject: { provider: () => provider, features }, provider, shipped: true };
  }
  return chooseByManifest(choice);
}

async function chooseByManifest({
  name,
  providerConfig: config,
  confinement,
}: ProviderChoice): Promise<ChosenProvider> {
  if (!/[./\\]/.test(name)) {
    throw new CliFault(
      'usage',
      'There is no provider of that name; use mock, http, playwright, or the path of a manifest.',
    );
  }
  const { loadProcessProvider } = await import('@cux/provider-sdk/process');
  const log: string[] = [];
  const provider = await loadProcessProvider(name, {
    config: config === undefined ? {} : readProviderConfig(config),
    confinement,
    onLog: (line) => log.push(line),
  });
  const features = new Set(provider.manifest.features);
  return {
    subject: { provider: () => provider, features, logs: () => log.join('\n') },
    provider,
    shipped: false,
  };
}

export function readProviderConfig(path: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    throw new CliFault('usage', 'The file that --provider-config names cannot be read as JSON; correct it.');
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw new CliFault(
    'usage',
    'The file that --provider-config names has to hold one JSON object; correct it.',
  );
}
