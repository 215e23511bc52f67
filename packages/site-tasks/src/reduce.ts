import { type AttentionItem, digestOf, isModalBlocker, type ProposedTransition } from '@cux/contracts';
import type { ReducerInput } from '@cux/kernel/capability';
import type { TaskSite } from './rules.ts';

/** Blockers that a person has to clear; whatever else ended an attempt, the agent may go on. */
const forPeople: ReadonlySet<string> = new Set(['foreign_origin', 'privacy_unclear', 'fact_differs']);

/**
 * What follows for a task. Pure and total: every report has a proposal, and none of them is a write.
 *
 * | the attempt | the todo |
 * |---|---|
 * | asked for an approval | waits for it |
 * | looked, filled, or failed without a commit | is open: the agent goes on |
 * | met what only a person clears | is blocked for a person |
 * | looked at what a person left | is done |
 * | pressed, and the site has answered | is done; a following todo lets the agent go on |
 * | pressed, and nobody knows what came of it | is blocked for a person, who looks at the site |
 * | committed, and nothing was sent | is blocked for a person, who may have it asked again |
 */
export function reduce(input: ReducerInput, site: TaskSite): ProposedTransition {
  const { report, approval = null, request } = input;
  if (report.kind === 'outcome_unknown') return blocked(input, site, 'outcome-unknown', questions.unknown);
  if (report.kind === 'void') return blocked(input, site, 'nothing-sent', questions.void);
  if (approval !== null) return waiting(approval);
  const { receipt, annex } = report;
  const completed = receipt.stop_reason === 'completed';
  if (request.effect_class === 'external_write' && completed) return done(input, [following(input)]);
  if (request.effect_class === 'read' && completed) return done(input, []);
  const code = annex.blocker?.code ?? null;
  const stuck = code !== null && (isModalBlocker(code) || forPeople.has(code));
  return stuck
    ? blocked(input, site, code.replaceAll('_', '-'), questions.stuck)
    : proposal('agent-goes-on', { state: 'open' });
}

const questions = {
  unknown: 'what it came to is not known. See what the site holds, and say whether it happened',
  void: 'it was approved and nothing was sent. See what the site holds, and reopen the task to have it asked again',
  stuck: 'something stands in the way that only a person may clear. Clear it, and reopen the task',
} as const;

/** The gate stands already: the proposal names it as it is, and the todo waits for it. */
function waiting(gate: NonNullable<ReducerInput['approval']>): ProposedTransition {
  const { todo_id, subject, attention } = gate;
  if (!('record_id' in subject)) throw new Error('an approval of one action is about an item');
  return proposal(
    'approval-asked',
    { state: 'awaiting_gate', attention },
    { gate: { kind: 'item', todo_id, subject, attention, expires_in_ms: 86_400_000 } },
  );
}

/** Each approved action finishes its todo, so that what comes next is a unit of work of its own. */
function following({ todo, report }: ReducerInput): ProposedTransition['following'][number] {
  const next = digestOf('cux/following-todo', { after: todo.todo_id, attempt: report.attempt_id });
  return {
    todo_id: `task-${next.slice('sha256:'.length, 'sha256:'.length + 24)}`,
    action_unit: 'draft_until_review_gate',
    state: 'open',
    record_id: todo.record_id,
    reconciles_attempt_id: null,
    attention: null,
  };
}

function done({ report, request }: ReducerInput, next: ProposedTransition['following']): ProposedTransition {
  const evidence = report.kind === 'receipt' ? report.annex.evidence.map(({ digest }) => digest) : [];
  const because = request.effect_class === 'read' ? 'page-was-seen' : 'approved-action-done';
  return proposal(
    because,
    { state: 'done', successor: next[0]?.todo_id ?? null },
    { evidence: [...new Set(evidence)], following: next },
  );
}

function blocked(input: ReducerInput, site: TaskSite, because: string, why: string): ProposedTransition {
  const evidence = input.report.kind === 'receipt' ? input.report.annex.evidence : [];
  const attention: AttentionItem = {
    question: `The task ${input.todo.todo_id.slice(0, 80)} on ${site.origin.slice(0, 120)}: ${why}?`.slice(
      0,
      400,
    ),
    attempted: input.request.write_scope.allowed_actions.slice(0, 20).map((each) => each.slice(0, 200)),
    forbidden: ['go on with this task by itself'],
    evidence: evidence.slice(0, 20).map(({ evidence_class, digest }) => ({ evidence_class, digest })),
    next_step: 'human_review',
    takeover: `Take over the Screen, or open ${site.origin.slice(0, 300)} in your own browser.`,
  };
  return proposal(
    because,
    { state: 'blocked', attention },
    { evidence: evidence.map(({ digest }) => digest) },
  );
}

function proposal(
  because: string,
  todo: Pick<ProposedTransition['todo'], 'state'> & Partial<ProposedTransition['todo']>,
  parts: Partial<ProposedTransition> = {},
): ProposedTransition {
  return {
    schema_version: 'cux_proposed_transition_v1',
    because,
    following: [],
    gate: null,
    record: null,
    evidence: [],
    settles: null,
    unblocks: null,
    ...parts,
    todo: { action_unit: null, successor: null, attention: null, ...todo },
  };
}
