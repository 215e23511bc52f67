import type { Clock, Ids } from '@cux/contracts';
import type { DoctorLine, Provider } from '@cux/provider-sdk';
import type { ProviderStanding } from '../host/provider-standing.ts';
import {
  decideLifecycle,
  type LifecycleChange,
  type LifecycleRefusal,
  refusedLifecycle,
} from './decide-lifecycle.ts';
import { inspectRelease, type ReleasePlace, unusable } from './inspect-release.ts';
import { RegistryFault } from './registry-fault.ts';
import { readRegistry, writeRegistry } from './registry-file.ts';
import type { ProviderRelease, RegisteredProvider } from './registry-state.ts';

/** A provider's files as an operator names them. */
export interface ReleaseSource extends ReleasePlace {
  readonly version: string | null;
  readonly confinement: ProviderRelease['confinement'];
}

export interface RegistryOptions {
  /** The private folder of the registry's revisions. */
  readonly folder: string;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Makes a provider of files that were inspected; starts no session. The app knows how; the registry names none. */
  readonly load: (release: Omit<ProviderRelease, 'probed'>) => Promise<Provider>;
}

/** What came of a change: the provider as it stands now (null once it is removed), and what its doctor said. */
export interface LifecycleDone {
  readonly kind: 'done';
  readonly provider: RegisteredProvider | null;
  readonly checks: readonly DoctorLine[];
}

export type LifecycleOutcome =
  | LifecycleDone
  | (LifecycleRefusal & { readonly checks?: readonly DoctorLine[] });

type Probe =
  | {
      readonly kind: 'probed';
      readonly release: ProviderRelease;
      readonly id: string;
      readonly checks: readonly DoctorLine[];
    }
  | (LifecycleRefusal & { readonly checks?: readonly DoctorLine[] });

/**
 * The Extension row of the ownership table (`spec/computer-use-runtime-v0`, Ownership): install, doctor, enable, disable,
 * upgrade and compatibility of providers. Everything that would run is probed before the registry names it, and readiness
 * is bound to what was probed: manifest, files, program and configuration. A change is one new revision, or nothing.
 */
export class ProviderRegistry {
  readonly #options: RegistryOptions;

  constructor(options: RegistryOptions) {
    this.#options = options;
  }

  /** Every provider, by name. */
  async list(): Promise<readonly RegisteredProvider[]> {
    return (await readRegistry(this.#options.folder)).providers;
  }

  async find(providerId: string): Promise<RegisteredProvider | null> {
    return (await this.list()).find(({ provider_id }) => provider_id === providerId) ?? null;
  }

  /** Registers and enables one that is not there yet. */
  async install(source: ReleaseSource): Promise<LifecycleOutcome> {
    const probe = await this.#probe(source);
    return probe.kind === 'refused'
      ? probe
      : this.#change({ kind: 'install', provider_id: probe.id, release: probe.release }, probe.checks);
  }

  /** Puts other files in the place of the present ones; these are what a rollback goes back to. */
  async upgrade(providerId: string, source: ReleaseSource): Promise<LifecycleOutcome> {
    if ((await this.find(providerId)) === null) return unknownProvider;
    const probe = await this.#probe(source, providerId);
    return probe.kind === 'refused'
      ? probe
      : this.#change({ kind: 'upgrade', provider_id: providerId, release: probe.release }, probe.checks);
  }

  /** Back to what the last upgrade took the place of, if that is still what was probed then. */
  async rollback(providerId: string): Promise<LifecycleOutcome> {
    const present = await this.find(providerId);
    if (present === null) return unknownProvider;
    if (present.previous === null) {
      return refusedLifecycle(
        'provider.no-previous',
        'There is no earlier state of this provider to go back to; upgrade it to another one.',
      );
    }
    return this.#again(providerId, present.previous, 'rollback');
  }

  async enable(providerId: string): Promise<LifecycleOutcome> {
    const present = await this.find(providerId);
    return present === null ? unknownProvider : this.#again(providerId, present.active, 'enable');
  }

  /** Probes what is installed, as it is now, and binds readiness to that. */
  async renew(providerId: string): Promise<LifecycleOutcome> {
    const present = await this.find(providerId);
    return present === null ? unknownProvider : this.#again(providerId, present.active, 'renew');
  }

  disable(providerId: string): Promise<LifecycleOutcome> {
    return this.#change({ kind: 'disable', provider_id: providerId }, []);
  }

  remove(providerId: string): Promise<LifecycleOutcome> {
    return this.#change({ kind: 'remove', provider_id: providerId }, []);
  }

  /**
   * Whether a provider may be given work now, and then the provider itself. One that is disabled, or is not what was probed,
   * is given none.
   */
  async standing(providerId: string): Promise<ProviderStanding> {
    const present = await this.find(providerId);
    if (present === null) return unknownProvider;
    if (!present.enabled) {
      return refusedLifecycle(
        'provider.disabled',
        `The provider ${providerId} is disabled; enable it, or name another one.`,
      );
    }
    try {
      const refusal = await changedSinceProbe(present);
      return refusal ?? { kind: 'ready', provider: await this.#options.load(present.active) };
    } catch (error) {
      if (!RegistryFault.isInstance(error)) throw error;
      return refusedLifecycle('provider.not-ready', error.message);
    }
  }

  async #again(
    providerId: string,
    release: ProviderRelease,
    kind: 'rollback' | 'enable' | 'renew',
  ): Promise<LifecycleOutcome> {
    const probe = await this.#probe(release, providerId);
    return probe.kind === 'refused'
      ? probe
      : this.#change({ kind, provider_id: providerId, release: probe.release }, probe.checks);
  }

  /** Inspects, loads, asks the doctor, and inspects again: what is registered is what answered. */
  async #probe(source: ReleaseSource, wanted?: string): Promise<Probe> {
    try {
      const before = await inspectRelease(source);
      const { manifest, ...digests } = before;
      if (wanted !== undefined && manifest.provider_id !== wanted) {
        return refusedLifecycle(
          'provider.other',
          `These files are the provider ${manifest.provider_id}; install them under that name.`,
        );
      }
      const refusal = unusable(manifest, source.config);
      if (refusal !== null) return refusal;
      const release = {
        kind:
          manifest.schema_version === 'cux_provider_package_v1' ? ('package' as const) : ('process' as const),
        version: source.version ?? digests.manifest_digest.slice('sha256:'.length, 'sha256:'.length + 12),
        folder: source.folder,
        manifest: source.manifest,
        config: { ...source.config },
        confinement: source.confinement,
      };
      const provider = await this.#options.load(release);
      const checks = await provider.doctor();
      const notReady = provider.providerId === manifest.provider_id ? checks.find(({ ok }) => !ok) : misnamed;
      if (notReady !== undefined)
        return { ...refusedLifecycle('provider.not-ready', notReady.message), checks };
      const after = await inspectRelease(source);
      if (after.executable_digest !== digests.executable_digest) {
        return refusedLifecycle(
          'provider.changed',
          'The files of the provider changed while it was probed; let them be, and do it again.',
        );
      }
      const probed = { ...digests, at: this.#options.clock.now() };
      return { kind: 'probed', release: { ...release, probed }, id: manifest.provider_id, checks };
    } catch (error) {
      if (!RegistryFault.isInstance(error)) throw error;
      return refusedLifecycle('provider.unreadable', error.message);
    }
  }

  /** Decides on the newest revision; where somebody else was faster, on theirs. */
  async #change(change: LifecycleChange, checks: readonly DoctorLine[]): Promise<LifecycleOutcome> {
    const { folder, ids } = this.#options;
    for (;;) {
      const decision = decideLifecycle(await readRegistry(folder), change);
      if (decision.kind === 'refused') return decision;
      if (!(await writeRegistry(folder, decision.state, ids.next('key')))) continue;
      const provider = decision.state.providers.find(({ provider_id }) => provider_id === change.provider_id);
      return { kind: 'done', provider: provider ?? null, checks };
    }
  }
}

const unknownProvider = refusedLifecycle(
  'provider.unknown',
  'There is no such provider here; list the installed ones, or install it.',
);

const misnamed: DoctorLine = {
  check: 'name',
  ok: false,
  message: 'The provider calls itself otherwise than its manifest does; correct one of them.',
};

async function changedSinceProbe({
  provider_id,
  active,
}: RegisteredProvider): Promise<LifecycleRefusal | null> {
  const { manifest, ...now } = await inspectRelease(active);
  const { probed, config } = active;
  const same =
    now.manifest_digest === probed.manifest_digest &&
    now.executable_digest === probed.executable_digest &&
    now.config_digest === probed.config_digest;
  if (same) return unusable(manifest, config);
  return refusedLifecycle(
    'provider.not-ready',
    `The provider ${provider_id} is not what was probed any more: probe it again, or go back to the state before.`,
  );
}
