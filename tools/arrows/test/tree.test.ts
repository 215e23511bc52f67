import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { checkTree } from '../src/check.ts';
import { printFinding } from '../src/finding.ts';
import { loadTable } from '../src/table.ts';

test('this repository keeps to its own table', () => {
  const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/[\\/]$/, '');
  expect(checkTree(root, loadTable()).map(printFinding)).toEqual([]);
});
