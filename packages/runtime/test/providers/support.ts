import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { randomIds, systemClock } from '@cux/kernel';
import type { Provider } from '@cux/provider-sdk';
import type { TestContext } from 'vitest';
import { inspectRelease } from '../../src/providers/inspect-release.ts';
import {
  ProviderRegistry,
  type RegistryOptions,
  type ReleaseSource,
} from '../../src/providers/provider-registry.ts';

export function temporaryFolder(test: Pick<TestContext, 'onTestFinished'>): string {
  const folder = mkdtempSync(join(tmpdir(), 'cux-registry-'));
  test.onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** Loads a package's own module, as an app does. */
export const loadPackage: RegistryOptions['load'] = async (release) => {
  const { manifest } = await inspectRelease(release);
  if (manifest.schema_version !== 'cux_provider_package_v1') throw new Error('not a package');
  const loaded: { createProvider: (config: unknown) => Provider } = await import(
    pathToFileURL(join(release.folder, manifest.module)).href
  );
  return loaded.createProvider(release.config);
};

export function registryIn(folder: string, load = loadPackage): ProviderRegistry {
  return new ProviderRegistry({ folder: join(folder, 'registry'), clock: systemClock, ids: randomIds, load });
}

export interface PackageWish {
  readonly id?: string;
  /** What its doctor says; healthy when left out. */
  readonly sick?: boolean;
  readonly contract?: { readonly minimum: number; readonly maximum: number };
  readonly config?: Record<string, unknown>;
  readonly manifest?: Record<string, unknown>;
}

/** Writes a real package of a provider, which does nothing but answer its doctor. */
export function packageIn(folder: string, version: string, wish: PackageWish = {}): ReleaseSource {
  const { id = 'sample', sick = false, contract = { minimum: 1, maximum: 1 }, config = {} } = wish;
  const place = join(folder, `${id}-${version}`);
  mkdirSync(place, { recursive: true });
  writeFileSync(
    join(place, 'cux-provider.json'),
    JSON.stringify({
      schema_version: 'cux_provider_package_v1',
      provider_id: id,
      describes: 'A provider of the tests.',
      contract,
      primitives: {
        screenshots: 'unsupported',
        accessibility_tree: 'supported',
        browser_session: 'supported',
        record_replay: 'unsupported',
        external_write: 'gated',
        private_source_read: 'gated',
      },
      config_schema: {
        type: 'object',
        properties: { colour: { type: 'string' } },
        additionalProperties: false,
      },
      module: './provider.mjs',
      ...wish.manifest,
    }),
  );
  writeFileSync(
    join(place, 'provider.mjs'),
    `export const createProvider = () => ({
      providerId: ${JSON.stringify(id)},
      version: ${JSON.stringify(version)},
      profile: () => ({}),
      doctor: async () => [{ check: 'engine', ok: ${!sick}, message: ${JSON.stringify(sick ? 'The engine is missing: install it.' : `version ${version}`)} }],
      openSession: async () => { throw new Error('not in these tests'); },
    });\n`,
  );
  return { folder: place, manifest: 'cux-provider.json', version, config, confinement: 'enforced' };
}
