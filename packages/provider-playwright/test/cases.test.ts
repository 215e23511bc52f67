import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readCases } from './harness/case-page.ts';
import { judgeCase } from './harness/judge-case.ts';
import { runCase } from './harness/run-case.ts';

const pages = readCases(path.join(import.meta.dirname, 'fixtures', 'cases'));

describe('draft phase', () => {
  test.each(pages.map((page) => [page.file, page] as const))('%s', async (_file, page) => {
    const outcome = await runCase(page);
    expect(judgeCase(page, outcome)).toEqual([]);
  });
});
