import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { draftPhase, runCases, usualBench } from './harness/case-benches.ts';
import { type CasePage, readCases } from './harness/case-page.ts';
import { judgeCase } from './harness/judge-case.ts';
import type { CaseOutcome } from './harness/run-case.ts';
import { isWhole } from './harness/size.ts';

const fixtures = path.join(import.meta.dirname, 'fixtures');

/**
 * Pages that stand for a mechanism of their own: a native dialog, a modal, a save by itself, labels that change places, an
 * editor with a model of its own, lookalikes, a plain form, then variants. Proofs play all handed pages and more
 * variants, and with `CUX_REPEAT` every variant.
 */
const tellingPages = ['01', '07', '21', '32', '40', '53', '60'];
const tellingVariants = ['c04', 'f01', 'f03', 'f06', 'f08', 'm01', 'm03', 'm10', 'm14', 'w01', 'x01'];
const shareOfVariants = ['c04', 'f03', 'w01'];

function chosen(folder: string, telling: readonly string[] | 'all'): CasePage[] {
  return readCases(path.join(fixtures, folder)).filter(({ id }) => telling === 'all' || telling.includes(id));
}

const repeated = process.env.CUX_REPEAT !== undefined;
const pages = [
  ...chosen('cases', isWhole || repeated ? 'all' : tellingPages),
  ...chosen('variants', repeated ? 'all' : isWhole ? tellingVariants : shareOfVariants),
];

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
