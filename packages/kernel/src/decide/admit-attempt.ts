import { type ActionRequest, digestOf, judgeRequest, type Principal, subjectDigest } from '@cux/contracts';
import type { CommandInput, CommandResult } from '../commands/command.ts';
import type { Attempt } from '../state/attempt.ts';
import { recordRowId } from '../state/entities.ts';
import type { Gate } from '../state/gate.ts';
import type { Goal } from '../state/goal.ts';
import type { Todo } from '../state/todo.ts';
import { gatesOf, type Parts } from './admission-gates.ts';
import {
  accept,
  type Context,
  type Decider,
  type Deciding,
  type Decision,
  isRefused,
  type RefusedDecision,
  read,
  readStored,
  refuse,
  refuseForGood,
  soleRule,
} from './deciding.ts';
import { headOf } from './gates.ts';
import { readsPrivateSource } from './modes.ts';
import { askersFor, withAskers, withPrincipal } from './principals.ts';
import { isQuiet } from './quiet-time.ts';
import { reserveQuota } from './quota.ts';
import { extractsText, observedSubject, otherRetention } from './retention.ts';
import { epochOf, followAttempt, sessionRefusal } from './sessions.ts';
import { moveTodo } from './todos.ts';

type Input = CommandInput<'admit-attempt'>;

/** Todo, ownership, goal, provider, request, mode, gate and quota; the provider has not been contacted. */
export const admitAttempt: Decider<'admit-attempt'> = function* (input, context) {
  const todo = yield* runnableTodo(input, context);
  if (isRefused(todo)) return todo;
  const goal = yield* readStored('goal', todo.goal_id);
  if (goal.state !== 'active') {
    return refuse('goal.not-active', 'The goal is not active; resume it, then retry.');
  }
  const foreign = subjectOfOtherTodo(input, todo) ?? (yield* againstRetention(input));
  if (foreign !== null) return foreign;
  const provenance = withAskers(
    withPrincipal(input.provenance, context.principal),
    yield* askersOf(todo),
    goal,
  );
  const gate = todo.gate_id === null ? null : yield* read('gate', todo.gate_id);
  const request = requestOf(input, context, { todo, goal }, gate);
  if (isRefused(request)) return request;
  const gated = yield* gatesOf(input, context, { todo, goal, request, provenance });
  if (gated !== null) return gated;
  const unbound = yield* sessionRefusal(input.session_id, provenance, request.effect_class);
  if (unbound !== null) return unbound;
  return yield* admit(input, context, { todo, request, provenance });
};

function* runnableTodo(input: Input, context: Context): Deciding<Todo | RefusedDecision> {
  const todo = yield* read('todo', input.todo_id);
  if (todo === null) return refuse('todo.unknown', 'There is no such todo; list the todos and name one.');
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
  return (yield* notYet(todo, context)) ?? todo;
}

/** A read-back that begins while what left may still arrive proves nothing; that of a completion may, until it has found nothing. */
function* notYet(todo: Todo, context: Context): Deciding<RefusedDecision | null> {
  const { reconciles_attempt_id: reconciled, not_before } = todo;
  const attempt = reconciled === null ? null : yield* read('attempt', reconciled);
  const waits = attempt !== null && (attempt.state === 'outcome_unknown' || not_before !== null);
  if (!(waits && isQuiet(context, attempt)) && (not_before === null || context.now >= not_before))
    return null;
  return refuse('todo.not-yet', "What left may still arrive; retry after the todo's time (not_before).");
}

/** Who asked for the todo, and who wrote what it is about. */
function* askersOf(todo: Todo): Deciding<readonly Principal[]> {
  const record =
    todo.record_id === null ? null : yield* read('record', recordRowId(todo.capability, todo.record_id));
  return [...askersFor(todo), ...(record?.content_by ?? [])];
}

function subjectOfOtherTodo({ subject }: Input, todo: Todo): RefusedDecision | null {
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

function* againstRetention({ retention, subject, extractions }: Input): Deciding<RefusedDecision | null> {
  const other = (yield* otherRetention(retention)) ?? (yield* extractsText(extractions));
  return other ?? (subject === null ? null : yield* observedSubject(subject));
}

/** The request, judged (gate, effect class, and that the provider is ready for it), and answering exactly this todo. */
function requestOf(
  input: Input,
  context: Context,
  { todo, goal }: { readonly todo: Todo; readonly goal: Goal },
  gate: Gate | null,
): ActionRequest | RefusedDecision {
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
        ...profile.provider_primitives,
      },
      private_source: readsPrivateSource(goal.mode),
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

function* admit(
  input: Input,
  context: Context,
  parts: Omit<Parts, 'goal'>,
): Deciding<Decision<CommandResult<'admit-attempt'>>> {
  const { todo, request } = parts;
  const attempt_id = context.ids.next('attempt');
  const spent = yield* reserveQuota(context, todo, attempt_id, {
    attempts: 1,
    actions: input.actions ?? 0,
    wall_ms: input.deadline_ms,
    external_writes: request.effect_class === 'external_write' ? 1 : 0,
  });
  if (spent !== null) return spent;
  const bound = request.gate_binding === undefined ? null : yield* read('gate', request.gate_binding.gate_id);
  const control_epoch = yield* epochOf(input.session_id);
  const attempt = freshAttempt(input, context, { ...parts, attempt_id, bound, control_epoch });
  context.work.create('attempt', attempt);
  yield* followAttempt(context, attempt);
  const { fence, lease_until, idempotency_key, request_digest } = attempt;
  context.work.event('attempt-admitted', {
    attempt_id,
    todo_id: todo.todo_id,
    fence,
    effect_class: request.effect_class,
    action_unit: request.action_unit,
  });
  const running = { because: null, fence, attempt_id, attention: null, not_before: null };
  moveTodo(context, todo, 'running', running);
  return accept({ attempt_id, fence, lease_until, idempotency_key, request_digest });
}

function freshAttempt(
  input: Input,
  context: Context,
  parts: Omit<Parts, 'goal'> & {
    readonly attempt_id: string;
    readonly bound: Gate | null;
    readonly control_epoch: number | null;
  },
): Attempt {
  const { todo, request, provenance, attempt_id, bound, control_epoch } = parts;
  return {
    attempt_id,
    goal_id: todo.goal_id,
    todo_id: todo.todo_id,
    revision: 1,
    state: 'admitted',
    fence: todo.fence + 1,
    admitted_at: context.now,
    lease_until: context.now + input.lease_ms,
    deadline: context.now + input.deadline_ms,
    request,
    request_digest: digestOf('cux/request', request),
    plan_digest: input.plan_digest,
    subject: input.subject,
    subject_digest: input.subject === null ? (bound?.subject_digest ?? null) : subjectDigest(input.subject),
    standing_gate_id: input.standing_gate_id,
    provider_id: request.provider_id,
    idempotency_key: context.ids.next('key'),
    session_reference: null,
    process_id: input.process_id,
    session_id: input.session_id ?? null,
    control_epoch,
    provenance,
    extractions: input.extractions,
    draft_rules: input.draft_rules,
    permit_rules: input.permit_rules,
    policy_version: input.policy.version,
    permit_id: null,
    permit_spent: 0,
    ended_at: null,
    settle_after: null,
    receipt: null,
    annex: null,
    receipt_digest: null,
    outcome: null,
  };
}
