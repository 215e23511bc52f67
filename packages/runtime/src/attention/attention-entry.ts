import type { AttentionItem } from '@cux/contracts';
import type { Gate, Todo } from '@cux/kernel';

/**
 * What a person is shown of one todo (`spec/computer-use-runtime-v0`, Human Attention Contract): the one projection that the
 * command line and every other interface tell. It holds no content beyond what the question names.
 */
export interface AttentionEntry {
  readonly workspace: string;
  readonly goal_id: string;
  readonly todo_id: string;
  readonly todo_state: Todo['state'];
  readonly action_unit: Todo['action_unit'];
  /** The question that waits; null where a person acts on the todo itself. */
  readonly gate: {
    readonly gate_id: string;
    readonly revision: number;
    readonly kind: Gate['kind'];
    readonly status: Gate['status'];
    /** Milliseconds since the epoch. */
    readonly expires_at: number;
  } | null;
  /** The exact decision. */
  readonly question: string;
  /** What it is trying to do. */
  readonly attempted: readonly string[];
  /** What it is explicitly forbidden to do. */
  readonly forbidden: readonly string[];
  /** What was captured, by class and digest. */
  readonly captured: AttentionItem['evidence'];
  /** A person's review, another todo, or nothing. */
  readonly next_step: AttentionItem['next_step'];
  /** How to take over the host surface. */
  readonly takeover: string;
}

/**
 * The entry of a todo, with the gate that it waits for; null where nobody is asked anything. A gate's own words count before
 * the todo's: they are what an answer is bound to.
 */
export function attentionEntry(workspace: string, todo: Todo, gate: Gate | null): AttentionEntry | null {
  const waits = gate !== null && gate.status === 'pending' ? gate : null;
  const item = waits?.attention ?? todo.attention;
  if (item === null) return null;
  return {
    workspace,
    goal_id: todo.goal_id,
    todo_id: todo.todo_id,
    todo_state: todo.state,
    action_unit: todo.action_unit,
    gate: waits === null ? null : headOf(waits),
    question: item.question,
    attempted: item.attempted,
    forbidden: item.forbidden,
    captured: item.evidence,
    next_step: waits === null ? nextStepOf(todo, item) : item.next_step,
    takeover: item.takeover,
  };
}

/** A todo that another one goes on for asks nobody anything now, whatever it was asked before; nor does one that was answered. */
function nextStepOf(todo: Todo, item: AttentionItem): AttentionItem['next_step'] {
  if (todo.successor !== null) return 'agent_todo';
  return wasDeclined(todo) ? 'none' : item.next_step;
}

const declined: ReadonlySet<string | null> = new Set([
  'gate.rejected',
  'gate.revoked',
  'gate.subject-rejected',
]);

/**
 * Whether a todo rests because a person has said no to what it asked, or has taken the question or the approval back. Nothing
 * waits for an answer there; a person may reopen it, or give it up.
 */
export function wasDeclined({ state, because }: Pick<Todo, 'state' | 'because'>): boolean {
  return state === 'blocked' && declined.has(because);
}

function headOf({ gate_id, revision, kind, status, expires_at }: Gate): NonNullable<AttentionEntry['gate']> {
  return { gate_id, revision, kind, status, expires_at };
}
