import type { Statements } from './statement.ts';

/** Without knowing what stands, nothing is accepted. */
export const authorityStatements = {
  'authority.missing': 'A record is judged against an authority snapshot; without one it is refused.',
  'authority.malformed':
    'An authority snapshot must follow its published schema; what does not read says nothing.',
  'authority.contradictory':
    'An authority snapshot must agree with itself: commit, state of the attempt and head of the gate, the request with its digest, unit and class.',
} as const satisfies Statements;
