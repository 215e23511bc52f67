import type { ActionRequest, Annex, ProposedTransition, Receipt } from '@cux/contracts';
import type { CapabilityRecord } from '../state/capability-record.ts';
import type { Gate } from '../state/gate.ts';
import type { Todo } from '../state/todo.ts';

export type { CapabilityRecord, Gate, Todo };

/** A registered product capability. One without a caller-visible outcome is refused, and so is computer use. */
export interface CapabilityDescription {
  readonly capability_id: string;
  /** What the caller gets, in one sentence. */
  readonly outcome: string;
}

/** What a reducer is allowed to receive (`spec/computer-use-runtime-v0`, Ownership). Its rules are its own closure. */
export interface ReducerInput {
  readonly todo: Todo;
  readonly request: ActionRequest;
  /** The gate that the request is bound to, at its head; null when it was bound to none. */
  readonly gate: Gate | null;
  readonly record: CapabilityRecord | null;
  /** What the attempt came to. */
  readonly report:
    | { readonly kind: 'receipt'; readonly receipt: Receipt; readonly annex: Annex }
    /** Committed and silent: no receipt, or one whose press has an unknown result. */
    | { readonly kind: 'outcome_unknown'; readonly attempt_id: string }
    /** Committed, and shown to have spent nothing. */
    | { readonly kind: 'void'; readonly attempt_id: string };
  /** The attempt whose outcome this todo reads back, when it is a read-back. */
  readonly reconciles: { readonly attempt_id: string; readonly todo: Todo } | null;
}

/** Pure (law): no clock, no handle, no provider. */
export type Reducer = (input: ReducerInput) => ProposedTransition;
