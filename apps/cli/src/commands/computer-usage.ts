import type { Usage } from '@cux/contracts';
import { type UsageLine, type UsageTotal, usageTotals } from '@cux/kernel';
import { usageRecord } from '@cux/runtime';
import { CliFault } from '../cli-fault.ts';
import { cux } from '../next-command.ts';
import { answer, duration, named, type Output } from '../output.ts';
import type { OpenState } from '../state/open-state.ts';
import { type FoundComputer, findComputer } from './computers.ts';

export interface UsageOf {
  /** Every Computer when left out. */
  readonly computerId: string | undefined;
  readonly sessionId: string | undefined;
}

/** The usage ledger, line by line as JSON, and added up for a person: of each Computer, and of all. */
export async function computerUsage(state: OpenState, output: Output, of: UsageOf): Promise<void> {
  const usage: Usage[] = [];
  const all: UsageLine[] = [];
  const lines: string[] = [];
  const computers = await computersOf(state, of.computerId);
  for (const { workspace, computer } of computers) {
    const found = (await state.kernel.computerUsage(workspace, computer.computer_id)) ?? [];
    const own = found.filter(({ session_id }) => of.sessionId === undefined || session_id === of.sessionId);
    if (of.sessionId !== undefined && own.length === 0) continue;
    usage.push(...own.map((line) => usageRecord(workspace, line)));
    all.push(...own);
    lines.push(`${computer.computer_id}  ${computer.lifecycle}`, ...figures(usageTotals(own)));
  }
  if (lines.length === 0) throw nothingFound(of);
  const totals = usageTotals(all);
  if (computers.length > 1 && of.sessionId === undefined) lines.push('in all', ...figures(totals));
  answer(output, { usage, totals }, lines);
}

async function computersOf(
  state: OpenState,
  computerId: string | undefined,
): Promise<readonly FoundComputer[]> {
  if (computerId !== undefined) return [await findComputer(state, computerId)];
  const found: FoundComputer[] = [];
  for (const workspace of state.workspaces) {
    const computers = await state.kernel.computers(workspace);
    found.push(...computers.map((computer) => ({ workspace, computer })));
  }
  return found;
}

function nothingFound({ sessionId }: UsageOf): CliFault {
  return sessionId === undefined
    ? new CliFault('not_found', `There is no Computer; "${cux`computer create --from FILE`}" makes one.`)
    : new CliFault(
        'not_found',
        `Nothing was used in such a session; "${cux`computer show COMPUTER`}" names the sessions.`,
      );
}

/** One line for each measure that has anything. */
function figures(totals: readonly UsageTotal[]): readonly string[] {
  const sum = (measure: UsageTotal['measure']): number =>
    totals.filter((total) => total.measure === measure).reduce((all, { quantity }) => all + quantity, 0);
  const parts = (measure: UsageTotal['measure']): string =>
    totals
      .filter((total) => total.measure === measure)
      .map(part)
      .join(', ');
  const texts = [
    ['awake', sum('awake_milliseconds') > 0 ? duration(sum('awake_milliseconds')) : ''],
    ['perhaps', sum('unproved_milliseconds') > 0 ? `${duration(sum('unproved_milliseconds'))} more` : ''],
    ['actions', parts('actions')],
    ['observations', sum('observations') > 0 ? String(sum('observations')) : ''],
    ['approvals', parts('approvals')],
    ['people', parts('interventions')],
    ['evidence', sum('evidence_bytes') > 0 ? `${sum('evidence_bytes')} bytes` : ''],
  ] as const;
  const used = texts.filter(([, text]) => text !== '');
  return used.length === 0 ? ['nothing was used'] : used.map(([name, text]) => named(name, text));
}

/** `3 click performed`, `2 asked`. */
function part({ quantity, action, outcome }: UsageTotal): string {
  return [String(quantity), action, outcome]
    .filter((word) => word !== null)
    .join(' ')
    .replaceAll('_', ' ');
}
