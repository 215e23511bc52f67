import { type ActionRequest, digestOf, judgeRequest, type Principal, subjectDigest } from '@cux/contracts';
import type { CommandInput } from '../commands/command.ts';
import type { Attempt } from '../state/attempt.ts';
import type { Gate } from '../state/gate.ts';
import type { Goal } from '../state/goal.ts';
import type { Todo } from '../state/todo.ts';
import {
  accept,
  type Context,
  type Decider,
  type Deciding,
  isRefused,
  type Refused,
  read,
  refuse,
  refuseForGood,
  soleRule,
} from './deciding.ts';
import { currentGate, gateForSubject, headOf, openStandingGate } from './gates.ts';
import { isUnsettled } from './locks.ts';
import { modeRules } from './modes.ts';
import { onlyRunnerOf, withPrincipal } from './principals.ts';
import { reserveQuota } from './quota.ts';
import { moveTodo } from './todos.ts';

type Input = CommandInput<'admit-attempt'>;

/** Todo, ownership, goal, provider, request, mode, gate and quota; the provider has not been contacted. */
export const admitAttempt: Decider<'admit-attempt'> = function* (input, context) {
  const todo = yield* runnableTodo(input, context);
  if (isRefused(todo)) return todo;
  const goal = yield* read('goal', todo.goal_id);
  if (goal?.state !== 'active') {
    return refuse('goal.not-active', 'The goal is not active; resume it, then retry.');
  }
  const foreign = subjectOfOtherTodo(input, todo);
  if (foreign !== null) return foreign;
  const provenance = withPrincipal(input.provenance, context.principal);
  const gate = todo.gate_id === null ? null : yield* read('gate', todo.gate_id);
  const request = requestOf(input, context, todo, gate);
  if (isRefused(request)) return request;
  const unready = providerUnready(input, request);
  if (unready !== null) return unready;
  const gated = yield* gatesOf(input, context, { todo, goal, request, provenance });
  if (gated !== null) return gated;
  return yield* admit(input, context, { todo, request, provenance });
};

function* runnableTodo(input: Input, context: Context): Deciding<Todo | Refused> {
  const todo = yield* read('todo', input.todo_id);
  if (todo === null) return refuse('todo.unknown', 'There is no such todo; list the todos and name one.');
  const refusal = onlyRunnerOf(context, todo.capability);
  if (refusal !== null) return refusal;
  if (!context.capabilities.has(todo.capability)) {
    return refuse('capability.unknown', "The todo's capability is not registered; register it first.");
  }
  if (!input.provenance.some((each) => each.kind === 'capability' && each.id === todo.capability)) {
    return refuseForGood('capability.not-owner', "The provenance does not name the todo's own capability.");
  }
  if (todo.state === 'done' || todo.state === 'cancelled') {
    return refuseForGood('todo.not-open', `The todo is ${todo.state} for good.`);
  }
  if (todo.state !== 'open') {
    return refuse('todo.not-open', `The todo is ${todo.state}; only an open todo can be attempted.`);
  }
  return todo;
}

function subjectOfOtherTodo({ subject }: Input, todo: Todo): Refused | null {
  const own =
    subject === null ||
    (subject.capability === todo.capability &&
      subject.record_id === todo.record_id &&
      subject.action_unit === todo.action_unit);
  if (own) return null;
  return refuse(
    'attempt.subject-of-other-todo',
    "The subject is not about this todo's record and next unit.",
  );
}

/** The request, judged, and answering exactly this todo. */
function requestOf(input: Input, context: Context, todo: Todo, gate: Gate | null): ActionRequest | Refused {
  const { profile, ready } = input.provider;
  const verdict = judgeRequest({
    request: input.request,
    authority: {
      gate: gate === null ? null : headOf(gate, context.now),
      // An attempt without a subject of its own is about whatever its gate is about; it is only held to be current.
      subject_digest: input.subject === null ? (gate?.subject_digest ?? null) : subjectDigest(input.subject),
      provider: {
        provider_id: profile.provider_id,
        ready,
        external_write: profile.provider_primitives.external_write,
      },
    },
  });
  if (!verdict.ok) {
    return refuse(
      soleRule(verdict.findings) ?? 'request.refused',
      'The request was judged and refused; mend what the findings name.',
      verdict.findings,
    );
  }
  const request = verdict.record;
  const same =
    request.goal_id === todo.goal_id &&
    request.todo_id === todo.todo_id &&
    request.provider_id === profile.provider_id;
  if (!same) {
    return refuseForGood(
      'request.other-identity',
      "The request's goal, todo or provider is not the one it is for.",
    );
  }
  if (request.action_unit !== todo.action_unit) {
    return refuse(
      'request.other-action-unit',
      "The request's action unit is not the todo's next one; build it anew.",
    );
  }
  return request;
}

function providerUnready(input: Input, request: ActionRequest): Refused | null {
  const { profile, ready } = input.provider;
  if (!ready)
    return refuse('provider.not-ready', 'The provider is not ready; run its doctor and do what it says.');
  const writes = request.effect_class === 'external_write';
  if (writes && profile.provider_primitives.external_write === 'unsupported') {
    return refuse('provider.lacks-primitive', 'The provider cannot write; choose another one.');
  }
  return null;
}

interface Parts {
  readonly todo: Todo;
  readonly goal: Goal;
  readonly request: ActionRequest;
  readonly provenance: readonly Principal[];
}

/** The mode's rule, and every gate that the attempt rests on. */
function* gatesOf(input: Input, context: Context, parts: Parts): Deciding<Refused | null> {
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
  }
  if (rule === 'gate' && bound === undefined && input.standing_gate_id === null) {
    return refuse('mode.needs-gate', 'The operating mode asks for an open gate here; ask a person for one.');
  }
  return null;
}

function* externalWriteGate(input: Input, context: Context, parts: Parts): Deciding<Refused | null> {
  const { subject } = input;
  const { request, todo } = parts;
  if (subject === null) {
    return refuseForGood('attempt.subject-missing', 'An external write needs the subject of its gate.');
  }
  if (request.gate_binding === undefined)
    return refuseForGood('gate.missing', 'An external write needs a gate.');
  const gate = yield* gateForSubject(context, request.gate_binding, todo, subject);
  if (isRefused(gate)) return gate;
  if (yield* isUnsettled(subject)) {
    return refuse(
      'record.outcome-unknown',
      'The outcome of an earlier write here is unknown; settle it by a read-back or a person first.',
    );
  }
  return null;
}

/** A sign-in rests on a standing gate, and the request is bound to exactly that one. */
function* credentialGate(input: Input, context: Context, parts: Parts): Deciding<Refused | null> {
  const binding = parts.request.gate_binding;
  if (binding === undefined)
    return refuseForGood('gate.missing', 'Using a credential needs a standing gate.');
  const gate = yield* currentGate(context, binding, parts.todo.gate_id);
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

function* admit(
  input: Input,
  context: Context,
  parts: Omit<Parts, 'goal'>,
): Deciding<
  | ReturnType<
      typeof accept<{
        attempt_id: string;
        fence: number;
        lease_until: number;
        idempotency_key: string;
        request_digest: string;
      }>
    >
  | Refused
> {
  const { todo, request, provenance } = parts;
  const attempt_id = context.ids.next('attempt');
  const spent = yield* reserveQuota(context, todo.goal_id, attempt_id, {
    attempts: 1,
    external_writes: request.effect_class === 'external_write' ? 1 : 0,
  });
  if (spent !== null) return spent;
  const fence = todo.fence + 1;
  const bound = request.gate_binding === undefined ? null : yield* read('gate', request.gate_binding.gate_id);
  const boundDigest = bound?.subject_digest ?? null;
  const attempt: Attempt = {
    attempt_id,
    goal_id: todo.goal_id,
    todo_id: todo.todo_id,
    revision: 1,
    state: 'admitted',
    fence,
    lease_until: context.now + input.lease_ms,
    deadline: context.now + input.deadline_ms,
    request,
    request_digest: digestOf('cux/request', request),
    plan_digest: input.plan_digest,
    subject: input.subject,
    subject_digest: input.subject === null ? boundDigest : subjectDigest(input.subject),
    standing_gate_id: input.standing_gate_id,
    provider_id: request.provider_id,
    idempotency_key: context.ids.next('key'),
    session_reference: null,
    process_id: input.process_id,
    provenance,
    extractions: input.extractions,
    permit_id: null,
    receipt: null,
    annex: null,
    receipt_digest: null,
    outcome: null,
  };
  context.work.create('attempt', attempt);
  context.work.event('attempt-admitted', {
    attempt_id,
    todo_id: todo.todo_id,
    fence,
    effect_class: request.effect_class,
    action_unit: request.action_unit,
  });
  moveTodo(context, todo, 'running', { because: null, fence, attempt_id, attention: null });
  const { lease_until, idempotency_key, request_digest } = attempt;
  return accept({ attempt_id, fence, lease_until, idempotency_key, request_digest });
}
