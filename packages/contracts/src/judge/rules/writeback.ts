import type { Statements } from './statement.ts';

/** Ownership: a provider reports facts, and never authors what the kernel writes. */
export const writebackStatements = {
  'writeback.key':
    'A provider must not author a kernel write: no key may name a decision about a todo, gate, quota or state.',
  'writeback.embedded':
    'A provider must not author a kernel write: no text may hold JSON with a decision about a todo, gate, quota or state.',
  'writeback.command': 'A provider must not author a kernel write: no value may be a command to the kernel.',
} as const satisfies Statements;
