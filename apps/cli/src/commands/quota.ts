import type { QuotaUsage } from '@cux/kernel';
import { answer, type Output } from '../output.ts';
import type { OpenState } from '../state/open-state.ts';

type Measure = keyof QuotaUsage['used'];

const measures: readonly (readonly [Measure, string])[] = [
  ['attempts', 'attempts'],
  ['actions', 'actions'],
  ['wall_ms', 'milliseconds'],
  ['external_writes', 'external writes'],
  ['interventions', 'interventions'],
];

/** What was used and reserved, of which limit; by goal, and by todo and workspace where a limit was set for them. */
export async function quotaList(state: OpenState, output: Output): Promise<void> {
  const quotas: (QuotaUsage & { readonly workspace: string })[] = [];
  for (const workspace of state.workspaces) {
    quotas.push(...(await state.kernel.quotas(workspace)).map((quota) => ({ workspace, ...quota })));
  }
  const lines = quotas.map(
    (quota) =>
      `${quota.scope} ${quota.scope_id}: ${measures.map((measure) => amount(quota, measure)).join(', ')}`,
  );
  answer(output, { quotas }, lines.length === 0 ? ['Nothing was ever counted.'] : lines);
}

/** `3 of 5 attempts`, with what is reserved and not settled yet. */
function amount(
  { used, limits, reserved }: QuotaUsage,
  [measure, words]: readonly [Measure, string],
): string {
  const held = Object.values(reserved).reduce((sum, amounts) => sum + amounts[measure], 0);
  const limit = limits[measure];
  return [
    String(used[measure]),
    ...(held === 0 ? [] : [`(+${held} reserved)`]),
    ...(limit === undefined ? [] : [`of ${limit}`]),
    words,
  ].join(' ');
}
