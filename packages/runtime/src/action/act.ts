import { readAction, type StructuralAction } from '@cux/contracts';
import { held as heldBy } from '../attempt/held.ts';
import { within } from '../attempt/within.ts';
import type { Custody, HeldPlacement } from '../computer/custody.ts';
import { onComputer } from '../computer/on-computer.ts';
import type { RunContext } from '../host/run-context.ts';
import { factsOf } from '../telemetry/attributes.ts';
import type { OpenSpan } from '../telemetry/open-span.ts';
import { type ActionState, loadActionState } from './action-state.ts';
import { agentAction } from './agent-action.ts';
import { type ActionAnswer, type ActionRefusal, type ActRequest, refusedAction } from './answers.ts';
import { performApproved } from './approved-action.ts';
import { askApproval, pendingOn } from './ask-approval.ts';
import { endAttempt } from './end-attempt.ts';
import { type Climb, climb } from './ladder.ts';
import { endsPlacement } from './placement-work.ts';
import { supersede } from './supersede.ts';

/**
 * One structural action: read, climbed, and only then carried out. Actions on a Screen take turns, so that of two that rest
 * on the same observation the second is refused. The caller is answered at its deadline; what was begun goes on
 * to its end, and the same key finds out what that was.
 */
export function act(context: RunContext, custody: Custody, request: ActRequest): Promise<ActionAnswer> {
  const running = custody.get(request.computer_id)?.work.running ?? null;
  const facts = {
    'cux.computer.id': request.computer_id,
    'cux.session.id': request.session_id,
    'cux.attempt.id': running?.admitted.attemptId ?? null,
  };
  const work = async (open: OpenSpan): Promise<ActionAnswer> => {
    const answer = await actOn(context, custody, request, open);
    if (answer.kind === 'refused') context.telemetry.count('cux.refusals', factsOf(answer));
    return answer;
  };
  return context.telemetry.span('perform action', facts, work, { of: running?.span ?? null });
}

async function actOn(
  context: RunContext,
  custody: Custody,
  request: ActRequest,
  open: OpenSpan,
): Promise<ActionAnswer> {
  const read = readAction(request.action);
  if (!read.ok) {
    const [first, ...others] = read.findings;
    const rule = first !== undefined && others.length === 0 ? first.rule : 'action.refused';
    return refusedAction(
      rule,
      'The action is not of its shape; mend what the findings name.',
      null,
      read.findings,
    );
  }
  const action = read.record;
  open.set({ 'cux.action.kind': action.intent.kind });
  const until = timeOf(context) + action.deadline_ms;
  let begun = false;
  let over = false;
  const isOver = () => over || timeOf(context) >= until;
  const name = JSON.stringify([request.principal.id, action.idempotency_key]);
  const claim = () => {
    begun ||= !isOver();
    if (begun) custody.begun.add(name);
    return begun;
  };
  const work = onComputer(context, custody, request.computer_id, () =>
    actInTurn(context, custody, { request, action, until, isOver, claim }),
  );
  const ended = () => begun && custody.begun.delete(name);
  work.then(ended, ended);
  const answer = await within(work, { milliseconds: action.deadline_ms }, (): ActionAnswer | null => {
    over = true;
    return begun ? { kind: 'outcome_unknown' } : null;
  });
  if (answer !== null) return answer;
  // Another call may have begun it under the same key: then nobody is told that nothing was.
  const { kernel, workspace } = context;
  const elsewhere =
    custody.begun.has(name) ||
    (await kernel.action(workspace, request.principal.id, action.idempotency_key)) !== null;
  return elsewhere ? { kind: 'outcome_unknown' } : tooLate();
}

function tooLate(): ActionRefusal {
  return refusedAction('action.deadline-passed', 'Its time was over before it was begun; ask again.');
}

/** On the clock that never steps. */
function timeOf({ monotonic }: RunContext): number {
  return monotonic.now();
}

interface Acting {
  readonly request: ActRequest;
  readonly action: StructuralAction;
  readonly until: number;
  /** Whether the caller waits no longer. */
  readonly isOver: () => boolean;
  /**
   * Said right before anything is begun, and false once the caller has been told that nothing was: what is told and what is
   * done are decided at one moment.
   */
  readonly claim: () => boolean;
}

async function actInTurn(context: RunContext, custody: Custody, acting: Acting): Promise<ActionAnswer> {
  const { request, action } = acting;
  custody.get(request.computer_id)?.work.noteLate();
  const state = await loadActionState(context, custody, request, action);
  if (state.approval?.status === 'closed') context.unkept.forget(state.approval);
  const climbed = climb(state);
  if (climbed.kind !== 'passed' && climbed.kind !== 'ask') return notPassed(context, state, climbed);
  const { held } = state;
  if (held === null) throw new Error('the ladder lets nothing pass without a placement');
  // Nobody waits for it any more, and nothing has been begun.
  if (acting.isOver()) return told(context, state, tooLate());
  if (climbed.kind === 'ask') return told(context, state, await askApproval(context, held, state));
  const { approval } = climbed;
  if (approval === null) return perform(context, { held, state, acting });
  const joined = await join(context, state, approval);
  if (joined !== null) return told(context, state, joined);
  if (!acting.claim()) return told(context, state, tooLate());
  return told(context, state, await performApproved(context, held, state, approval));
}

/** A new key for what another key has asked about waits for the same decision; null when it does by now. */
async function join(
  context: RunContext,
  { known, session, action, digest }: ActionState,
  approval: { readonly gate_id: string },
): Promise<ActionRefusal | null> {
  if (known !== null || session === null) return null;
  const joined = await context.send('join-approval', [session.session_id, action.idempotency_key, digest], {
    session_id: session.session_id,
    gate_id: approval.gate_id,
    key: action.idempotency_key,
    kind: action.intent.kind,
    action_digest: digest,
  });
  return joined.kind === 'refused' ? refusedAction(joined.rule, joined.message, 'approval') : null;
}

async function notPassed(
  context: RunContext,
  state: ActionState,
  climbed: Exclude<Climb, { kind: 'passed' | 'ask' }>,
): Promise<ActionAnswer> {
  switch (climbed.kind) {
    case 'answered':
      return climbed.answer;
    case 'pending': {
      const joined = await join(context, state, climbed.approval);
      return joined === null ? pendingOn(context, climbed.approval.gate_id) : told(context, state, joined);
    }
    case 'gone':
      return told(context, state, await supersede(context, climbed.approval, climbed.because));
    case 'refused':
      return told(context, state, refusedAction(climbed.rule, climbed.message, climbed.rung));
  }
}

/** A session keeps what was refused to its agent. */
async function told(context: RunContext, state: ActionState, answer: ActionAnswer): Promise<ActionAnswer> {
  const { session, request, attempt, approval } = state;
  const own = session?.state === 'open' && session.agent.id === request.principal.id;
  if (answer.kind === 'refused' && own && session !== null) {
    await context.send('note-session', [session.session_id, context.ids.next('key')], {
      session_id: session.session_id,
      kind: 'action-refused',
      attempt_id: attempt?.session_id === session.session_id ? attempt.attempt_id : null,
      gate_id: approval?.gate_id ?? null,
      rule: answer.rule,
    });
  }
  return answer;
}

/** Says so before it is done, does it once, and says what came of it. */
async function perform(
  context: RunContext,
  parts: { readonly held: HeldPlacement; readonly state: ActionState; readonly acting: Acting },
): Promise<ActionAnswer> {
  const { held, state, acting } = parts;
  const { running } = held.work;
  const { action, digest, screen, session, element } = state;
  if (running === null || screen === null || session === null) {
    throw new Error('the ladder lets nothing pass without an attempt');
  }
  const { admitted, agent } = running;
  if (!(await running.keepLease())) {
    return told(
      context,
      state,
      refusedAction('attempt.lease-over', 'The lease is over; begin another attempt.', 'attempt'),
    );
  }
  if (!acting.claim()) return told(context, state, tooLate());
  const key = action.idempotency_key;
  const begun = await context.send(
    'begin-action',
    [admitted.attemptId, key, digest, screen.observation_generation],
    {
      ...heldBy(context, admitted),
      key,
      kind: action.intent.kind,
      action_digest: digest,
      observation_generation: 'source_observation' in action.intent ? screen.observation_generation : null,
    },
  );
  if (begun.kind === 'refused') return told(context, state, refusedAction(begun.rule, begun.message));
  running.begun += 1;
  held.work.observation = null;
  held.work.lastRef = element?.ref ?? null;
  const acted = await agent.act(agentAction(action.intent), Math.max(1, acting.until - timeOf(context)));
  const rule = acted.blocker?.code ?? null;
  if (element !== null && acted.blocked.length > 0) held.work.blocked.set(element.ref, acted.blocked);
  if (element !== null && rule === 'gate_missing') held.work.final.add(element.ref);
  await context.send('settle-action', [admitted.attemptId, key], {
    session_id: session.session_id,
    key,
    attempt_id: admitted.attemptId,
    process_id: context.processId,
    outcome: acted.outcome,
    rule,
  });
  if (acted.blocker !== null && endsPlacement(rule)) {
    agent.stop(acted.blocker);
    await endAttempt(context, held, 'completed');
    held.guarded.lose();
  }
  if (acted.outcome === 'performed') return { kind: 'performed', attempt_id: admitted.attemptId };
  if (acted.outcome === 'outcome_unknown') return { kind: 'outcome_unknown' };
  return { kind: 'stopped', rule: rule ?? 'stopped', attempt_id: admitted.attemptId };
}
