import type { ActionIntent, AttentionItem, Digest, Principal, Subject } from '@cux/contracts';
import type { notedKinds } from '../state/session.ts';

/** The commands of a session and of the single actions in it. */
export interface SessionCommands {
  /** Binds an agent to a Computer; attempts are admitted in the session from then on. */
  'open-session': {
    input: { computer_id: string; agent: Principal };
    result: { session_id: string };
  };
  /** Ends a session for good, when no attempt is under way in it. */
  'close-session': { input: { session_id: string }; result: { events: number } };
  /** Adds an event that only the host has seen: its kind and ids, never content. */
  'note-session': {
    input: {
      session_id: string;
      kind: (typeof notedKinds)[number];
      attempt_id: string | null;
      gate_id: string | null;
      rule: string | null;
    };
    result: { sequence: number };
  };
  /**
   * Says, before anybody is contacted, that an action is about to be carried out in its session's running attempt: under
   * the control that the attempt began with, on the observation that was seen (null where the DOM does not matter). The
   * observation head advances, so that whoever saw the Screen before is late from here on.
   */
  'begin-action': {
    input: Held & AskedAction & { observation_generation: number | null };
    result: { observation_generation: number };
  };
  /** Says what came of an action that was begun, or of one whose approval its attempt has consumed. */
  'settle-action': {
    input: {
      session_id: string;
      key: string;
      attempt_id: string;
      process_id: string;
      outcome: 'performed' | 'stopped' | 'outcome_unknown';
      /** What stopped it, as a stable word. */
      rule: string | null;
    };
    result: { events: number };
  };
  /**
   * Asks a person about one exact action of a running attempt, before anybody is contacted. The attempt is over with
   * that (its host reports it next), and its todo waits for the gate once it is settled.
   */
  'raise-approval': {
    input: Held & AskedAction & { subject: Subject; attention: AttentionItem; expires_in_ms: number };
    result: { gate_id: string; revision: number };
  };
  /** The same action under another key waits for the same decision, while that is pending or open. */
  'join-approval': {
    input: AskedAction & { session_id: string; gate_id: string };
    result: { gate_id: string; revision: number };
  };
  /** The host has found that what was asked about is there no longer: the approval ends, and is never used. */
  'supersede-approval': {
    input: { gate_id: string; revision: number };
    result: { revision: number };
  };
}

/** From the process that holds the attempt. */
interface Held {
  attempt_id: string;
  fence: number;
  process_id: string;
}

/** Under which key an agent asks for which action. */
interface AskedAction {
  /** The agent's own idempotency key; scoped to the agent. */
  key: string;
  kind: ActionIntent['kind'];
  action_digest: Digest;
}
