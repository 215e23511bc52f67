import { randomUUID } from 'node:crypto';
import type { Principal } from '@cux/contracts';
import type { Attempt } from '@cux/kernel';
import { send } from '../application/send.ts';
import { notYet, untilArrived } from '../application/until-arrived.ts';
import { CliFault } from '../cli-fault.ts';
import type { PersonAtTerminal } from '../command-context.ts';
import { cux } from '../next-command.ts';
import { answer, instant, named, type Output } from '../output.ts';
import type { OpenState } from '../state/open-state.ts';
import { requirePerson } from './at-terminal.ts';
import { findAttempt } from './attempts.ts';
import { type UnknownOutcome, unknownOutcomes } from './unknown-outcomes.ts';

export interface AttemptSettle {
  readonly attemptId: string;
  /** Who is at the terminal; not theirs to choose. */
  readonly person: Principal;
  readonly interactive: boolean;
  /** Whether it stays while what left may still arrive (seconds, in each process anew); otherwise it ends there. */
  readonly waits: boolean;
  /** Asks the person; null where they do not know. */
  readonly ask: PersonAtTerminal['outcome'];
}

/**
 * A person says what an attempt came to that has gone silent, after a look at the site. There is no option that answers: the time
 * of the look is taken here, once what left must have arrived and before anybody is sent to look.
 *
 * @throws CliFault `not_yet`: what left may still arrive, and it does not stay
 * @throws CliFault `refused`: nothing is left to be said of this attempt, or the kernel's words
 */
export async function attemptSettle(
  state: OpenState,
  output: Output,
  { attemptId, person, interactive, waits, ask }: AttemptSettle,
): Promise<void> {
  const { workspace, attempt } = await findAttempt(state, attemptId);
  const unknown = await unknownOutcomes(state, workspace);
  const found = unknown.find((each) => each.attempt.attempt_id === attemptId);
  if (found === undefined) throw new CliFault('refused', nothingToSettle(attempt));
  requirePerson(interactive, output, cux`attempt settle ${attemptId}`);
  answer(output, null, await describe(state, found));
  for (let left = await quietFor(state, found); left > 0; left = await quietFor(state, found)) {
    if (!waits) throw notYet('A person looks at the site', left);
    await untilArrived(output, left);
  }
  const lookedAt = await state.kernel.now(workspace);
  answer(output, null, [`Go and look now: ${place(attempt)}.`]);
  const outcome = await ask('What does the site itself hold?');
  if (outcome === null) {
    answer(output, null, ['Nothing was decided; nothing goes on there before somebody has found out.']);
    return;
  }
  const { todo_state } = await send({ state, workspace }, person, randomUUID(), 'settle-outcome', {
    attempt_id: attemptId,
    outcome,
    looked_at: lookedAt,
    reason: null,
  });
  answer(output, null, [
    outcome === 'happened'
      ? `It happened: the todo ${attempt.todo_id} is ${todo_state}.`
      : `It did not happen: the todo ${attempt.todo_id} is ${todo_state}. "${cux`todo reopen ${attempt.todo_id}`}" has it asked anew, "${cux`todo cancel ${attempt.todo_id}`}" gives it up.`,
  ]);
}

async function quietFor({ kernel }: OpenState, { workspace, attempt }: UnknownOutcome): Promise<number> {
  return (await kernel.quietFor(workspace, attempt.attempt_id)) ?? 0;
}

/** One sentence for each state in which there is nothing for a person to say. */
function nothingToSettle({ state, outcome, todo_id }: Attempt): string {
  if (outcome !== null) {
    return `It is settled already: it ${outcome === 'happened' ? 'happened' : 'did not happen'}. "${cux`todo show ${todo_id}`}" says how it went on.`;
  }
  switch (state) {
    case 'admitted':
    case 'running':
    case 'prepared':
      return `This attempt is ${state}, and nothing was sent with a permit: let it end, or run "${cux`recover`}" if its process has died.`;
    case 'committed':
      return `This attempt has committed, and may be under way: let it end, or run "${cux`recover`}" if its process has died.`;
    case 'abandoned':
    case 'void':
      return `This attempt is ${state}: its permit has sent nothing, so there is nothing to settle. "${cux`todo show ${todo_id}`}" says what comes next.`;
    default:
      return `What this attempt came to is known; "${cux`todo show ${todo_id}`}" says how it went on.`;
  }
}

/** What a person needs to know who goes and looks: what was tried, on what, when, and what has left as far as anybody knows. */
async function describe(
  { kernel }: OpenState,
  { workspace, attempt, readBack }: UnknownOutcome,
): Promise<readonly string[]> {
  const { attempt_id, state, goal_id, todo_id, request, subject, receipt, annex } = attempt;
  const todo = await kernel.todo(workspace, todo_id);
  return [
    `${attempt_id}  ${state}`,
    named('todo', `${todo_id}, ${todo?.state ?? 'gone'}, of the goal ${goal_id}`),
    named('attempted', `${request.action_unit}, effect class ${request.effect_class}`),
    ...request.write_scope.allowed_actions.map((line) => named('it wanted to', line)),
    ...(subject === null ? [] : subjectLines(subject)),
    named('admitted', instant(attempt.admitted_at)),
    ...(attempt.ended_at === null ? [] : [named('ended', instant(attempt.ended_at))]),
    named('receipt', receipt === null ? 'none' : receipt.stop_reason),
    ...(annex === null ? [] : [named('press', annex.press)]),
    named('has left', spent(attempt)),
    ...(readBack === null
      ? []
      : [
          named(
            'read-back',
            `the todo ${readBack.todo_id} is ${readBack.state}, and finds out without you when it is run`,
          ),
        ]),
  ];
}

function subjectLines({
  final_action,
  action,
  target,
  record_id,
  record_revision,
}: Subject): readonly string[] {
  const { role, name } = action === undefined ? final_action : action.element;
  return [
    named('approved', `${action?.intent.kind ?? 'press'} on the ${role} “${name}”, once`),
    named('target', `item ${target.item ?? 'not known'} on ${target.site}, as ${target.account}`),
    named('about', `revision ${record_revision} of ${record_id}`),
    ...(action?.leaves ?? []).map(({ describes, method, origin, path }) =>
      named('would leave', `${describes}: ${method} ${origin}${path}`),
    ),
  ];
}

type Subject = NonNullable<Attempt['subject']>;

/** How many writes of its permit have left; its host's own record, which a host that was killed never made. */
function spent({ permit_spent }: Attempt): string {
  if (permit_spent === null) return 'nobody knows: its process ended before it said so';
  return permit_spent === 1 ? '1 write of its permit' : `${permit_spent} writes of its permit`;
}

function place({ subject, todo_id }: Attempt): string {
  if (subject === null) return `at the site of the todo ${todo_id}`;
  const { site, account, item } = subject.target;
  return `${site}, as ${account}${item === null ? '' : `, for the item ${item}`}`;
}
