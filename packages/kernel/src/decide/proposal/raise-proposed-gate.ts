import type { Gate } from '../../state/gate.ts';
import { type Context, type Deciding, isRefused, type Refused, read, refuse } from '../deciding.ts';
import { isItemSubject } from '../gates.ts';
import { withPrincipal } from '../principals.ts';
import { raiseGate } from '../raise-gate.ts';
import type { Proposing } from './apply-proposal.ts';

/** Raises the proposed gate for the todo that awaits it. It is pending: only a person opens it. */
export function* raiseProposedGate(
  context: Context,
  { attempt, todo, proposal, situation }: Proposing,
): Deciding<Gate | Refused | null> {
  const wanted = proposal.gate;
  if (wanted === null) return null;
  const waiter = yield* read('todo', wanted.todo_id);
  if (waiter?.state !== 'awaiting_gate' || waiter.capability !== todo.capability) {
    return refuse('proposal.gate-without-waiter', 'The gate belongs to no todo that awaits it.');
  }
  if (isItemSubject(wanted.subject)) {
    const { capability, record_id, action_unit } = wanted.subject;
    const own = capability === waiter.capability && record_id === waiter.record_id;
    if (!own) return refuse('proposal.foreign-record', "The gate is not about its todo's own record.");
    if (action_unit !== waiter.action_unit) {
      return refuse('proposal.gate-action-unit', 'The gate is not about what its todo does next.');
    }
  } else if (waiter.action_unit !== 'enrol_stored_session') {
    return refuse('standing.wrong-todo', 'A standing gate belongs to a todo that enrols a stored session.');
  }
  const gate = yield* raiseGate(context, {
    todo: waiter,
    kind: wanted.kind,
    subject: wanted.subject,
    attention: wanted.attention,
    provenance: withPrincipal(attempt.provenance, context.principal),
    expiresIn: wanted.expires_in_ms,
    askedByPerson: false,
    settling: situation === 'void' ? attempt.attempt_id : null,
  });
  if (isRefused(gate)) return gate;
  context.work.change('todo', waiter, {
    gate_id: gate.gate_id,
    attention: waiter.attention ?? gate.attention,
  });
  return gate;
}
