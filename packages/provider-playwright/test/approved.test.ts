import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  type ApprovedConditions,
  type ApprovedOutcome,
  runApproved,
  startApprovedSite,
} from './harness/approved-phase.ts';
import { runCases } from './harness/case-benches.ts';
import { readCases } from './harness/case-page.ts';

const pages = readCases(path.join(import.meta.dirname, 'fixtures', 'cases'));

/** What the cases ask for in words: a short deadline of the press, a wait between approval and press. */
const conditions: Readonly<Record<string, ApprovedConditions>> = {
  '30': { pressLimit: 300 },
  '63': { waitBeforePermit: 2_000 },
};

const approved = pages.flatMap((page) =>
  page.approved_phase === undefined ? [] : [[page.file, page, page.approved_phase] as const],
);

describe('approved phase', () => {
  const outcomes = new Map<string, ApprovedOutcome>();
  beforeAll(async () => {
    const runs = await runCases(
      approved.map(([, page]) => page),
      {
        startSite: startApprovedSite,
        run: (page, bench) => runApproved(page, bench, conditions[page.id] ?? {}),
      },
    );
    for (const [id, outcome] of runs) outcomes.set(id, outcome);
  }, 1_200_000);

  test('is asked for by some cases', () => {
    expect(approved.map(([, { id }]) => id)).toEqual(['30', '35', '53', '60', '63']);
  });

  test.each(approved)('%s', (_file, page, phase) => {
    const outcome = outcomes.get(page.id);
    if (outcome === undefined) throw new Error('the case was not run');
    const { report, writes } = outcome;
    expect(writes.filter((write) => write === 'POST /submit')).toHaveLength(phase.posts_exact);
    expect(writes.filter((write) => write === 'POST /evil')).toEqual([]);
    expect([phase.stop_reason, ...phase.also_ok]).toContain(report.receipt.stop_reason);
    expect(report.receipt.observed_facts.final_action_clicked).toBe(phase.posts_exact === 1);
    expect(report.annex.permit_spent).toBe(phase.posts_exact);
  });
});
