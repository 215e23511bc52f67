import { digestOf, type Principal } from '@cux/contracts';
import type { Answer, CommandEnvelope, CommandInput, CommandKind, CommandResult } from '@cux/kernel';
import type { Capability, CapabilityRecord, Gate, Todo } from '@cux/kernel/capability';
import {
  type DriverLimits,
  defaultLimits,
  type MonotonicClock,
  monotonicClock,
  type Provider,
  readProvider,
} from '@cux/provider-sdk';
import type { Vault } from '@cux/vault';
import { readPolicy } from '../attempt/read-policy.ts';
import { isProcessAlive } from '../process/process-identity.ts';
import { UnkeptQuestions } from '../retention/unkept-questions.ts';
import { Telemetry } from '../telemetry/telemetry.ts';
import { type Carrying, createCarrying } from './carrying.ts';
import type { HostOptions } from './host.ts';
import type { HostEvent } from './host-event.ts';
import { defaultHostLimits, type HostLimits, usualLeaseMs } from './host-limits.ts';
import type { ProviderStanding } from './provider-standing.ts';

/** What an app may leave out of the options, and no step of the host has to think of. */
interface Resolved {
  readonly limits: HostLimits & { readonly driver: DriverLimits };
  readonly monotonic: MonotonicClock;
  readonly leaseMs: number;
  readonly files: Pick<Vault, 'getNamed'>;
}

/** The options, whole, with the few reads and the one way of sending a command that every step of the host uses. */
export interface RunContext extends Omit<HostOptions, keyof Resolved>, Resolved {
  readonly carrying: Carrying;
  readonly isAlive: NonNullable<HostOptions['isAlive']>;
  /** Spans and metrics beside the work; nothing is read from it. */
  readonly telemetry: Telemetry;
  /** What this host alone can show, where nothing of it is kept. */
  readonly unkept: UnkeptQuestions;
  /** Tells the observer. What it throws is its own affair: a view must not stop an attempt between commit and press. */
  emit(event: HostEvent): void;
  /**
   * Sends a command under a key made from `parts`: the same step of the same attempt has the same key, so a repeat
   * answers as before and never acts twice.
   */
  send<Kind extends CommandKind>(
    kind: Kind,
    parts: readonly (string | number)[],
    input: CommandInput<Kind>,
    /** Who says so; the host's operator when left out. */
    principal?: Principal,
  ): Promise<Answer<CommandResult<Kind>>>;
  capabilityOf(todo: Todo): Capability | null;
  /** The provider, if it may be given work now, with its answers read; asked before every admission. */
  standingOf(providerId: string): Promise<ProviderStanding>;
  recordOf(todo: Todo): Promise<CapabilityRecord | null>;
  gateOf(todo: Todo): Promise<Gate | null>;
}

export function createRunContext(options: HostOptions): RunContext {
  const { kernel, workspace } = options;
  const telemetry = new Telemetry(workspace);
  const read = new WeakMap<Provider, Provider>();
  const reading = (provider: Provider): Provider => {
    const known = read.get(provider) ?? readProvider(provider);
    read.set(provider, known);
    return known;
  };
  const envelope = (key: string, principal: Principal): CommandEnvelope => ({ workspace, principal, key });
  return {
    ...options,
    limits: {
      ...defaultHostLimits,
      ...options.limits,
      driver: { ...defaultLimits, ...options.limits?.driver },
    },
    policy: readPolicy(options.policy),
    monotonic: options.monotonic ?? monotonicClock,
    leaseMs: options.leaseMs ?? usualLeaseMs,
    files: options.files ?? options.vault,
    carrying: createCarrying(),
    isAlive: options.isAlive ?? isProcessAlive,
    telemetry,
    unkept: new UnkeptQuestions(options.ids),
    emit: (event) => {
      if (event.kind === 'attempt-refused')
        telemetry.count('cux.refusals', { 'cux.refusal.rule': event.rule });
      try {
        options.onEvent?.(event);
      } catch {
        // See `emit`.
      }
    },
    send: (kind, parts, input, principal = options.operator) => {
      const key = `${kind}/${digestOf('cux/idempotency-key', parts).slice('sha256:'.length)}`;
      return telemetry.timed('cux.command.duration', { 'cux.command.kind': kind }, () =>
        kernel.execute(kind, envelope(key, principal), input),
      );
    },
    capabilityOf: (todo) =>
      options.capabilities.find((each) => each.description.capability_id === todo.capability) ?? null,
    standingOf: async (providerId) => {
      const registered = await options.standing?.(providerId);
      if (registered?.kind === 'refused') return registered;
      const provider = providerOf(options, providerId) ?? registered?.provider ?? null;
      return provider === null ? notInstalled : { kind: 'ready', provider: reading(provider) };
    },
    recordOf: async (todo) =>
      todo.record_id === null ? null : kernel.record(workspace, todo.capability, todo.record_id),
    gateOf: async (todo) => (todo.gate_id === null ? null : kernel.gate(workspace, todo.gate_id)),
  };
}

function providerOf({ providers }: HostOptions, providerId: string): Provider | null {
  return providers.find((each) => each.providerId === providerId) ?? null;
}

const notInstalled: ProviderStanding = {
  kind: 'refused',
  rule: 'provider.unknown',
  message: 'The provider is not installed; install it or name another one.',
};
