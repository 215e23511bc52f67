import type {
  ActionBinding,
  ActionRequest,
  Annex,
  Digest,
  Plan,
  Principal,
  ProposedTransition,
  Receipt,
  RuntimeProfile,
  Subject,
  Target,
  WriteRule,
} from '@cux/contracts';
import type { Attempt } from '../state/attempt.ts';
import type { CapabilityRecord } from '../state/capability-record.ts';
import type { Gate } from '../state/gate.ts';
import type { Todo } from '../state/todo.ts';

export type { Attempt, CapabilityRecord, Gate, Todo };

/** A registered product capability. One without a caller-visible outcome is refused, and so is computer use. */
export interface CapabilityDescription {
  readonly capability_id: string;
  /** What the caller gets, in one sentence. */
  readonly outcome: string;
}

/** From what a request is built: todo, gate head, provider profile and the capability's rules, never a prompt. */
export interface AttemptInput {
  readonly todo: Todo;
  readonly record: CapabilityRecord | null;
  /** The todo's gate at its head; null when none was raised. */
  readonly gate: Gate | null;
  readonly profile: RuntimeProfile;
  /** What a subject has to name as its `policy_version`: the host compares it. */
  readonly policy_version: string;
}

/** A bounded action request with its private plan. */
export interface AttemptDraft {
  readonly request: ActionRequest;
  readonly plan: Plan;
  /** What the gate must be about; null for attempts that cannot commit. */
  readonly subject: Subject | null;
  /** The signed-in state that the attempt wants to use, if the workspace has enrolled one. */
  readonly stored_session: { readonly account: string; readonly origin: string } | null;
}

/** From what an agent's own attempt is built: one in which it acts step by step, on what it sees. */
export interface SessionAttemptInput extends AttemptInput {
  /** What its attempts have extracted so far, by name. */
  readonly extractions: Readonly<Record<string, string | number | boolean>>;
  /** The one action that needs an approval; null for an attempt in which it looks and drafts. */
  readonly action: {
    /** What of it is bound, but for what would leave: that is the capability's to say, by the rules of its plan. */
    readonly binding: Omit<ActionBinding, 'leaves'>;
    readonly final_action: Target;
    /** What an earlier attempt to do it would have sent; null where the plan's own rules say what may leave. */
    readonly permit_rules: readonly WriteRule[] | null;
  } | null;
}

/** How a person signs in, for the takeover that precedes an enrolment. Rules only; never a password. */
export interface SignInSurface {
  readonly account: string;
  readonly origin: string;
  readonly start_url: string;
  readonly allowed_origins: readonly string[];
  /** What the person's own input may send. */
  readonly human_rules: readonly WriteRule[];
}

/** What a reducer is allowed to receive (`spec/computer-use-runtime-v0`, Ownership). Its rules are its own closure. */
export interface ReducerInput {
  readonly todo: Todo;
  readonly request: ActionRequest;
  /** The gate that the request is bound to, at its head; null when it was bound to none. */
  readonly gate: Gate | null;
  readonly record: CapabilityRecord | null;
  readonly provenance: readonly Principal[];
  /** What the subject of a proposed gate has to name as its `policy_version`: the host compares it. */
  readonly policy_version: string;
  /** The kernel's time of the report, in milliseconds since the epoch; for texts, never for order. */
  readonly reported_at: number;
  /** What the attempt came to. */
  readonly report:
    | {
        readonly kind: 'receipt';
        readonly attempt_id: string;
        readonly receipt: Receipt;
        readonly annex: Annex;
      }
    /** Committed and silent: no receipt, or one whose press has an unknown result. */
    | { readonly kind: 'outcome_unknown'; readonly attempt_id: string }
    /** Committed, and shown to have spent nothing. */
    | { readonly kind: 'void'; readonly attempt_id: string };
  /** The approval that an agent's action waits for, where the attempt ended for it. */
  readonly approval?: Gate | null;
  /** The todo and attempt whose outcome this todo reads back, when it is a read-back. */
  readonly reconciles: { readonly attempt_id: string; readonly todo: Todo } | null;
}

/**
 * A product capability as the runtime sees it. It holds no kernel handle and no provider. `propose` is the shell
 * of the capability's pure reducer (law): it may read the capability's own content port and nothing else.
 */
export interface Capability {
  readonly description: CapabilityDescription;
  /**
   * A digest over every rule that requests, plans and proposals are made from (publishing rules, recipes). Together with
   * the action policy it is the `policy_version` of each approval: another rule needs another decision.
   */
  readonly rules_digest: Digest;
  prepareAttempt(input: AttemptInput): Promise<AttemptDraft>;
  /**
   * An agent's own attempt: a request, and a plan without steps (origins, draft rules, known modals, final action). With
   * an action, the external write that performs it: its subject holds the binding, with `leavingWrites` of the plan's permit
   * rules. Left out by a capability that has no
   * use for agents' single actions; null where it has none for this todo.
   */
  prepareSession?(input: SessionAttemptInput): Promise<AttemptDraft | null>;
  propose(input: ReducerInput): Promise<ProposedTransition>;
  /** The sign-in surface behind an `enrol_stored_session` todo; null where the site needs none. */
  signInSurface(todo: Todo): Promise<SignInSurface | null>;
}
