import {
  type Annex,
  classifyReceipt,
  digestOf,
  digestOfBytes,
  type Finding,
  judgeReceipt,
  type Receipt,
  type ReceiptAuthority,
  replayFinding,
} from '@cux/contracts';
import type { CommandInput } from '../commands/command.ts';
import { saltedDigest } from '../log/salted-digest.ts';
import type { Attempt } from '../state/attempt.ts';
import type { Gate } from '../state/gate.ts';
import type { Todo } from '../state/todo.ts';
import { heldAttempt, moveAttempt, ownAttempt } from './attempts.ts';
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
  soleRule,
} from './deciding.ts';
import { keptEvidence } from './evidence.ts';
import { headOf } from './gates.ts';
import { ending } from './quiet-time.ts';
import { settleAttemptQuota } from './quota.ts';
import { observedAnnex } from './retention.ts';
import { moveTodo } from './todos.ts';

type Input = CommandInput<'report-attempt'>;

/**
 * A receipt with its annex, as bytes: judged here, against the kernel's own state, and nowhere else. The same content
 * again is the same answer; a refused one is kept as evidence (its digest, in the log) and moves nothing.
 */
export const reportAttempt: Decider<'report-attempt'> = function* (input, context) {
  const attempt = yield* read('attempt', input.attempt_id);
  if (attempt === null)
    return refuse('attempt.unknown', 'There is no such attempt; name one that was admitted.');
  const todo = yield* readStored('todo', attempt.todo_id);
  const answered = yield* answerAgain(input, context, attempt);
  if (answered !== null) return answered;
  const gate = yield* boundGate(attempt);
  const verdict = judgeReceipt({
    receipt: input.receipt,
    annex: input.annex,
    authority: authorityOf({ input, context, attempt, todo, gate }),
  });
  if (!verdict.ok) return keepRefused(input, context, attempt, verdict.findings);
  const { receipt, annex } = verdict.record;
  const broken = (yield* againstState(input, context)) ?? (yield* unkeptEvidence(context, attempt, annex));
  if (broken !== null) return keepRefused(input, context, attempt, [broken]);
  const observed = yield* observedAnnex(annex);
  if (observed.length > 0) return keepRefused(input, context, attempt, observed);
  return yield* store(context, { attempt, todo, receipt, annex, actions: input.actions });
};

function* boundGate(attempt: Attempt): Deciding<Gate | null> {
  const binding = attempt.request.gate_binding;
  return binding === undefined ? null : yield* read('gate', binding.gate_id);
}

/** An attempt is answered once: the same receipt again changes nothing, another one is a conflict. */
function* answerAgain(input: Input, context: Context, attempt: Attempt) {
  if (attempt.receipt === null) return null;
  const { receipt, annex } = attempt;
  const classification = classifyReceipt([{ receipt, annex }], {
    receipt: input.receipt,
    annex: input.annex,
  });
  if (classification === 'replay') {
    const stranger = yield* strange(input, attempt);
    if (stranger !== null) return keepRefused(input, context, attempt, [stranger]);
    const state = attempt.permit_id !== null && isUnknown(receipt) ? 'outcome_unknown' : 'reported';
    return accept({ state, classification: 'replay' } as const);
  }
  const answered =
    classification === 'conflict'
      ? replayFinding(classification)
      : {
          rule: 'receipt.already-answered',
          path: '',
          message: 'The attempt is answered already, by another receipt.',
        };
  return keepRefused(input, context, attempt, [answered]);
}

/** Why whoever sends a receipt again is not who sent it: another fence, process or channel. */
function* strange(input: Input, attempt: Attempt): Deciding<Finding | null> {
  const own = yield* ownAttempt(input);
  if (isRefused(own)) return { rule: own.rule, path: '', message: own.message };
  if (input.channel_provider_id === attempt.provider_id) return null;
  return {
    rule: 'identity.channel',
    path: '',
    message: 'The channel belongs to another provider than the one of the attempt.',
  };
}

function authorityOf(parts: {
  readonly input: Input;
  readonly context: Context;
  readonly attempt: Attempt;
  readonly todo: Todo;
  readonly gate: Gate | null;
}): ReceiptAuthority {
  const { input, context, attempt, todo, gate } = parts;
  return {
    request: attempt.request,
    request_digest: attempt.request_digest,
    plan_digest: attempt.plan_digest,
    attempt: {
      attempt_id: attempt.attempt_id,
      state: attempt.state,
      dispatched: attempt.state !== 'admitted' && attempt.session_reference !== null,
      cancelled: todo.state === 'cancelled' || attempt.state === 'abandoned',
      lease_held: context.now < attempt.lease_until,
      deadline_passed: context.now >= attempt.deadline,
      fence_current: input.fence === attempt.fence && attempt.fence === todo.fence,
      committed: attempt.permit_id !== null,
    },
    channel_provider_id: input.channel_provider_id,
    issued: {
      idempotency_key: attempt.idempotency_key,
      session_reference: attempt.session_reference ?? '',
    },
    gate: gate === null ? null : headOf(gate, context.now),
    subject_digest: attempt.subject_digest,
    extractions: attempt.extractions,
    draft_rules: attempt.draft_rules,
    permit_rules: attempt.permit_rules,
  };
}

/** Who holds the attempt, and whether it still may report: the judge says most of it too; neither relies on the other. */
function* againstState(input: Input, context: Context): Deciding<Finding | null> {
  const held = yield* heldAttempt(context, input, ['running', 'prepared', 'committed']);
  return isRefused(held) ? { rule: held.rule, path: '', message: held.message } : null;
}

/** What a report names as evidence has been kept before, with this very attempt. */
function* unkeptEvidence(context: Context, { attempt_id }: Attempt, annex: Annex): Deciding<Finding | null> {
  for (const [index, { digest }] of annex.evidence.entries()) {
    if ((yield* keptEvidence(context, attempt_id, digest)) !== null) continue;
    return {
      rule: 'receipt.evidence-unregistered',
      path: `/evidence/${index}/digest`,
      message: 'The evidence was never registered with this attempt; add it before the report.',
    };
  }
  return null;
}

function keepRefused(
  input: Input,
  context: Context,
  attempt: Attempt,
  findings: readonly Finding[],
): RefusedDecision {
  context.work.mark('receipt-refused', {
    attempt_id: attempt.attempt_id,
    receipt_digest: saltedDigest('cux/logged-bytes', context.salt, digestOfBytes(input.receipt)),
    annex_digest: saltedDigest('cux/logged-bytes', context.salt, digestOfBytes(input.annex)),
    rules: [...new Set(findings.map((finding) => finding.rule))].sort().join(' '),
  });
  return refuseForGood(
    soleRule(findings) ?? 'receipt.refused',
    'The receipt was judged and refused; it is kept as evidence and moves nothing.',
    findings,
  );
}

/** After commit, only a receipt that says `completed` is an outcome; any other leaves it to a read-back. */
function isUnknown(receipt: Receipt): boolean {
  return receipt.stop_reason !== 'completed';
}

function* store(
  context: Context,
  parts: {
    readonly attempt: Attempt;
    readonly todo: Todo;
    readonly receipt: Receipt;
    readonly annex: Annex;
    readonly actions: number | undefined;
  },
) {
  const { attempt, todo, receipt, annex, actions } = parts;
  const committed = attempt.state === 'committed';
  const state = committed && isUnknown(receipt) ? 'outcome_unknown' : 'reported';
  const receipt_digest = digestOf('cux/receipt', receipt);
  const { permit_spent } = annex;
  const over = committed ? { permit_spent, ...ending(context) } : {};
  yield* moveAttempt(context, attempt, state, { receipt, annex, receipt_digest, ...over });
  yield* settleAttemptQuota(context, attempt, { external_writes: committed ? 1 : 0, actions });
  if (state === 'outcome_unknown') {
    moveTodo(context, todo, 'reconciling', { because: 'attempt.outcome-unknown' });
  }
  return accept({ state, classification: 'new' } as const);
}
