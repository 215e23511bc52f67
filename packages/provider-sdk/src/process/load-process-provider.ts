import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { type RuntimeProfile, redactText } from '@cux/contracts';
import type { DoctorLine, Provider } from '../provider/provider.ts';
import { ProviderFault } from '../provider/provider-fault.ts';
import { findConfinement } from './confinement.ts';
import { checkConfig, type ProviderManifest, readManifest } from './manifest.ts';
import { converse, openProcessSession, type ProcessPlace } from './open-process-session.ts';
import { defaultProcessLimits, type ProcessLimits } from './process-limits.ts';
import { protocolVersions } from './protocol.ts';

export interface ProcessProviderOptions {
  /** As the manifest's `config_schema` describes it; empty when left out. */
  readonly config?: Readonly<Record<string, unknown>>;
  /**
   * `enforced` (default): sessions run without any network but the guard's proxy, where this machine can do that; where
   * it cannot, the provider writes nothing. `declared`: the manifest's word is taken for it that all traffic goes through
   * the proxy, and nothing forces it to.
   */
  readonly confinement?: 'enforced' | 'declared';
  readonly limits?: Partial<ProcessLimits>;
  /** What the provider writes to its standard error, a line at a time, screened. */
  readonly onLog?: (line: string) => void;
}

export interface ProcessProvider extends Provider {
  readonly manifest: ProviderManifest;
  /** Whether its sessions have no network but the guard's proxy. */
  readonly confined: boolean;
}

/**
 * A provider that lives in another process, from its manifest. Starts nothing of it. Throws a `ProviderFault` when the
 * manifest, its version range or the configuration is not right.
 */
export async function loadProcessProvider(
  manifestPath: string,
  options: ProcessProviderOptions = {},
): Promise<ProcessProvider> {
  const manifest = readManifest(await readFileOf(manifestPath));
  requireOverlap(manifest);
  const config = checkConfig(manifest, options.config ?? {});
  const throughGuard = manifest.traffic === 'guard_proxy';
  const wanted = throughGuard && (options.confinement ?? 'enforced') === 'enforced';
  const confinement = wanted ? await findConfinement() : null;
  const confined = confinement !== null;
  const mayWrite = throughGuard && (confined || options.confinement === 'declared');
  const folder = dirname(resolve(manifestPath));
  const { executable } = manifest.command;
  const place: ProcessPlace = {
    manifest: {
      ...manifest,
      command: {
        ...manifest.command,
        executable: /[\\/]/.test(executable) ? resolve(folder, executable) : executable,
      },
    },
    folder,
    config,
    confinement: confinement ?? [],
    limits: { ...defaultProcessLimits, ...options.limits },
    onLog: options.onLog ?? (() => undefined),
  };
  return {
    manifest,
    confined,
    providerId: manifest.provider_id,
    ...(manifest.zero_retention === undefined ? {} : { zeroRetention: manifest.zero_retention }),
    profile: () => profileOf(manifest, mayWrite),
    doctor: async () => [confinementLine(manifest, confined, mayWrite), ...(await askDoctor(place))],
    openSession: (session) => openProcessSession(place, session),
  };
}

async function readFileOf(manifestPath: string): Promise<Uint8Array> {
  try {
    return await readFile(manifestPath);
  } catch (cause) {
    throw new ProviderFault(
      'manifest_invalid',
      'The manifest of the provider cannot be read; check its path.',
      {
        cause,
      },
    );
  }
}

function requireOverlap({ protocol, provider_id }: ProviderManifest): void {
  if (protocol.minimum <= protocolVersions.maximum && protocol.maximum >= protocolVersions.minimum) return;
  const ours = `${protocolVersions.minimum} to ${protocolVersions.maximum}`;
  throw new ProviderFault(
    'version_unsupported',
    `${provider_id} speaks other versions of the protocol than this cux (${ours}); update one of them.`,
  );
}

/** What the manifest says, and no more than can be held to. */
function profileOf(manifest: ProviderManifest, mayWrite: boolean): RuntimeProfile {
  const { primitives } = manifest;
  return {
    schema_version: 'computer_use_runtime_profile_v0',
    provider_id: manifest.provider_id,
    host_kind: 'browser_runtime',
    visibility: manifest.visibility,
    provider_primitives: {
      ...primitives,
      external_write: mayWrite ? primitives.external_write : 'unsupported',
    },
    boundary: {
      credentials_copied: false,
      cookies_exported: false,
      raw_screenshots_copied: false,
      raw_private_bodies_copied: false,
      external_write_allowed_without_gate: false,
    },
  };
}

function confinementLine({ traffic }: ProviderManifest, confined: boolean, mayWrite: boolean): DoctorLine {
  const check = 'confinement';
  if (confined) return { check, ok: true, message: 'Its sessions have no network but the guard’s proxy.' };
  if (mayWrite) {
    return {
      check,
      ok: true,
      message: 'Its own word is taken for it that it goes through the guard’s proxy.',
    };
  }
  const message =
    traffic === 'own'
      ? 'Its traffic goes its own way, so it may write nothing: let it use the guard’s proxy.'
      : 'This machine gives it no network of its own, so it may write nothing: allow user namespaces (Linux).';
  return { check, ok: false, message };
}

/** A process of its own, that opens no session. */
async function askDoctor(place: ProcessPlace): Promise<readonly DoctorLine[]> {
  const workingDirectory = await mkdtemp(join(tmpdir(), 'cux-doctor-'));
  try {
    const { connection, started } = await converse(place, workingDirectory);
    try {
      const { lines } = await connection.call('doctor', {}, place.limits.call);
      return lines.map(({ check, ok, message }) => ({
        check: redactText(check, 60),
        ok,
        message: redactText(message, 400),
      }));
    } finally {
      started.kill();
      await started.ended;
    }
  } catch (fault) {
    if (!ProviderFault.isInstance(fault)) throw fault;
    return [{ check: 'process', ok: false, message: fault.message }];
  } finally {
    await rm(workingDirectory, { recursive: true, force: true });
  }
}
