import type { Digest } from '../ids/digest.ts';
import type { ActionRequest } from '../records/action-request.ts';
import type { Computer } from '../records/computer.ts';
import type { Extraction } from '../records/extraction.ts';
import type { GateClosedFor } from '../records/gate.ts';
import type { GateBinding } from '../records/gate-binding.ts';
import type { Screen } from '../records/screen.ts';

/** A gate as the kernel holds it at the moment of judging. */
export interface GateHead {
  readonly gate_id: string;
  readonly revision: number;
  readonly status: GateBinding['status'];
  readonly subject_digest: Digest | null;
  /** Why it is closed, when it is. */
  readonly closed_for: GateClosedFor | null;
  /** The attempt whose commit consumed it: a receipt of that attempt is not stale for it. */
  readonly consumed_by: string | null;
}

/**
 * What stands when a receipt arrives: the kernel's own state, never the sender's word. `judge` needs one and
 * fails closed without.
 */
export interface ReceiptAuthority {
  readonly request: ActionRequest;
  readonly request_digest: Digest;
  readonly plan_digest: Digest;
  readonly attempt: {
    readonly attempt_id: string;
    readonly state: string;
    readonly dispatched: boolean;
    readonly cancelled: boolean;
    readonly lease_held: boolean;
    readonly deadline_passed: boolean;
    /** The fence that the channel presents equals the head's. */
    readonly fence_current: boolean;
    readonly committed: boolean;
  };
  /** Who is at the other end of the channel, whatever the body says. */
  readonly channel_provider_id: string;
  readonly issued: { readonly idempotency_key: string; readonly session_reference: string };
  /** The gate that the request is bound to, at its head now; `null` when it is bound to none. */
  readonly gate: GateHead | null;
  /** The digest of the subject that the attempt was admitted with. */
  readonly subject_digest: Digest | null;
  /** Names and types of the extractions, from the plan at admission. */
  readonly extractions: readonly Pick<Extraction, 'name' | 'type' | 'required'>[];
  /** Ids of the plan's draft rules; absent when they are not known, and then no name is refused for being unknown. */
  readonly draft_rules?: readonly string[] | undefined;
  /** How many permit rules the plan has, each of which may be spent once; absent when it is not known. */
  readonly permit_rules?: number | undefined;
}

/** What stands when a request is made. */
export interface RequestAuthority {
  readonly gate: GateHead | null;
  readonly subject_digest: Digest | null;
  readonly provider: {
    readonly provider_id: string;
    readonly ready: boolean;
    readonly external_write: 'gated' | 'unsupported';
    /** What it sees with, and what it can do beside writing, as its profile says; absent when the profile does not. */
    readonly screenshots?: 'host_owned' | 'unsupported' | undefined;
    readonly accessibility_tree?: Optionality | undefined;
    readonly browser_session?: Optionality | undefined;
    readonly record_replay?: Optionality | undefined;
    readonly private_source_read?: 'gated' | 'unsupported' | undefined;
  } | null;
  /** Whether the goal's mode has it read a private source; absent when there is no goal to ask. */
  readonly private_source?: boolean | undefined;
}

type Optionality = 'optional' | 'supported' | 'unsupported';

/** What stands when a structural action arrives for a Computer and a Screen. */
export interface ActionAuthority {
  /** The pair that the caller addressed, and the workspace that the caller is in. */
  readonly addressed: {
    readonly workspace_id: string;
    readonly computer_id: string;
    readonly screen_id: string;
  };
  /** Their heads as they stand; null where there is none of that id. */
  readonly computer: Computer | null;
  readonly screen: Screen | null;
  /** The generation that the caller's session was opened under. */
  readonly session_generation: number;
}
