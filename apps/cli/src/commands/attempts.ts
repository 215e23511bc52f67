import type { Digest } from '@cux/contracts';
import type { Attempt, Evidence } from '@cux/kernel';
import { CliFault } from '../cli-fault.ts';
import { cux } from '../next-command.ts';
import { answer, instant, type Output } from '../output.ts';
import { evidenceFiles } from '../state/evidence-files.ts';
import type { OpenState } from '../state/open-state.ts';
import { settleHint } from './unknown-outcomes.ts';

/** Which attempts are listed. */
export interface AttemptChoice {
  /** Those of one todo; of every todo when left out. */
  readonly todo?: string;
  /** Only those of which nobody knows what they came to. */
  readonly unknown: boolean;
}

/** Attempts, the earliest first, and of which of them nobody knows what they came to. */
export async function attemptList(
  state: OpenState,
  output: Output,
  { todo, unknown }: AttemptChoice,
): Promise<void> {
  const attempts: (Attempt & { readonly workspace: string; readonly outcome_unknown: boolean })[] = [];
  let underWay = 0;
  for (const workspace of state.workspaces) {
    const found = await state.kernel.attempts(workspace, todo === undefined ? {} : { todo_id: todo });
    const unsettled = new Set((await state.kernel.unsettled(workspace)).map(({ attempt_id }) => attempt_id));
    for (const attempt of found) {
      const outcome_unknown = unsettled.has(attempt.attempt_id);
      if (attempt.state === 'committed') underWay += 1;
      if (outcome_unknown || !unknown) attempts.push({ workspace, ...attempt, outcome_unknown });
    }
  }
  const sorted = inOrder(attempts);
  const lines = sorted.map((attempt) => {
    const hint = attempt.outcome_unknown ? `  (${settleHint(attempt.attempt_id)})` : '';
    return `${attemptLine(attempt)}  todo ${attempt.todo_id}${hint}`;
  });
  answer(output, { attempts: sorted }, lines.length === 0 ? [none(unknown, underWay)] : lines);
}

/** @param underWay how many have committed and not ended, by what the log says */
function none(unknown: boolean, underWay: number): string {
  if (!unknown) return 'There is no attempt.';
  return underWay === 0
    ? 'Of every attempt it is known what it came to.'
    : `Of every attempt that has ended it is known what it came to; ${underWay} more committed, and may be under way: let it end, or run "${cux`recover`}" if its process has died.`;
}

/** By admission; the fence tells apart what was admitted in the same millisecond. */
export function inOrder<Each extends Attempt>(attempts: readonly Each[]): readonly Each[] {
  return attempts.toSorted((left, right) => left.admitted_at - right.admitted_at || left.fence - right.fence);
}

/** `attempt_…  2026-03-05T14:02:00.000Z  settled  draft_until_review_gate: stopped_at_gate`. */
export function attemptLine(attempt: Attempt): string {
  const { attempt_id, admitted_at, state, request, receipt } = attempt;
  const stop = receipt === null ? '' : `: ${receipt.stop_reason}`;
  return `${attempt_id}  ${instant(admitted_at)}  ${state}  ${request.action_unit}${stop}`;
}

export async function attemptShow(state: OpenState, output: Output, attemptId: string): Promise<void> {
  const { workspace, attempt } = await findAttempt(state, attemptId);
  const evidence = await state.kernel.evidence(workspace, attemptId);
  const unsettled = await state.kernel.unsettled(workspace);
  const outcome_unknown = unsettled.some(({ attempt_id }) => attempt_id === attemptId);
  answer(output, { attempt: { workspace, ...attempt, outcome_unknown }, evidence }, [
    ...describe(attempt, evidence, await evidenceFiles(state, evidence)),
    ...(outcome_unknown ? [`outcome:   ${settleHint(attemptId)}`] : []),
  ]);
}

/** @throws CliFault `not_found` */
export async function findAttempt(
  state: OpenState,
  attemptId: string,
): Promise<{ readonly workspace: string; readonly attempt: Attempt }> {
  for (const workspace of state.workspaces) {
    const attempt = await state.kernel.attempt(workspace, attemptId);
    if (attempt !== null) return { workspace, attempt };
  }
  throw new CliFault('not_found', `There is no such attempt here; "${cux`attempt list`}" names them all.`);
}

function describe(
  attempt: Attempt,
  evidence: readonly Evidence[],
  locate: (digest: Digest) => string,
): readonly string[] {
  const { request, receipt, annex } = attempt;
  const facts = receipt === null ? [] : Object.entries(receipt.observed_facts);
  return [
    `${attempt.attempt_id}  ${attempt.state}  fence ${attempt.fence}  todo ${attempt.todo_id}`,
    `admitted:  ${instant(attempt.admitted_at)}`,
    `request:   ${request.action_unit}, effect class ${request.effect_class}`,
    ...request.write_scope.allowed_actions.map((line) => `may:       ${line}`),
    `must not:  ${request.write_scope.forbidden_effect_classes.join(', ') || '—'}`,
    `receipt:   ${receipt === null ? 'none' : receipt.stop_reason}`,
    ...facts.map(([name, value]) => `saw:       ${name} ${value ? 'yes' : 'no'}`),
    ...(annex?.blocker ? [`blocker:   ${annex.blocker.code}`] : []),
    ...(annex === null ? [] : [`press:     ${annex.press}`]),
    ...(attempt.outcome === null ? [] : [`outcome:   ${attempt.outcome}`]),
    ...evidence.map(({ evidence_class, digest }) => `evidence:  ${evidence_class} ${locate(digest)}`),
  ];
}
