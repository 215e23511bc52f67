import type { ActionRequest, Annex, Clock, Digest, GateBinding, Permit, Plan, Receipt } from '@cux/contracts';
import type { Guard } from '../guard/guard.ts';
import type { ProviderSession } from '../provider/provider.ts';
import type { CapturedEvidence } from '../surface/surface.ts';

/** What the runtime answers when everything is prepared and the finger is on the key. */
export type CommitDecision =
  | { readonly kind: 'permit'; readonly permit: Permit }
  /** `gate_missing`, `gate_stale` or `subject_changed`: nothing is pressed, the gate is untouched. */
  | { readonly kind: 'refused'; readonly code: 'gate_missing' | 'gate_stale' | 'subject_changed' };

/** The runtime's side of one attempt. Each is awaited; a throw ends the attempt without a press. */
export interface AttemptHooks {
  /** Progress that renews the lease; a false answer means that the attempt is no longer ours: stop. */
  progress(step: number): Promise<boolean>;
  /** Everything is resolved, checked and read back equal to the plan. Commit, or say why not. */
  prepared(): Promise<CommitDecision>;
  /** Keeps the bytes in the vault and answers their digest, before the receipt may name them. */
  keepEvidence(evidence: CapturedEvidence): Promise<Digest>;
  /** Called between the press and the receipt; exists so that a crash there can be rehearsed. */
  pressed?(): Promise<void>;
}

export interface RunPlanInput {
  readonly attemptId: string;
  readonly idempotencyKey: string;
  readonly request: ActionRequest;
  readonly requestDigest: Digest;
  readonly plan: Plan;
  readonly planDigest: Digest;
  readonly gateBinding: GateBinding | null;
  readonly session: ProviderSession;
  readonly guard: Guard;
  readonly hooks: AttemptHooks;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** The compiled receipt and annex, from the recorded steps; nobody else writes them. */
export interface AttemptReport {
  readonly receipt: Receipt;
  readonly annex: Annex;
}
