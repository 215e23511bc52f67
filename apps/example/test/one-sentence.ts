import { expect } from 'vitest';
import type { DemoEnd } from './demo-process.ts';

/** One sentence on standard error, and nothing that looks like a stack. */
export function expectOneSentence(end: DemoEnd, code: number): void {
  expect(end.errors.trim().split('\n')).toHaveLength(1);
  expect(end.errors).toMatch(/^cux demo: .+$/m);
  expect(end.errors).not.toContain('    at ');
  expect(end.code).toBe(code);
}
