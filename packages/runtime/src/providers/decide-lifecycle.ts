import type { ProviderRelease, RegisteredProvider, RegistryState } from './registry-state.ts';

/** What an operator wants of a provider. Every release in one has been probed, and found ready. */
export type LifecycleChange =
  | { readonly kind: 'install'; readonly provider_id: string; readonly release: ProviderRelease }
  | { readonly kind: 'upgrade'; readonly provider_id: string; readonly release: ProviderRelease }
  /** The same files, probed anew. */
  | { readonly kind: 'renew'; readonly provider_id: string; readonly release: ProviderRelease }
  | { readonly kind: 'enable'; readonly provider_id: string; readonly release: ProviderRelease }
  | { readonly kind: 'rollback'; readonly provider_id: string; readonly release: ProviderRelease }
  | { readonly kind: 'disable'; readonly provider_id: string }
  | { readonly kind: 'remove'; readonly provider_id: string };

export interface LifecycleRefusal {
  readonly kind: 'refused';
  /** Stable. */
  readonly rule: string;
  /** One sentence with the next step. */
  readonly message: string;
}

export type LifecycleDecision =
  | { readonly kind: 'accepted'; readonly state: RegistryState }
  | LifecycleRefusal;

export function refusedLifecycle(rule: string, message: string): LifecycleRefusal {
  return { kind: 'refused', rule, message };
}

/** What a change makes of the registry, or why it is refused. Pure. */
export function decideLifecycle(state: RegistryState, change: LifecycleChange): LifecycleDecision {
  const present = state.providers.find(({ provider_id }) => provider_id === change.provider_id);
  if (change.kind === 'install') {
    if (present !== undefined) return refusedLifecycle('provider.installed', installed);
    return accepted(state, {
      provider_id: change.provider_id,
      enabled: true,
      active: change.release,
      previous: null,
    });
  }
  if (present === undefined) return refusedLifecycle('provider.unknown', unknown);
  switch (change.kind) {
    case 'upgrade':
      // One that is disabled stays so: what it was disabled for may be no matter of its version.
      return accepted(state, { ...present, active: change.release, previous: present.active });
    case 'renew':
      return accepted(state, { ...present, active: change.release });
    case 'enable':
      return accepted(state, { ...present, enabled: true, active: change.release });
    case 'rollback':
      if (present.previous === null) return refusedLifecycle('provider.no-previous', noPrevious);
      return accepted(state, { ...present, active: change.release, previous: present.active });
    case 'disable':
      return accepted(state, { ...present, enabled: false });
    case 'remove':
      if (present.enabled) return refusedLifecycle('provider.enabled', stillEnabled);
      return next(
        state,
        state.providers.filter((each) => each !== present),
      );
  }
}

const installed = 'A provider of that name is installed already; upgrade it, or remove it first.';
const unknown = 'There is no such provider here; list the installed ones, or install it.';
const noPrevious = 'There is no earlier state of this provider to go back to; upgrade it to another one.';
const stillEnabled = 'The provider is enabled, and work may rest on it: disable it first, then remove it.';

function accepted(state: RegistryState, provider: RegisteredProvider): LifecycleDecision {
  const others = state.providers.filter(({ provider_id }) => provider_id !== provider.provider_id);
  return next(
    state,
    [...others, provider].toSorted((left, right) => (left.provider_id < right.provider_id ? -1 : 1)),
  );
}

function next(state: RegistryState, providers: readonly RegisteredProvider[]): LifecycleDecision {
  return { kind: 'accepted', state: { ...state, revision: state.revision + 1, providers: [...providers] } };
}
