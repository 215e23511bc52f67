import {
  type AnsweredReceipt,
  type ArrivedReceipt,
  classifyReceipt,
  judgeReceipt,
  replayFinding,
  type Verdict,
} from '../../src/index.ts';
import { refusedFor } from '../../src/judge/finding.ts';
import { draftAnnex, draftAuthority, draftReceipt } from '../support/honest.ts';
import { wire } from '../support/wire.ts';
import { changed } from './receipt.ts';
import { accepts, type RuleRow, refuses, spares } from './row.ts';

const answered: AnsweredReceipt = { receipt: draftReceipt(), annex: draftAnnex() };

/** What callers compare with. */
const answers: ReadonlySet<string> = new Set(['new', 'replay', 'conflict']);

interface Again {
  readonly receipt?: Readonly<Record<string, unknown>>;
  readonly annex?: Readonly<Record<string, unknown>> | null;
  /** The text of the receipt as it arrives; made from the changes unless given. */
  readonly text?: string;
  readonly history?: readonly AnsweredReceipt[];
}

/** A receipt that arrives when the honest one was accepted before, but for these changes. */
const again =
  ({ receipt = {}, annex = {}, text, history = [answered] }: Again = {}) =>
  (): Verdict<unknown> => {
    const arrived = {
      receipt: wire(text ?? changed(draftReceipt(), receipt)),
      annex: annex === null ? null : wire(changed(draftAnnex(), annex)),
    };
    const classification = classifyReceipt(history, arrived);
    if (!answers.has(classification)) throw new Error('a classification that nobody knows');
    if (classification !== 'new') return refusedFor([replayFinding(classification)]);
    const annexBytes = arrived.annex ?? new Uint8Array();
    return judgeReceipt({ receipt: arrived.receipt, annex: annexBytes, authority: draftAuthority });
  };

const reversed = JSON.stringify(Object.fromEntries(Object.entries(draftReceipt()).reverse()), null, 2);
const escaped = JSON.stringify(draftReceipt()).replace('loopx-meta', 'loopx\\u002dmeta');
const bare: AnsweredReceipt = { receipt: draftReceipt(), annex: null };

export const replayRows: readonly RuleRow[] = [
  spares(
    ['replay.same-content', 'replay.conflict'],
    'the first receipt under its key is judged',
    again({ history: [] }),
  ),
  accepts(
    'what was answered under another key is another receipt',
    again({ history: [{ ...answered, receipt: { ...draftReceipt(), idempotency_key: 'key_other' } }] }),
  ),
  refuses('replay.same-content', 'the same bytes twice', again()),
  refuses(
    'replay.same-content',
    'the order of keys and white space are no content',
    again({ text: reversed }),
  ),
  refuses('replay.same-content', 'nor is the spelling of a character', again({ text: escaped })),
  refuses('replay.same-content', 'without an annex then and now', again({ annex: null, history: [bare] })),
  refuses(
    'replay.same-content',
    'one of several answers under the key is the same',
    again({ history: [{ ...answered, annex: null }, answered] }),
  ),
  refuses('replay.conflict', 'the same key, another todo', again({ receipt: { todo_id: 'todo_other' } })),
  refuses(
    'replay.conflict',
    'the same key, one fact turned round',
    again({ receipt: { 'observed_facts/draft_present': false } }),
  ),
  refuses('replay.conflict', 'the same key, one more field', again({ receipt: { note: 'hello' } })),
  refuses('replay.conflict', 'the same receipt beside another annex', again({ annex: { permit_spent: 1 } })),
  refuses('replay.conflict', 'the annex was left out this time', again({ annex: null })),
  refuses('replay.conflict', 'an annex came to what had none', again({ history: [bare] })),
  refuses(
    'identity.idempotency-key',
    'the old key with one letter in other case was never issued',
    again({ receipt: { idempotency_key: draftReceipt().idempotency_key.toUpperCase() } }),
  ),
  refuses('parse.syntax', 'what does not read is judged, not compared', again({ text: '{"a":' })),
  refuses(
    'replay.conflict',
    'a history that does not read cannot say that the key is free',
    again({ history: null as unknown as readonly AnsweredReceipt[] }),
  ),
  refuses('replay.conflict', 'a text cannot be compared, and does not free the key', () => {
    const text = JSON.stringify(draftReceipt()) as unknown as Uint8Array;
    const classification = classifyReceipt([answered], { receipt: text, annex: null });
    if (!answers.has(classification)) throw new Error('a classification that nobody knows');
    if (classification !== 'new') return refusedFor([replayFinding(classification)]);
    return judgeReceipt({ receipt: text, annex: wire(draftAnnex()), authority: draftAuthority });
  }),
  refuses('parse.not-bytes', 'nothing arrived, and nothing has been answered', () => {
    const classification = classifyReceipt([answered], undefined as unknown as ArrivedReceipt);
    if (classification !== 'new') return refusedFor([replayFinding(classification)]);
    return judgeReceipt({
      receipt: undefined as unknown as Uint8Array,
      annex: wire(draftAnnex()),
      authority: draftAuthority,
    });
  }),
];
