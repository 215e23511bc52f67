import type { Stage } from './cells.ts';

/** What the second command under a key comes to. */
export interface ExpectedCell {
  readonly stage: Stage;
  readonly body: 'same' | 'other';
  /** `decided`, `the stored answer`, or the rule that refuses. */
  readonly answer: string;
  /** How often the command was carried out in all. */
  readonly effects: number;
  readonly because: string;
}

/** The table of idempotency: every stage of the first command, against the same body and another one. */
export const table: readonly ExpectedCell[] = [
  { stage: 'new', body: 'same', answer: 'decided', effects: 1, because: 'nobody has used the key' },
  { stage: 'new', body: 'other', answer: 'decided', effects: 1, because: 'nobody has used the key' },
  {
    stage: 'pending',
    body: 'same',
    answer: 'decided',
    effects: 1,
    because: 'what may still change is no answer for good: the retry is decided on what stands now',
  },
  {
    stage: 'pending',
    body: 'other',
    answer: 'decided',
    effects: 1,
    because: 'a refusal that is not for good binds the key to nothing',
  },
  { stage: 'done', body: 'same', answer: 'the stored answer', effects: 1, because: 'it is the same command' },
  {
    stage: 'done',
    body: 'other',
    answer: 'idempotency_conflict',
    effects: 1,
    because: 'the key belongs to another command',
  },
  {
    stage: 'failed before start',
    body: 'same',
    answer: 'decided',
    effects: 1,
    because: 'nothing of the first one was written',
  },
  {
    stage: 'failed before start',
    body: 'other',
    answer: 'decided',
    effects: 1,
    because: 'nothing of the first one was written, its key neither',
  },
  {
    stage: 'failed after start',
    body: 'same',
    answer: 'the stored answer',
    effects: 1,
    because: 'the first one was written although its sender heard of a fault',
  },
  {
    stage: 'failed after start',
    body: 'other',
    answer: 'idempotency_conflict',
    effects: 1,
    because: 'the first one was written, with its key',
  },
  {
    stage: 'in flight',
    body: 'same',
    answer: 'the stored answer',
    effects: 1,
    because: 'it waits for the first one and gets its answer',
  },
  {
    stage: 'in flight',
    body: 'other',
    answer: 'idempotency_conflict',
    effects: 1,
    because: 'it waits for the first one, which takes the key',
  },
  {
    stage: 'expired',
    body: 'same',
    answer: 'gate.expired',
    effects: 0,
    because: 'what is over stays refused, with the stored refusal',
  },
  {
    stage: 'expired',
    body: 'other',
    answer: 'idempotency_conflict',
    effects: 0,
    because: 'the stored refusal belongs to another command',
  },
];
