import { judgeReceipt, judgeReceiptAlone, type ReceiptAuthority, type Verdict } from '../../src/index.ts';
import { draftAnnex, draftAuthority, draftReceipt } from '../support/honest.ts';
import { wire } from '../support/wire.ts';
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

const honest = { receipt: wire(draftReceipt()), annex: wire(draftAnnex()), authority: draftAuthority };
const judged = (changes: object) => () => judgeReceipt({ ...honest, ...changes });
const alone = (changes: object) => () => judgeReceiptAlone({ ...honest, ...changes });
const nobody = undefined as unknown as ReceiptAuthority;
const manyWrites = (many: number) =>
  wire({
    ...draftAnnex(),
    write_blocked: many > 0,
    blocked_writes: Array.from({ length: many }, (_, nth) => ({
      method: 'POST',
      origin: 'https://newsroom.example',
      path: `/autosave/${nth}`,
      body_kind: 'empty',
      shape: [],
      rule: 'guard.no-rule',
      count: 1,
    })),
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
  exact('a receipt that is cut short', judged({ receipt: wire('{"a":') }), 'parse.syntax'),
  exact('a receipt alone that is cut short', alone({ receipt: wire('{"a":') }), 'parse.syntax'),
  exact('an annex that is cut short', judged({ annex: wire('{"a":') }), 'parse.syntax'),
  exact('an annex that is none', judged({ annex: undefined }), 'parse.not-bytes', 'annex.missing'),
  exact('nobody says what stands', judged({ authority: nobody }), 'authority.missing'),
  exact('nobody says what stands for a receipt alone', alone({ authority: nobody }), 'authority.missing'),
  exact('an annex of more keys than a receipt may have', judged({ annex: manyWrites(50) })),
  exact(
    'a receipt of more keys than it may have',
    judged({
      receipt: wire(Object.fromEntries(Array.from({ length: 257 }, (_, nth) => [`k${nth}`, nth]))),
    }),
    'parse.too-many-keys',
  ),
];
