import type { Attempt, Evidence } from '@cux/kernel';
import { CliFault } from '../cli-fault.ts';
import { answer, type Output } from '../output.ts';
import type { OpenState } from '../state/open-state.ts';

export async function attemptShow(state: OpenState, output: Output, attemptId: string): Promise<void> {
  for (const workspace of state.workspaces) {
    const attempt = await state.kernel.attempt(workspace, attemptId);
    if (attempt === null) continue;
    const evidence = await state.kernel.evidence(workspace, attemptId);
    return answer(
      output,
      { attempt: { workspace, ...attempt }, evidence },
      describe(state, attempt, evidence),
    );
  }
  throw new CliFault(
    'not_found',
    'There is no such attempt here; "cux todo list --json" names the attempt of each todo.',
  );
}

function describe(state: OpenState, attempt: Attempt, evidence: readonly Evidence[]): readonly string[] {
  const { request, receipt, annex } = attempt;
  const facts = receipt === null ? [] : Object.entries(receipt.observed_facts);
  return [
    `${attempt.attempt_id}  ${attempt.state}  fence ${attempt.fence}  todo ${attempt.todo_id}`,
    `request:   ${request.action_unit}, effect class ${request.effect_class}`,
    ...request.write_scope.allowed_actions.map((line) => `may:       ${line}`),
    `must not:  ${request.write_scope.forbidden_effect_classes.join(', ') || '—'}`,
    `receipt:   ${receipt === null ? 'none' : receipt.stop_reason}`,
    ...facts.map(([name, value]) => `saw:       ${name} ${value ? 'yes' : 'no'}`),
    ...(annex?.blocker ? [`blocker:   ${annex.blocker.code}`] : []),
    ...(annex === null ? [] : [`press:     ${annex.press}`]),
    ...(attempt.outcome === null ? [] : [`outcome:   ${attempt.outcome}`]),
    ...evidence.map(
      ({ evidence_class, digest }) => `evidence:  ${evidence_class} ${state.vault.locate(digest) ?? digest}`,
    ),
  ];
}
