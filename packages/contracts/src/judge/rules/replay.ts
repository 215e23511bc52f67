import type { Statements } from './statement.ts';

/** What the classification of a receipt under a known key comes to. */
export const replayStatements = {
  'replay.same-content':
    'The same content under an answered key is the same receipt: it gets the original answer and causes nothing.',
  'replay.conflict': 'A key that was answered must not come with other content.',
} as const satisfies Statements;
