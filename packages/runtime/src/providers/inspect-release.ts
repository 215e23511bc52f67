import { readFile } from 'node:fs/promises';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import { type Digest, digestOf, readStrictJson, recordLimits } from '@cux/contracts';
import { protocolVersions } from '@cux/provider-sdk/process';
import { z } from 'zod';
import { type LifecycleRefusal, refusedLifecycle } from './decide-lifecycle.ts';
import { digestFile, digestFolder } from './digest-folder.ts';
import { type AnyManifest, anyManifestSchema, contractRange, providerContract } from './provider-package.ts';
import { RegistryFault } from './registry-fault.ts';

/** Where the files of a provider lie, before anything of them is known. */
export interface ReleasePlace {
  readonly folder: string;
  /** From the folder. */
  readonly manifest: string;
  readonly config: Readonly<Record<string, unknown>>;
}

/** What the files of a provider are, right now. Nothing of them is loaded or started for it. */
export interface InspectedRelease {
  readonly manifest: AnyManifest;
  readonly manifest_digest: Digest;
  /** Of every file of the folder, and of the program that runs them where it lies elsewhere. */
  readonly executable_digest: Digest;
  readonly config_digest: Digest;
}

/** @throws RegistryFault `release_unreadable` */
export async function inspectRelease(
  { folder, manifest: name, config }: ReleasePlace,
  path = process.env.PATH ?? '',
): Promise<InspectedRelease> {
  const bytes = await readFile(join(folder, name)).catch((cause: unknown) => {
    throw unreadable('The manifest of the provider cannot be read; check its path.', cause);
  });
  const manifest = manifestOf(bytes);
  const files = await digestFolder(folder);
  const program =
    manifest.schema_version === 'cux_provider_manifest_v1'
      ? await digestProgram(folder, manifest.command.executable, path)
      : null;
  return {
    manifest,
    manifest_digest: digestOf('cux/provider-manifest', manifest),
    executable_digest: digestOf('cux/provider-executable', { files, program }),
    config_digest: digestOf('cux/provider-config', config),
  };
}

/** Why this host cannot use a provider of that manifest and configuration at all; null when it can. */
export function unusable(
  manifest: AnyManifest,
  config: Readonly<Record<string, unknown>>,
): LifecycleRefusal | null {
  const wanted = contractRange(manifest);
  const ours = manifest.schema_version === 'cux_provider_package_v1' ? providerContract : protocolVersions;
  if (wanted.minimum > ours.maximum || wanted.maximum < ours.minimum) {
    return refusedLifecycle(
      'provider.incompatible',
      `${manifest.provider_id} keeps versions ${range(wanted)} of the contract, this cux ${range(ours)}: install a version of it that keeps one of these, or another cux.`,
    );
  }
  return configProblem(manifest, config);
}

function configProblem(
  { provider_id, config_schema }: AnyManifest,
  config: Readonly<Record<string, unknown>>,
): LifecycleRefusal | null {
  let schema: z.ZodType;
  try {
    schema = z.fromJSONSchema(config_schema);
  } catch {
    return refusedLifecycle(
      'provider.config',
      `The config_schema of ${provider_id} is no JSON Schema; correct its manifest.`,
    );
  }
  const parsed = schema.safeParse(config);
  if (parsed.success) return null;
  const places = [...new Set(parsed.error.issues.map((issue) => `/${issue.path.map(String).join('/')}`))];
  return refusedLifecycle(
    'provider.config',
    `The configuration does not fit ${provider_id}; correct it at ${places.slice(0, 5).join(', ')}.`,
  );
}

function range({ minimum, maximum }: { readonly minimum: number; readonly maximum: number }): string {
  return minimum === maximum ? String(minimum) : `${minimum} to ${maximum}`;
}

function manifestOf(bytes: Uint8Array): AnyManifest {
  const reading = readStrictJson(bytes, recordLimits);
  const parsed = reading.ok ? anyManifestSchema.safeParse(reading.value) : null;
  if (parsed?.success === true) return parsed.data;
  const places = (parsed?.error?.issues ?? []).map((issue) => `/${issue.path.map(String).join('/')}`);
  const where = places.length === 0 ? '' : ` at ${[...new Set(places)].slice(0, 5).join(', ')}`;
  throw unreadable(`The manifest of the provider is not one; correct it${where}.`);
}

/** The program that runs the files: its own bytes, wherever the path finds it. */
async function digestProgram(folder: string, executable: string, path: string): Promise<string> {
  const places = /[\\/]/.test(executable)
    ? [isAbsolute(executable) ? executable : resolve(folder, executable)]
    : path
        .split(delimiter)
        .filter(isAbsolute)
        .map((each) => join(each, executable));
  for (const place of places) {
    const digest = await digestFile(place).catch(() => null);
    if (digest !== null) return digest;
  }
  throw unreadable(
    'The program that the manifest names is not on this machine; install it, or correct the manifest.',
  );
}

function unreadable(message: string, cause?: unknown): RegistryFault {
  return new RegistryFault('release_unreadable', message, cause === undefined ? undefined : { cause });
}
