import { randomUUID } from 'node:crypto';
import type { Principal } from '@cux/contracts';
import type { CommandInput, Kernel, Retention } from '@cux/kernel';
import { CliFault } from '../cli-fault.ts';
import { cux } from '../next-command.ts';
import { answer, type Output } from '../output.ts';
import type { OpenState } from '../state/open-state.ts';

export type WantedRetention = CommandInput<'set-retention'>['retention'];

export async function retentionShow(state: OpenState, output: Output, workspace: string): Promise<void> {
  const workspaces = state.workspaces.length === 0 ? [workspace] : state.workspaces;
  const found = await Promise.all(
    workspaces.map(async (each) => ({ workspace: each, ...(await state.kernel.retention(each)) })),
  );
  answer(
    output,
    { retentions: found.map(({ workspace: name, kind, days }) => ({ workspace: name, kind, days })) },
    found.map((each) => `${each.workspace}  ${retentionWords(each)}`),
  );
}

export async function retentionSet(
  state: OpenState,
  output: Output,
  wanted: { readonly workspace: string; readonly person: Principal; readonly retention: WantedRetention },
): Promise<void> {
  const set = await setRetention(state.kernel, wanted);
  answer(output, { workspace: wanted.workspace, ...set }, [
    `${wanted.workspace}  ${retentionWords(set)}`,
    ...(set.kind === 'zdr'
      ? [`What was kept before stays for its days; "${cux`vault sweep --days 0`}" removes it now.`]
      : []),
  ]);
}

/** @throws CliFault `refused`: something is in flight */
export async function setRetention(
  kernel: Kernel,
  wanted: { readonly workspace: string; readonly person: Principal; readonly retention: WantedRetention },
): Promise<Pick<Retention, 'kind' | 'days'>> {
  const { workspace, person, retention } = wanted;
  const key = `cli/${randomUUID()}`;
  const set = await kernel.execute('set-retention', { workspace, principal: person, key }, { retention });
  if (set.kind === 'refused') throw new CliFault('refused', set.message);
  const { kind, days } = set.result;
  return { kind, days };
}

export function retentionWords({ kind, days }: Pick<Retention, 'kind' | 'days'>): string {
  return kind === 'zdr'
    ? 'zdr: nothing that is seen reaches a disk'
    : `standard: evidence and contents are kept for ${days} days`;
}
