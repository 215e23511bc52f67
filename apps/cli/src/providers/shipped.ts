import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where the files of a provider are, and what they are called. */
export interface FoundPackage {
  /** What is digested and run. */
  readonly folder: string;
  /** From the folder. */
  readonly manifest: string;
  readonly version: string;
}

/** The providers that come with cux, by the name that a person gives. */
const shipped: Readonly<Record<string, string>> = {
  playwright: '@cux/provider-playwright',
  http: '@cux/provider-http',
  mock: '@cux/provider-mock',
};

export const shippedProviders: readonly string[] = Object.keys(shipped);

/** The files of a provider that comes with cux; null for another name. */
export function shippedPackage(name: string): FoundPackage | null {
  const packageName = shipped[name];
  if (packageName === undefined) return null;
  const own = fileURLToPath(import.meta.resolve(`${packageName}/package.json`));
  const found = packageManifest(dirname(own));
  if (found === null) return null;
  // The manifest stands beside the module: what else lies in the package is not run.
  const manifest = join(dirname(own), found.manifest);
  return { folder: dirname(manifest), manifest: 'cux-provider.json', version: found.version };
}

/** What a package's `package.json` says of the provider in it; null where it says nothing. */
export function packageManifest(
  folder: string,
): { readonly manifest: string; readonly version: string } | null {
  let manifest: unknown;
  try {
    manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  } catch {
    return null;
  }
  if (typeof manifest !== 'object' || manifest === null) return null;
  const { cux, version } = manifest as { cux?: { provider?: unknown } | null; version?: unknown };
  const path = cux?.provider;
  if (typeof path !== 'string' || path.split(/[\\/]/).includes('..')) return null;
  return { manifest: path, version: typeof version === 'string' ? version : '0.0.0' };
}
