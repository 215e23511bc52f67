import type { Principal, RetentionKind } from '@cux/contracts';
import type { Kernel, Store } from '@cux/kernel';
import type { computers } from '@cux/kernel/store-suite';
import type { PolicyDecider, PolicyRule } from '@cux/policy';
import type { Provider, Surface } from '@cux/provider-sdk';
import type { SiteTaskRules } from '@cux/site-tasks';
import type { Vault } from '@cux/vault';
import type { ComputerHost } from '../../src/index.ts';
import type { DeskSite } from './desk-site.ts';

export interface AgentWorldOptions {
  readonly store?: Store;
  /** Of the workspace; `standard` when left out. */
  readonly retention?: RetentionKind;
  readonly site?: DeskSite;
  /** In memory when left out. */
  readonly vault?: Vault;
  /** Where sessions have their folders; one of its own, which goes with it, when left out. */
  readonly workingDirectory?: string;
  /** Goes on with what another process has made, asleep or awake, and does nothing by itself. */
  readonly resume?: Resumed;
  readonly provider?: Provider;
  /** Shares the kernel (and its goal) of another world. */
  readonly kernel?: Kernel;
  /** The task that this world’s agent works on. */
  readonly task?: string;
  readonly terms?: typeof computers.terms;
  /** How long an element may take to be ready, in milliseconds (default 200). */
  readonly patience?: number;
  /** The name of the site’s final action. */
  readonly final?: string;
  readonly rules?: SiteTaskRules;
  /** Decides in the place of the rules. */
  readonly policy?: PolicyDecider;
  /** One more rule of the policy. */
  readonly rule?: PolicyRule;
  /** Stands between host and provider, for those that hang, lie or die. */
  readonly change?: (surface: Surface) => Partial<Surface>;
}

/** A Computer with a session, as another process has made them. */
export interface Resumed {
  readonly computer_id: string;
  readonly screen_id: string;
  readonly session_id: string;
}

/** One action as a test sends it: whatever is left out is the world's own. */
export interface Sent {
  readonly host: ComputerHost;
  readonly key: string;
  readonly deadline_ms: number;
  readonly principal: Principal;
  readonly computer_id: string;
  readonly screen_id: string;
  readonly session_id: string;
}
