import type { ActionRequest, Principal } from '@cux/contracts';
import type { CommandInput } from '../commands/command.ts';
import type { Gate } from '../state/gate.ts';
import type { Goal } from '../state/goal.ts';
import type { Todo } from '../state/todo.ts';
import { bindingOf } from './attempts.ts';
import {
  type Context,
  type Deciding,
  isRefused,
  type RefusedDecision,
  refuse,
  refuseForGood,
} from './deciding.ts';
import { currentGate, gateForSubject, isItemSubject, openStandingGate, ownApproval } from './gates.ts';
import { isUnsettled } from './locks.ts';
import { modeRules } from './modes.ts';

type Input = CommandInput<'admit-attempt'>;

/** What an admission has found out so far. */
export interface Parts {
  readonly todo: Todo;
  readonly goal: Goal;
  readonly request: ActionRequest;
  readonly provenance: readonly Principal[];
}

/** What mode and action policy ask for, and every gate that the attempt rests on. */
export function* gatesOf(input: Input, context: Context, parts: Parts): Deciding<RefusedDecision | null> {
  const { goal, request, provenance } = parts;
  const rule = modeRules[goal.mode][request.effect_class];
  if (rule === 'never') {
    return refuse(
      'mode.class-not-allowed',
      'The operating mode of the goal has no such effect; use another goal.',
    );
  }
  if (input.standing_gate_id !== null) {
    const standing = yield* openStandingGate(context, input.standing_gate_id, provenance);
    if (isRefused(standing)) return standing;
    const other = otherAccount(input, request, standing);
    if (other !== null) return other;
  }
  if (request.effect_class === 'external_write') return yield* externalWriteGate(input, context, parts);
  if (input.subject !== null) {
    return refuseForGood('attempt.subject-unexpected', 'Only an external write has a subject; send none.');
  }
  if (request.effect_class === 'credential_use') return yield* credentialGate(input, context, parts);
  const bound = request.gate_binding;
  if (bound !== undefined) {
    const gate = yield* currentGate(context, bound, parts.todo.gate_id);
    if (isRefused(gate)) return gate;
    const own = ownApproval(gate, provenance);
    if (own !== null) return own;
  }
  if (bound !== undefined || input.standing_gate_id !== null) return null;
  if (rule === 'gate') {
    return refuse('mode.needs-gate', 'The operating mode asks for an open gate here; ask a person for one.');
  }
  if (input.policy.effect === 'require_approval') {
    return refuse('policy.needs-gate', 'The action policy asks for an open gate here; ask a person for one.');
  }
  return null;
}

/**
 * Whether the account that is to be used is another one than the person approved, or is not named. A sign-in is bound to
 * the gate of its own todo and names nothing beside it.
 */
function otherAccount(input: Input, request: ActionRequest, { subject }: Gate): RefusedDecision | null {
  if (request.effect_class === 'credential_use' || isItemSubject(subject)) return null;
  const { account, origin } = subject;
  const target = input.subject?.target;
  const used = [input.stored_session, ...(target === undefined ? [] : [{ ...target, origin: target.site }])];
  if (used.every((each) => each?.account === account && each.origin === origin)) return null;
  return refuse(
    'standing.other-account',
    'The standing gate is for another account or origin; name that of the stored session, or ask for one of its own.',
  );
}

function* externalWriteGate(input: Input, context: Context, parts: Parts): Deciding<RefusedDecision | null> {
  const { subject } = input;
  const { request, todo } = parts;
  if (subject === null) {
    return refuseForGood('attempt.subject-missing', 'An external write needs the subject of its gate.');
  }
  const gate = yield* gateForSubject(context, bindingOf(request), todo, subject);
  if (isRefused(gate)) return gate;
  const own = ownApproval(gate, parts.provenance);
  if (own !== null) return own;
  if (subject.action !== undefined && subject.action.session_id !== input.session_id) {
    return refuseForGood('attempt.other-session', 'The approval is for an action in another session.');
  }
  if (yield* isUnsettled(context, subject)) {
    return refuse(
      'record.outcome-unknown',
      'The outcome of an earlier write here is unknown; settle it by a read-back or a person first.',
    );
  }
  return null;
}

/** A sign-in rests on a standing gate, and the request is bound to exactly that one. */
function* credentialGate(input: Input, context: Context, parts: Parts): Deciding<RefusedDecision | null> {
  const gate = yield* currentGate(context, bindingOf(parts.request), parts.todo.gate_id);
  if (isRefused(gate)) return gate;
  if (gate.kind !== 'standing') {
    return refuse('gate.not-standing', 'Using a credential needs a standing gate; ask a person for one.');
  }
  const standing = yield* openStandingGate(context, gate.gate_id, parts.provenance);
  if (isRefused(standing)) return standing;
  if (input.standing_gate_id !== null && input.standing_gate_id !== gate.gate_id) {
    return refuse('standing.other-gate', 'The request is bound to another standing gate; name the same one.');
  }
  return null;
}
