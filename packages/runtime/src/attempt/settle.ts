import {
  type AttentionItem,
  canonicalForm,
  digestOf,
  type Principal,
  type ProposedTransition,
} from '@cux/contracts';
import type { Attempt, Gate } from '@cux/kernel';
import type { Capability, ReducerInput } from '@cux/kernel/capability';
import type { HostRefusal, TodoRun } from '../host/host.ts';
import type { RunContext } from '../host/run-context.ts';
import { policyVersion } from './policy-version.ts';

type Outcome = 'stored' | { readonly kind: 'void'; readonly permitId: string };

/** How often a reducer is run while the record moves under it. */
const rounds = 5;

/** Refusals that say that the reducer looked at a record which has changed since. */
const movedRules: readonly string[] = ['record.moved', 'gate.record-moved'];

/**
 * Runs the capability's reducer on what the attempt came to, and has the kernel apply its proposal. When a person
 * changes the record between the two, the reducer is run again on what stands then.
 */
export function settle(context: RunContext, attemptId: string, outcome: Outcome): Promise<TodoRun> {
  return context.telemetry.span('settle attempt', { 'cux.attempt.id': attemptId }, () =>
    settleInRounds(context, attemptId, outcome),
  );
}

async function settleInRounds(context: RunContext, attemptId: string, outcome: Outcome): Promise<TodoRun> {
  for (let round = 1; ; round += 1) {
    const run = await settleOnce(context, attemptId, outcome);
    if (run.kind === 'settled' || !movedRules.includes(run.rule) || round === rounds) return run;
  }
}

async function settleOnce(context: RunContext, attemptId: string, outcome: Outcome): Promise<TodoRun> {
  const attempt = await context.kernel.attempt(context.workspace, attemptId);
  if (attempt === null)
    return { kind: 'refused', rule: 'attempt.unknown', message: 'There is no such attempt.' };
  const found = await reducerInput(
    context,
    attempt,
    outcome === 'stored' ? storedReport(attempt) : voidReport(attempt),
  );
  if (found === null) {
    return {
      kind: 'refused',
      rule: 'capability.unknown',
      message: 'The capability of this todo is not installed; add it to the host and recover again.',
    };
  }
  const proposal = await found.capability.propose(found.input);
  if (asksUnderOtherRules(proposal, found.input)) return foreignPolicy;
  // A proposal is the capability's own word: the host only carries it.
  const author: Principal = { kind: 'capability', id: found.capability.description.capability_id };
  // Another proposal (a mended reducer) is another command; the same one again answers as before.
  const parts = [attemptId, attempt.revision, digestOf('cux/proposal', proposal)];
  const answer =
    outcome === 'stored'
      ? await context.send('settle-attempt', parts, { attempt_id: attemptId, proposal }, author)
      : await context.send(
          'void-attempt',
          parts,
          {
            attempt_id: attemptId,
            fence: attempt.fence,
            permit_id: outcome.permitId,
            process_id: context.processId,
            proposal,
          },
          author,
        );
  if (answer.kind === 'refused') return refusedProposal(context, attempt, answer);
  if (outcome !== 'stored') context.emit({ kind: 'voided', attempt_id: attemptId });
  const { todo_state, gate_id } = answer.result;
  context.emit({
    kind: 'settled',
    because: proposal.because,
    todo_state,
    gate_id,
    attention: await attentionOf(context, attempt.todo_id, proposal, gate_id),
  });
  return { kind: 'settled', attempt_id: attemptId, because: proposal.because, todo_state, gate_id };
}

/** Another host's recovery may have run the same reducer meanwhile: then there is nothing left to do. */
async function refusedProposal(
  context: RunContext,
  attempt: Attempt,
  { rule, message }: Pick<HostRefusal, 'rule' | 'message'>,
): Promise<TodoRun> {
  const { workspace, kernel } = context;
  const now = await kernel.attempt(workspace, attempt.attempt_id);
  const byAnother = now?.state === 'settled' || rule === 'attempt.already-reconciling';
  const todo = byAnother ? await kernel.todo(workspace, attempt.todo_id) : null;
  if (todo === null) return { kind: 'refused', rule, message };
  return {
    kind: 'settled',
    attempt_id: attempt.attempt_id,
    because: todo.because ?? 'settled-elsewhere',
    todo_state: todo.state,
    gate_id: todo.gate_id,
  };
}

/**
 * A question to a person must be about the rules that hold: the attempt that uses the answer is compared with them. One that
 * stands already was asked under the rules that held then; what becomes of it is found out when it is used.
 */
function asksUnderOtherRules(
  { gate }: ProposedTransition,
  { policy_version, approval = null }: ReducerInput,
): boolean {
  if (gate?.kind !== 'item' || gate.subject.policy_version === policy_version) return false;
  return approval === null || canonicalForm(gate.subject) !== canonicalForm(approval.subject);
}

const foreignPolicy: TodoRun = {
  kind: 'refused',
  rule: 'proposal.policy-mismatch',
  message:
    'The proposed question names other rules than those that hold; mend the capability and recover again.',
};

/** What a person is asked now. The kernel may have blocked the todo instead of raising the proposed gate: then no gate asks. */
async function attentionOf(
  { kernel, workspace }: RunContext,
  todoId: string,
  proposal: ProposedTransition,
  gateId: string | null,
): Promise<AttentionItem | null> {
  const gate = gateId === null ? null : await kernel.gate(workspace, gateId);
  if (gate !== null) return gate.attention;
  return proposal.settles?.attention ?? (await kernel.todo(workspace, todoId))?.attention ?? null;
}

function storedReport(attempt: Attempt): ReducerInput['report'] {
  if (attempt.state === 'outcome_unknown' || attempt.receipt === null || attempt.annex === null) {
    return { kind: 'outcome_unknown', attempt_id: attempt.attempt_id };
  }
  return { kind: 'receipt', attempt_id: attempt.attempt_id, receipt: attempt.receipt, annex: attempt.annex };
}

function voidReport(attempt: Attempt): ReducerInput['report'] {
  return { kind: 'void', attempt_id: attempt.attempt_id };
}

/** What the attempt ended for, where it ended for an approval of one action. */
function approvalOf(gate: Gate | null): Gate | null {
  const live = gate !== null && gate.status !== 'closed';
  return live && 'action' in gate.subject && gate.subject.action !== undefined ? gate : null;
}

async function reducerInput(
  context: RunContext,
  attempt: Attempt,
  report: ReducerInput['report'],
): Promise<{ readonly capability: Capability; readonly input: ReducerInput } | null> {
  const todo = await context.kernel.todo(context.workspace, attempt.todo_id);
  const capability = todo === null ? null : context.capabilityOf(todo);
  if (todo === null || capability === null) return null;
  const binding = attempt.request.gate_binding;
  const [record, gate, reconciled] = await Promise.all([
    context.recordOf(todo),
    binding === undefined ? null : context.kernel.gate(context.workspace, binding.gate_id),
    todo.reconciles_attempt_id === null
      ? null
      : context.kernel.attempt(context.workspace, todo.reconciles_attempt_id),
  ]);
  const reconciledTodo =
    reconciled === null ? null : await context.kernel.todo(context.workspace, reconciled.todo_id);
  return {
    capability,
    input: {
      todo,
      request: attempt.request,
      gate,
      // The attempt that uses an approval is bound to it, and ends for none.
      approval: binding === undefined ? approvalOf(await context.gateOf(todo)) : null,
      record,
      provenance: attempt.provenance,
      policy_version: policyVersion(context.policy, capability),
      // When it was over, not when its reducer runs: a recovery asks the same question as the first run would have.
      reported_at: attempt.annex?.ended_at ?? context.clock.now(),
      report,
      reconciles:
        reconciled === null || reconciledTodo === null
          ? null
          : { attempt_id: reconciled.attempt_id, todo: reconciledTodo },
    },
  };
}
