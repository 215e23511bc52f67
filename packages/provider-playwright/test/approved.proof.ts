import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  type ApprovedOutcome,
  conditionsOf,
  judgeApproved,
  runApproved,
  startApprovedSite,
} from './harness/approved-phase.ts';
import { draftPhase, runCases, usualBench } from './harness/case-benches.ts';
import { readCase, readCases } from './harness/case-page.ts';
import { judgeFence, runFence } from './harness/fence-phase.ts';

const pages = readCases(path.join(import.meta.dirname, 'fixtures', 'cases'));

describe('approved phase', () => {
  const approved = pages.filter((page) => page.approved_phase !== undefined);
  const outcomes = new Map<string, ApprovedOutcome>();
  beforeAll(async () => {
    const kind = {
      startSite: startApprovedSite,
      run: (page: (typeof pages)[number], bench: Parameters<typeof runApproved>[1]) =>
        runApproved(page, bench, conditionsOf(page)),
    };
    await runCases(approved, kind, usualBench, ({ id }, outcome) => outcomes.set(id, outcome));
  }, 1_200_000);

  test('is asked for by some cases', () => {
    expect(approved.map(({ id }) => id)).toEqual(['30', '35', '53', '60', '63']);
    expect(approved.map(conditionsOf)).toEqual([
      { pressLimit: 300 },
      {},
      {},
      {},
      { waitBeforePermit: 2_000 },
    ]);
  });

  test.each(approved.map((page) => [page.file, page] as const))('%s', (_file, page) => {
    const outcome = outcomes.get(page.id);
    if (outcome === undefined) throw new Error('the case was not run');
    expect(judgeApproved(page, outcome)).toEqual([]);
  });
});

describe('a press with an observation of before the page changed', () => {
  const [swapped] = pages.filter(({ fence }) => fence !== undefined);
  const clock = readCase(path.join(import.meta.dirname, 'fixtures', 'variants'), 'k01-control-clock.html');
  const fenced = [swapped, clock].flatMap((page) => (page === undefined ? [] : [page]));

  test('is refused where the element means something else, and passes where a clock ticks elsewhere', async () => {
    const problems: (readonly string[])[] = [];
    await runCases(fenced, { ...draftPhase, run: runFence }, usualBench, (page, outcome) =>
      problems.push(judgeFence(page, outcome)),
    );
    expect(problems).toEqual([[], []]);
  });
});
