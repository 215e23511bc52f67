import type {
  ActionUnit,
  AttentionItem,
  Digest,
  EvidenceClass,
  Extraction,
  GateBinding,
  OperatingMode,
  Permit,
  Principal,
  ProposedTransition,
  RetentionKind,
  RuntimeProfile,
  ScreenControl,
  StandingSubject,
  Subject,
} from '@cux/contracts';
import type { ProfileTerms } from '../state/computer-profile.ts';
import type { QuotaLimits } from '../state/quota.ts';
import type { ScreenGeometry } from '../state/screen.ts';
import type { SessionCommands } from './session-commands.ts';
import type { WorkspaceCommands } from './workspace-commands.ts';

/** What every command carries. The key is scoped to workspace and principal. */
export interface CommandEnvelope {
  readonly workspace: string;
  readonly principal: Principal;
  /** Idempotency key: the same key with the same body answers as before, with another body is `idempotency_conflict`. */
  readonly key: string;
}

/** Every command, with what its acceptance answers. */
export interface Commands extends SessionCommands, WorkspaceCommands {
  'create-goal': {
    input: { goal_id: string; mode: OperatingMode; owner_id: string; quota: QuotaLimits };
    result: { goal_id: string };
  };
  'pause-goal': { input: { goal_id: string; paused: boolean }; result: { state: 'active' | 'paused' } };
  /** Ends a goal for good, once each of its todos is done or cancelled. */
  'close-goal': { input: { goal_id: string }; result: { state: 'closed' } };
  /** Says anew how much a goal, a todo or the whole workspace may use. What is used already stays used. */
  'set-quota': {
    input: {
      of:
        | { readonly scope: 'workspace' }
        | { readonly scope: 'goal'; readonly goal_id: string }
        | { readonly scope: 'todo'; readonly todo_id: string };
      limits: QuotaLimits;
    };
    result: { revision: number };
  };
  /**
   * Says what the workspace does with what was observed: keep it for its days (1 … 3 650), or keep nothing. The kind changes
   * only while nothing is in flight.
   */
  'set-retention': {
    input: { retention: { readonly kind: 'standard'; readonly days: number } | { readonly kind: 'zdr' } };
    result: { revision: number; kind: RetentionKind; days: number | null };
  };
  'create-todo': {
    input: {
      goal_id: string;
      todo_id: string;
      capability: string;
      action_unit: ActionUnit;
      record_id: string | null;
      /** What this todo alone may use; within its goal's quota when left out. */
      quota?: QuotaLimits | undefined;
    };
    result: { todo_id: string };
  };
  /** A person puts a blocked todo back to `open`, or ends it. */
  'reopen-todo': { input: { todo_id: string }; result: { state: 'open' | 'awaiting_gate' } };
  'cancel-todo': { input: { todo_id: string }; result: { state: 'cancelled' } };
  /**
   * Creates (`expected_version` 0) or changes a record. New content is a new revision and supersedes its gates;
   * `ends_approvals` (default false) supersedes them without new content, in the same transaction: the item is given up.
   */
  'put-record': {
    input: {
      capability: string;
      record_id: string;
      expected_version: number;
      state: string;
      content_digest: Digest;
      facts: Readonly<Record<string, string | number | boolean>>;
      ends_approvals?: boolean | undefined;
    };
    result: { revision: number; version: number };
  };
  /** Todo, ownership, provider, mode, gate and quota are checked; nothing has been contacted. */
  'admit-attempt': {
    input: {
      todo_id: string;
      /** The v0 action request as UTF-8 JSON; judged inside the transaction. */
      request: Uint8Array;
      plan_digest: Digest;
      extractions: readonly Pick<Extraction, 'name' | 'type' | 'required'>[];
      /** Ids of the plan's draft rules: a receipt that says another one let a write pass is refused. */
      draft_rules: readonly string[];
      /** How many permit rules the plan has, each of which may be spent once. */
      permit_rules: number;
      /** What the gate must be about; null for attempts that cannot commit. */
      subject: Subject | null;
      /** A standing gate that the attempt also rests on (a stored session is used), or that an enrolment needs. */
      standing_gate_id: string | null;
      /** Whose signed-in state it uses; needed beside a standing gate, which has to be for exactly this account. */
      stored_session?: { readonly account: string; readonly origin: string } | undefined;
      provider: { profile: RuntimeProfile; ready: boolean };
      /**
       * What the action policy says, and its version. `require_approval` asks for a current open gate whatever the
       * class; a `forbid` is never sent here.
       */
      policy: { effect: 'permit' | 'require_approval'; version: string };
      /** Under which retention the host works (default `standard`): another one than the workspace's is refused. */
      retention?: RetentionKind | undefined;
      /** How many structural actions and steps it takes at most; none when left out. Reserved, as everything else. */
      actions?: number | undefined;
      /** The session that it is part of: open, of an agent in the provenance, and with no other attempt under way. */
      session_id?: string | undefined;
      /** The kernel adds whoever sent this, asked for the todo, or wrote its record (but for the goal's owner). */
      provenance: readonly Principal[];
      process_id: string;
      /** Milliseconds: 1 000 … 600 000. Default 60 000. */
      lease_ms: number;
      deadline_ms: number;
    };
    result: {
      attempt_id: string;
      fence: number;
      lease_until: number;
      idempotency_key: string;
      request_digest: Digest;
    };
  };
  'start-attempt': {
    input: { attempt_id: string; fence: number; process_id: string; session_reference: string };
    result: Record<string, never>;
  };
  'renew-lease': {
    input: { attempt_id: string; fence: number; process_id: string; lease_ms: number };
    result: { lease_until: number };
  };
  'prepare-attempt': {
    input: { attempt_id: string; fence: number; process_id: string; subject_digest: Digest };
    result: Record<string, never>;
  };
  /**
   * The host gives its own attempt up (the engine did not start, a person stopped it): admitted, running or prepared
   * → abandoned; the todo is `open` again (or where its gate leaves it, when that has ended meanwhile), the gate
   * untouched, the quota settled. A committed one becomes `outcome_unknown` and its todo `reconciling`.
   * `because` is a stable word, for example `engine-start-failed`.
   */
  'abandon-attempt': {
    input: { attempt_id: string; fence: number; process_id: string; because: string };
    result: { todo_state: string };
  };
  /** The same for an attempt of another process, once its lease is over or its process is proved dead. */
  'take-over-attempt': {
    input: { attempt_id: string; fence: number; dead_processes: readonly string[] };
    result: { state: 'abandoned' | 'outcome_unknown' };
  };
  /**
   * A person says what an attempt of unknown outcome came to, where no read-back can. `not_happened` is refused as
   * `outcome.not-yet` while the attempt's `settle_after` is to come: until then what left may still arrive.
   */
  'settle-outcome': {
    input: {
      attempt_id: string;
      outcome: 'happened' | 'not_happened';
      /**
       * When the person looked: the kernel's time (`Kernel.now`), taken before the look, from the kernel that the command is
       * sent to. Refused where it is still to come (`outcome.looked-ahead`), and where what left may have arrived after it, or
       * another kernel gave the time (`outcome.looked-too-soon`).
       */
      looked_at: number;
      reason: string | null;
    };
    result: { todo_state: 'done' | 'blocked' };
  };
  /**
   * One transaction: fence, lease, process, gate revision, subject, expiry, quota; consumes the gate; issues the permit.
   * An answer that is `replayed` hands out no permit: whoever gets it treats what was sent as unknown.
   */
  'commit-attempt': {
    input: {
      attempt_id: string;
      fence: number;
      process_id: string;
      gate: GateBinding;
      subject_digest: Digest;
    };
    result: { permit: Permit };
  };
  /** The receipt and annex as bytes, judged inside the transaction against the kernel's own state. */
  'report-attempt': {
    input: {
      attempt_id: string;
      fence: number;
      process_id: string;
      channel_provider_id: string;
      receipt: Uint8Array;
      annex: Uint8Array;
      /** How many actions the host has counted; all that were reserved when left out. */
      actions?: number | undefined;
    };
    result: { state: 'reported' | 'outcome_unknown'; classification: 'new' | 'replay' };
  };
  'add-evidence': {
    input: {
      attempt_id: string;
      fence: number;
      evidence_class: EvidenceClass;
      digest: Digest;
      size: number;
      redacted: boolean;
    };
    result: { digest: Digest };
  };
  /** Applies a reducer's proposal whole, or refuses it whole. */
  'settle-attempt': {
    input: { attempt_id: string; proposal: ProposedTransition };
    result: { todo_state: string; gate_id: string | null; gate_revision: number | null };
  };
  /** The host shows, in the same life of the process, that the permit spent nothing. A successor gate is raised. */
  'void-attempt': {
    input: {
      attempt_id: string;
      fence: number;
      permit_id: string;
      process_id: string;
      proposal: ProposedTransition;
    };
    result: { todo_state: string; gate_id: string | null };
  };
  'decide-gate': {
    input: {
      gate_id: string;
      revision: number;
      decision: 'approve' | 'reject';
      reason: string | null;
      /** The process that showed the person what the gate is about; an approval needs it where only one can (`zdr`). */
      shown_by?: string | undefined;
    };
    result: { status: 'open' | 'closed'; revision: number; todo_state: string };
  };
  /** One decision of one person on several named subjects: on all of them, or on none. Each is consumed by itself. */
  'decide-gates': {
    input: {
      gates: readonly { readonly gate_id: string; readonly revision: number }[];
      decision: 'approve' | 'reject';
      reason: string | null;
      shown_by?: string | undefined;
    };
    result: {
      decided: readonly {
        readonly gate_id: string;
        readonly status: 'open' | 'closed';
        readonly revision: number;
        readonly todo_state: string;
      }[];
    };
  };
  'revoke-gate': {
    input: { gate_id: string; revision: number; reason: string | null };
    result: { revision: number };
  };
  /** Closes a gate whose time is over; its todo goes back to where it can ask again. */
  'expire-gate': { input: { gate_id: string; revision: number }; result: { revision: number } };
  /**
   * Closes a pending gate as `content_gone`: what a person would have to see was in the memory of a process alone, which says
   * itself that it has it no longer, or which the caller has proved dead. Its todo goes back to where it can ask again.
   */
  'drop-gate': {
    input: { gate_id: string; revision: number; process_id: string; dead_processes: readonly string[] };
    result: { revision: number };
  };
  /** Asks a person for a standing approval, outside any attempt; an approval opens the given todo. */
  'raise-standing-gate': {
    input: {
      todo_id: string;
      subject: StandingSubject;
      attention: AttentionItem;
      provenance: readonly Principal[];
      expires_in_ms: number;
    };
    result: { gate_id: string; revision: number };
  };
  /** Puts a new revision on top of a profile, or begins one (`profile_id` null, `expected_latest` 0). */
  'put-profile': {
    input: { profile_id: string | null; expected_latest: number; terms: ProfileTerms; activate: boolean };
    result: { profile_id: string; revision: number };
  };
  /** Says from which revision Computers are made; null: from none any more. Those that are there keep theirs. */
  'activate-profile': {
    input: { profile_id: string; revision: number | null };
    result: { active: number | null };
  };
  /** Records the intent, pins the active revision, makes the one Screen; contacts nobody. */
  'create-computer': { input: { profile_id: string }; result: { computer_id: string; screen_id: string } };
  /** A process takes custody of what it is about to have allocated; the generation rises. */
  'wake-computer': {
    input: {
      computer_id: string;
      resource_version: number;
      process_id: string;
      provider: { profile: RuntimeProfile; ready: boolean };
      /** As for `admit-attempt`. */
      retention?: RetentionKind | undefined;
    };
    result: { generation: number };
  };
  /** The holder has something allocated whose geometry is the Screen's: the Screen is attached, the Computer awake. */
  'attach-screen': {
    input: Custody & { geometry: ScreenGeometry; active_target: string | null };
    result: { screen_id: string };
  };
  /**
   * The cleanup receipt: what was allocated is shown to be gone. By its holder, or by who shows that the holder's process
   * is dead. A Computer that is archiving is archived by it.
   */
  'release-computer': {
    input: Custody & { dead_processes: readonly string[] };
    result: { lifecycle: 'sleeping' | 'archived' };
  };
  /** Ends a Computer for good; with a live placement it is `archiving` until the cleanup receipt is in. */
  'archive-computer': {
    input: { computer_id: string; resource_version: number };
    result: { lifecycle: 'archived' | 'archiving' };
  };
  /** The holder has observed the Screen for a session, under the present control: the observation head advances. */
  'settle-observation': {
    input: Custody & {
      screen_id: string;
      session_id: string;
      control_epoch: number;
      active_target: string | null;
    };
    result: { observation_generation: number };
  };
  /** A person takes the Screen: agent → draining. Nothing begins on it from now on. */
  'begin-takeover': { input: Control; result: ControlResult };
  /** Draining → human, once no attempt is under way on it. */
  'finish-draining': { input: Control; result: ControlResult };
  /** The person gives it back: human (or draining) → agent, under a new epoch; a read-back is due. */
  'hand-back': { input: Control; result: ControlResult };
}

/** What the process that has custody of a Computer names. */
interface Custody {
  computer_id: string;
  generation: number;
  process_id: string;
}

/** Computer and Screen as a pair, at the control epoch that the caller has seen. */
interface Control {
  computer_id: string;
  screen_id: string;
  control_epoch: number;
}

interface ControlResult {
  control: ScreenControl;
  control_epoch: number;
}

export type CommandKind = keyof Commands;

export type CommandInput<Kind extends CommandKind> = Commands[Kind]['input'];
export type CommandResult<Kind extends CommandKind> = Commands[Kind]['result'];

export type Command = {
  [Kind in CommandKind]: CommandEnvelope & { readonly kind: Kind; readonly input: CommandInput<Kind> };
}[CommandKind];
