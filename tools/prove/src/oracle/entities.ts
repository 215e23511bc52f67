/**
 * The rows as the oracle reads them: by name, out of their JSON, with nothing taken over from the kernel. Only the
 * fields that a law speaks of are listed.
 */
export interface PlainPrincipal {
  readonly kind: string;
  readonly id: string;
}

/** What an approval of one action is bound to. */
export interface PlainBinding {
  readonly session_id: string;
  readonly computer_id: string;
  readonly screen_id: string;
  readonly generation: number;
}

export interface PlainGate {
  readonly gate_id: string;
  readonly todo_id: string;
  readonly goal_id: string;
  readonly revision: number;
  readonly kind: string;
  readonly status: string;
  readonly closed_for: string | null;
  readonly subject: {
    readonly record_id?: string;
    readonly content_digest?: string;
    readonly action?: PlainBinding;
  };
  readonly subject_digest: string;
  readonly expires_at: number;
  readonly provenance: readonly PlainPrincipal[];
  readonly decided_by: PlainPrincipal | null;
  readonly consumed_by: string | null;
}

export interface PlainAttempt {
  readonly attempt_id: string;
  readonly todo_id: string;
  readonly goal_id: string;
  readonly revision: number;
  readonly state: string;
  readonly fence: number;
  readonly lease_until: number;
  readonly deadline: number;
  readonly process_id: string;
  readonly session_id: string | null;
  readonly control_epoch: number | null;
  readonly request: {
    readonly effect_class: string;
    readonly action_unit: string;
    readonly gate_binding?: { readonly gate_id: string; readonly revision: number };
  };
  readonly subject: { readonly record_id: string; readonly capability: string } | null;
  readonly subject_digest: string | null;
  readonly permit_id: string | null;
  readonly receipt: unknown;
  readonly receipt_digest: string | null;
  readonly outcome: 'happened' | 'not_happened' | null;
  readonly settle_after: number | null;
}

export interface PlainTodo {
  readonly todo_id: string;
  readonly goal_id: string;
  readonly revision: number;
  readonly state: string;
  readonly action_unit: string;
  readonly record_id: string | null;
  readonly gate_id: string | null;
  readonly fence: number;
  readonly attempt_id: string | null;
  readonly reconciles_attempt_id: string | null;
}

export interface PlainAmounts {
  readonly attempts: number;
  readonly external_writes: number;
  readonly interventions: number;
}

export interface PlainQuota {
  readonly scope: string;
  readonly scope_id: string;
  readonly limits: Partial<PlainAmounts>;
  readonly reserved: Readonly<Record<string, PlainAmounts>>;
  readonly used: PlainAmounts;
}

/** One line of the usage ledger. */
export interface PlainUsage {
  readonly goal_id: string;
  readonly holder_id: string | null;
  readonly amounts: PlainAmounts;
}

export interface PlainRecord {
  readonly record_id: string;
  readonly revision: number;
  readonly version: number;
  readonly state: string;
  readonly content_digest: string;
}

export interface PlainComputer {
  readonly computer_id: string;
  readonly revision: number;
  readonly lifecycle: string;
  readonly generation: number;
  readonly profile_revision: number;
  readonly screen_id: string;
  readonly placement: { readonly process_id: string } | null;
  readonly sessions: readonly string[];
}

export interface PlainScreen {
  readonly screen_id: string;
  readonly computer_id: string;
  readonly width: number;
  readonly height: number;
  readonly scale_percent: number;
  readonly generation: number;
  readonly control: string;
  readonly control_epoch: number;
  readonly observation_generation: number;
  readonly attachment: string;
  readonly readback_due: boolean;
}

export interface PlainSession {
  readonly session_id: string;
  readonly computer_id: string;
  readonly agent: PlainPrincipal;
  readonly state: string;
  readonly attempt_id: string | null;
}

export interface PlainAction {
  readonly action_id: string;
  readonly session_id: string;
  readonly state: string;
  readonly action_digest: string;
  readonly attempt_id: string | null;
  readonly gate_id: string | null;
}

export interface Plain {
  computer: PlainComputer;
  screen: PlainScreen;
  session: PlainSession;
  action: PlainAction;
  gate: PlainGate;
  attempt: PlainAttempt;
  todo: PlainTodo;
  quota: PlainQuota;
  usage: PlainUsage;
  record: PlainRecord;
}
