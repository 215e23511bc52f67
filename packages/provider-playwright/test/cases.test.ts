import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { draftPhase, runCases, usualBench } from './harness/case-benches.ts';
import { readCases } from './harness/case-page.ts';
import { judgeCase } from './harness/judge-case.ts';
import type { CaseOutcome } from './harness/run-case.ts';

const fixtures = path.join(import.meta.dirname, 'fixtures');

/** Variants that stand for a mechanism of their own; all of them run with `CUX_REPEAT`. */
const telling = ['c04', 'f01', 'f03', 'f06', 'f08', 'm01', 'm03', 'm10', 'm14', 'w01', 'x01'];
const variants = readCases(path.join(fixtures, 'variants')).filter(
  ({ id }) => process.env.CUX_REPEAT !== undefined || telling.includes(id),
);
const pages = [...readCases(path.join(fixtures, 'cases')), ...variants];

describe('draft phase', () => {
  const outcomes = new Map<string, CaseOutcome>();
  beforeAll(async () => {
    await runCases(pages, draftPhase, usualBench, ({ id }, outcome) => outcomes.set(id, outcome));
  }, 1_200_000);

  test.each(pages.map((page) => [page.file, page] as const))('%s', (_file, page) => {
    const outcome = outcomes.get(page.id);
    expect(outcome).toBeDefined();
    if (outcome !== undefined) expect(judgeCase(page, outcome).join('; ')).toBe('');
  });
});
