import { conditionsOf, judgeApproved, runApproved, startApprovedSite } from './approved-phase.ts';
import { type BenchOptions, draftPhase, runCases } from './case-benches.ts';
import type { CasePage } from './case-page.ts';
import { judgeFence, runFence } from './fence-phase.ts';
import { judgeCase } from './judge-case.ts';
import type { CaseOutcome } from './run-case.ts';

/** One run of one page, as it is told. */
export interface CaseLine {
  readonly id: string;
  readonly stop_reason: string;
  readonly blocker: string | null;
  /** The four facts of the receipt. */
  readonly facts: CaseOutcome['report']['receipt']['observed_facts'];
  /** Writes that reached the site before any approval. */
  readonly writes: readonly string[];
  /** How many canaries were found, never which. */
  readonly canaries: number;
  /** Everything that is not as it should be; empty when the page is right. */
  readonly problems: readonly string[];
}

function lineOf(page: CasePage, outcome: CaseOutcome): CaseLine {
  const { receipt, annex } = outcome.report;
  return {
    id: page.id,
    stop_reason: receipt.stop_reason,
    blocker: annex.blocker?.code ?? null,
    facts: receipt.observed_facts,
    writes: [...outcome.writes],
    canaries: outcome.leaked.length,
    problems: judgeCase(page, outcome),
  };
}

/** Runs every phase that each page has, and says of each page whether it was right. */
export async function runAllPhases(
  pages: readonly CasePage[],
  options: BenchOptions,
): Promise<readonly CaseLine[]> {
  const lines = new Map<string, CaseLine>();
  const add = (page: CasePage, problems: readonly string[]) => {
    const line = lines.get(page.id);
    if (line !== undefined) lines.set(page.id, { ...line, problems: [...line.problems, ...problems] });
  };
  await runCases(pages, draftPhase, options, (page, outcome) => lines.set(page.id, lineOf(page, outcome)));
  await runCases(
    pages.filter(({ fence }) => fence !== undefined),
    { ...draftPhase, run: runFence },
    options,
    (page, outcome) => add(page, judgeFence(page, outcome)),
  );
  await runCases(
    pages.filter(({ approved_phase: phase }) => phase !== undefined),
    { startSite: startApprovedSite, run: (page, bench) => runApproved(page, bench, conditionsOf(page)) },
    options,
    (page, outcome) => add(page, judgeApproved(page, outcome)),
  );
  return pages.flatMap(({ id }) => lines.get(id) ?? []);
}
