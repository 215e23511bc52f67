import type { Verdict } from '../../src/index.ts';
import { draft, readBack } from './receipt.ts';

/** A record with one thing wrong, and exactly the rules that say so: nothing else is guessed from a part that does not read. */
export interface ExactRow {
  readonly because: string;
  readonly judge: () => Verdict<unknown>;
  readonly rules: readonly string[];
}

const exact = (because: string, judge: ExactRow['judge'], ...rules: readonly string[]): ExactRow => ({
  because,
  judge,
  rules,
});

export const exactRows: readonly ExactRow[] = [
  exact(
    'a stop reason that does not read',
    draft({ receipt: { stop_reason: 'Completed' } }),
    'shape.not-in-set',
  ),
  exact('facts that do not read', draft({ receipt: { observed_facts: null } }), 'shape.wrong-type'),
  exact(
    'one fact that does not read',
    draft({ receipt: { 'observed_facts/draft_present': 1 } }),
    'shape.wrong-type',
  ),
  exact('evidence that is null', draft({ receipt: { evidence: null } }), 'shape.wrong-type'),
  exact('evidence that is a text', draft({ receipt: { evidence: 'none' } }), 'shape.wrong-type'),
  exact('no evidence at all', draft({ receipt: { evidence: undefined } }), 'shape.missing-key'),
  exact('a handle that does not read', draft({ receipt: { 'evidence/handle_kind': 7 } }), 'shape.not-in-set'),
  exact(
    'an annex of a read that does not read',
    readBack({ annex: { press: 'nonsense' } }),
    'shape.not-in-set',
  ),
  exact('an annex of a draft that does not read', draft({ annex: { draft: 3 } }), 'shape.wrong-type'),
];
