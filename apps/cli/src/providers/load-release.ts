import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Provider } from '@cux/provider-sdk';
import {
  type AnyManifest,
  explainedFault,
  inspectRelease,
  type ProviderRelease,
  RegistryFault,
} from '@cux/runtime';

/** What a run adds to the configuration that a provider was registered with. */
export type RunConfig = Readonly<Record<string, unknown>>;

/**
 * Makes a provider of its files. A package is loaded into this process, any other is started in one of its own when it is used.
 *
 * @param run settings of this run; those that the manifest does not know are none of the provider's
 */
export async function loadRelease(
  release: Omit<ProviderRelease, 'probed'>,
  run: RunConfig = {},
): Promise<Provider> {
  const path = join(release.folder, release.manifest);
  const { manifest } = await inspectRelease(release);
  const config = { ...release.config, ...known(manifest, run) };
  if (manifest.schema_version === 'cux_provider_package_v1') {
    const create = await entryOf(join(dirname(path), manifest.module));
    return made(create, config);
  }
  const { loadProcessProvider } = await import('@cux/provider-sdk/process');
  return loadProcessProvider(path, { config, confinement: release.confinement });
}

/** A provider that does not come to be says why in its own words, where it has any. */
function made(create: (config: unknown) => Provider, config: RunConfig): Provider {
  try {
    return create(config);
  } catch (cause) {
    const message =
      explainedFault(cause)?.message ??
      'The provider cannot be made of this configuration; correct it, or install another version.';
    throw new RegistryFault('release_unreadable', message, { cause });
  }
}

function known({ config_schema: schema }: AnyManifest, run: RunConfig): RunConfig {
  const { properties = {} } = schema;
  const names = typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
  if (run.headless === false && !names.includes('headless')) {
    throw new RegistryFault(
      'release_unreadable',
      'This provider shows no window: sign in at the terminal (--browser terminal), or use another provider.',
    );
  }
  return Object.fromEntries(Object.entries(run).filter(([name]) => names.includes(name)));
}

async function entryOf(module: string): Promise<(config: unknown) => Provider> {
  let loaded: unknown;
  try {
    loaded = await import(pathToFileURL(module).href);
  } catch (cause) {
    throw new RegistryFault(
      'release_unreadable',
      'The module of the provider cannot be loaded; install a whole one.',
      { cause },
    );
  }
  if (typeof loaded === 'object' && loaded !== null && 'createProvider' in loaded) {
    const { createProvider } = loaded;
    if (typeof createProvider === 'function') return (config) => createProvider(config);
  }
  throw noEntry();
}

function noEntry(): RegistryFault {
  return new RegistryFault(
    'release_unreadable',
    'The module of the provider exports no createProvider; install another version.',
  );
}
