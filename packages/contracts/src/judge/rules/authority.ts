import type { Statements } from './statement.ts';

/** Without knowing what stands, nothing is accepted. */
export const authorityStatements = {
  'authority.missing': 'A record is judged against an authority snapshot; without one it is refused.',
} as const satisfies Statements;
