import type { Clock, Ids, Principal } from '@cux/contracts';
import type { Kernel } from '@cux/kernel';
import type { Capability } from '@cux/kernel/capability';
import type { PolicyDecider } from '@cux/policy';
import type { Guard, MonotonicClock, Provider, Takeover } from '@cux/provider-sdk';
import type { Vault } from '@cux/vault';
import type { HostEvent } from './host-event.ts';
import type { HostLimits } from './host-limits.ts';
import type { ProviderStanding } from './provider-standing.ts';

/** What an app composes a host from. The host names no concrete provider, capability or store. */
export interface HostOptions {
  readonly workspace: string;
  readonly kernel: Kernel;
  /** In a `zdr` workspace one in memory: it is given all that was seen. */
  readonly vault: Vault;
  /**
   * Files that people gave for plans, by the names of `attachmentName`; the vault when left out. What people give was not
   * seen on a page: it may be kept where nothing else is.
   */
  readonly files?: Pick<Vault, 'getNamed'>;
  readonly capabilities: readonly Capability[];
  readonly providers: readonly Provider[];
  /**
   * Asked before every admission, where providers are registered: one that is disabled or not ready is given no work, though
   * it be among `providers`.
   */
  readonly standing?: (providerId: string) => Promise<ProviderStanding>;
  /** The built-in rules (`createBuiltInPolicy`), or another engine behind the same port. */
  readonly policy: PolicyDecider;
  readonly clock: Clock;
  readonly ids: Ids;
  /** What permits end by; the clock of this process when left out. The guard's is the same one. */
  readonly monotonic?: MonotonicClock;
  /** From `currentProcessIdentity`: names this host in this life of the process. Two hosts need two. */
  readonly processId: string;
  /** Whether the host process of that name still runs; this machine is asked (`isProcessAlive`) when left out. Unsure means alive. */
  readonly isAlive?: (processId: string) => Promise<boolean>;
  /** Who runs the host; part of every attempt's provenance. */
  readonly operator: Principal;
  /** The agent that asked for the work; part of every attempt's provenance, so it can decide nothing. */
  readonly agent: Principal;
  /** Private folder under which each provider session gets its own. */
  readonly workingDirectory: string;
  /** The same for sessions of a `zdr` workspace: a folder in memory, from `memoryFolderFor` or on a tmpfs of your own. */
  readonly memoryDirectory?: string;
  /**
   * Whether the process of that name has gone, and with it what it had in memory. Recovery closes the questions that it alone
   * could have shown. `isMemoryGone` when left out; another one where hosts see their neighbours otherwise than by pid.
   */
  readonly isMemoryGone?: (processId: string) => Promise<boolean>;
  /** How long an attempt is held without progress, in milliseconds (1 000 … 600 000; default 60 000). */
  readonly leaseMs?: number;
  /** Starts the guard of one provider session; it denies everything until it is configured. */
  readonly startGuard: () => Promise<Guard>;
  readonly onEvent?: (event: HostEvent) => void;
  readonly limits?: Partial<HostLimits>;
  /** Called at the two moments at which a crash is worth rehearsing; does nothing in earnest use. */
  readonly rehearse?: (moment: 'before-press' | 'after-press') => Promise<void>;
  readonly signal?: AbortSignal;
}

/** Nothing was admitted, or what was admitted was given up before commit; `rule` is stable. */
export interface HostRefusal {
  readonly kind: 'refused';
  readonly rule: string;
  readonly message: string;
  /** When it may be asked again, in milliseconds since the epoch; with `todo.not-yet` only. */
  readonly retry_at?: number;
}

/** What came of running a todo. */
export type TodoRun =
  | {
      readonly kind: 'settled';
      readonly attempt_id: string;
      readonly because: string;
      readonly todo_state: string;
      readonly gate_id: string | null;
    }
  | HostRefusal;

/** Plays or forwards a person during a takeover; resolves when the person hands back. */
export type Person = (takeover: Takeover) => Promise<void>;

/**
 * Carries attempts across: admit → open → prepare → commit → press → report → settle. What the kernel, policy or an
 * engine does not let happen is a refusal; a fault of store, vault or capability is thrown, after the attempt has
 * been given up or, once committed, handed to a read-back.
 */
export interface Host {
  /** Runs the next attempt of an open todo, with the named provider. One that needs a person is refused. */
  runTodo(todoId: string, providerId: string): Promise<TodoRun>;
  /**
   * Lets a person sign in by takeover (no attempt runs meanwhile), then runs the short attempt that checks the
   * account, and keeps the stored session in the vault. The todo must be open: its standing gate is approved.
   */
  enrolStoredSession(todoId: string, providerId: string, person: Person): Promise<TodoRun>;
  /**
   * Run at start, and after a fault: recovers attempts of dead processes and those that a fault has left behind
   * here, and runs the reducers whose proposal never arrived. Idempotent; answers what it did, a sentence each.
   */
  recover(): Promise<readonly string[]>;
}
