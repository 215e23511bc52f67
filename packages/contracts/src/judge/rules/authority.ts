import type { Statements } from './statement.ts';

/** Without knowing what stands, nothing is accepted. */
export const authorityStatements = {
  'authority.missing': 'A record is judged against an authority snapshot; without one it is refused.',
  'authority.malformed':
    'An authority snapshot must follow its published schema; what does not read says nothing.',
} as const satisfies Statements;
