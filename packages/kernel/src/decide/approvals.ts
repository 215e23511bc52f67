import type { Subject } from '@cux/contracts';
import type { CommandInput } from '../commands/command.ts';
import type { Gate } from '../state/gate.ts';
import type { Session } from '../state/session.ts';
import { createAction, placeOf, takenKey } from './actions.ts';
import {
  accept,
  type Context,
  type Decider,
  type Deciding,
  isRefused,
  type RefusedDecision,
  read,
  readStored,
  refuse,
  refuseForGood,
} from './deciding.ts';
import { keptEvidence } from './evidence.ts';
import { gateAtHead } from './gate-commands.ts';
import { closeGate, isItemSubject, notOpen } from './gates.ts';
import { raiseGate } from './raise-gate.ts';
import { holderOfContent, observedQuestion } from './retention.ts';
import { noteNext } from './session-events.ts';
import { openedSession } from './sessions.ts';
import { todosLostGate } from './todos.ts';

/**
 * A gate whose subject is one exact action. It stands before anybody is contacted, and before its attempt has ended: a
 * host that dies in between leaves a todo that waits for it.
 */
export const raiseApproval: Decider<'raise-approval'> = function* (input, context) {
  const place = yield* placeOf(context, input);
  if (isRefused(place)) return place;
  const { attempt, session } = place;
  const taken = yield* takenKey(context, session, input);
  if (taken !== null) return taken;
  const todo = yield* readStored('todo', attempt.todo_id);
  const { capability, record_id, action } = input.subject;
  if (action?.session_id !== session.session_id || action.computer_id !== session.computer_id) {
    return refuseForGood('approval.other-place', 'The question is not about an action in this session.');
  }
  if (capability !== todo.capability || record_id !== todo.record_id) {
    return refuseForGood(
      'approval.other-todo',
      "The question is not about the record of the attempt's todo.",
    );
  }
  const unseen = (yield* unshown(context, input)) ?? (yield* observedQuestion(input));
  if (unseen !== null) return unseen;
  const gate = yield* raiseGate(context, {
    todo,
    kind: 'item',
    subject: input.subject,
    attention: input.attention,
    provenance: attempt.provenance,
    expiresIn: input.expires_in_ms,
    askedByPerson: false,
    settling: null,
    heldBy: yield* holderOfContent(attempt),
  });
  if (isRefused(gate)) return gate;
  // What its next attempt does is what was asked; the present one ends with this.
  context.work.change('todo', todo, { gate_id: gate.gate_id, action_unit: input.subject.action_unit });
  return yield* asks(context, session, input, gate);
};

/** A question shows what was seen, and it has been kept. */
function* unshown(
  context: Context,
  { attempt_id, attention }: Pick<CommandInput<'raise-approval'>, 'attempt_id' | 'attention'>,
): Deciding<RefusedDecision | null> {
  for (const { digest } of attention.evidence) {
    if ((yield* keptEvidence(context, attempt_id, digest)) !== null) continue;
    return refuse('approval.evidence-unregistered', 'The evidence is not registered with this attempt.');
  }
  if (attention.evidence.length > 0) return null;
  return refuseForGood(
    'approval.evidence-missing',
    'A question needs evidence of what was seen; observe first.',
  );
}

export const joinApproval: Decider<'join-approval'> = function* (input, context) {
  const session = yield* openedSession(input.session_id);
  if (isRefused(session)) return session;
  const taken = yield* takenKey(context, session, input);
  if (taken !== null) return taken;
  const gate = yield* approval(input.gate_id);
  if (isRefused(gate)) return gate;
  if (gate.subject.action?.session_id !== session.session_id) {
    return refuseForGood('approval.other-place', 'The approval is not about an action in this session.');
  }
  const over = notOpen(gate, context.now);
  if (over !== null && over.rule !== 'gate.pending') return over;
  return yield* asks(context, session, input, gate);
};

function* asks(
  context: Context,
  { session_id }: Session,
  input: Pick<CommandInput<'join-approval'>, 'key' | 'kind' | 'action_digest'>,
  { gate_id, revision }: Gate,
) {
  // Letting another gate go may have been noted in it meanwhile.
  const session = yield* readStored('session', session_id);
  createAction(context, session, input, { state: 'asked', gate_id });
  noteNext(context, session, { kind: 'approval-asked', gate_id });
  context.work.event('approval-asked', { gate_id, session_id });
  return accept({ gate_id, revision });
}

export const supersedeApproval: Decider<'supersede-approval'> = function* (input, context) {
  const known = yield* approval(input.gate_id);
  if (isRefused(known)) return known;
  const gate = yield* gateAtHead(input, ['pending', 'open']);
  if (isRefused(gate)) return gate;
  const closed = yield* closeGate(context, gate, 'superseded');
  yield* todosLostGate(context, closed, { kind: 'resume' }, 'gate.superseded');
  return accept({ revision: closed.revision });
};

interface Approval extends Gate {
  readonly subject: Subject;
}

function isApproval(gate: Gate | null): gate is Approval {
  return gate !== null && isItemSubject(gate.subject) && gate.subject.action !== undefined;
}

/** A gate about one action; any other gate is none of an agent's keys. */
function* approval(gateId: string): Deciding<Approval | RefusedDecision> {
  const gate = yield* read('gate', gateId);
  return isApproval(gate) ? gate : refuse('approval.unknown', 'There is no such approval; ask for one.');
}
