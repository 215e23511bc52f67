import { runInNewContext } from 'node:vm';
import { type JudgeInput, judge, type StopReason, type Verdict } from '../../src/index.ts';
import { verdictOf } from '../../src/judge/finding.ts';
import { receiptCase } from '../../src/judge/receipt-case.ts';
import { factsRules } from '../../src/judge/rules/facts.ts';
import { runRules } from '../../src/judge/run-rules.ts';
import {
  draftAnnex,
  draftAuthority,
  draftProposal,
  draftReceipt,
  draftRequest,
  requestAuthority,
} from '../support/honest.ts';
import { honestPlan } from '../support/plans.ts';
import { actionAuthority, click, computer } from '../support/public-records.ts';
import { wire } from '../support/wire.ts';
import { accepts, type RuleRow, refuses, spares } from './row.ts';

const honest = {
  kind: 'receipt',
  receipt: draftReceipt(),
  annex: draftAnnex(),
  authority: draftAuthority,
} as const satisfies JudgeInput;

const receipt =
  (changes: Partial<Record<'receipt' | 'annex' | 'authority', unknown>> = {}) =>
  (): Verdict<unknown> =>
    judge({ ...honest, ...changes } as Extract<JudgeInput, { kind: 'receipt' }>);

const alone = (changes: object) => (): Verdict<unknown> =>
  judge({ kind: 'receipt_alone', receipt: { ...draftReceipt(), ...changes }, authority: draftAuthority });

const strange = (value: unknown) => receipt({ receipt: value });

function cyclic(): unknown {
  const node: Record<string, unknown> = { ...draftReceipt() };
  node.self = node;
  return node;
}

const getter = Object.defineProperty({ ...draftReceipt() }, 'todo_id', {
  enumerable: true,
  get: () => 'todo_example',
});

class OwnReceipt {
  schema_version = 'computer_use_receipt_v0';
}

/** A case that the shape would not let through, so that the table is asked for a cell that it does not know. */
function unknownCell(): Verdict<unknown> {
  const subject = receiptCase({ ...draftReceipt() }, draftAnnex(), draftAuthority);
  return verdictOf(
    subject,
    runRules(factsRules, {
      ...subject,
      stopReason: 'interrupted' as StopReason,
      facts: {
        screen_reached: false,
        draft_present: false,
        final_action_clicked: false,
        unknown_modal: false,
      },
    }),
  );
}

/** The one face over all judges. */
export const judgeRows: readonly RuleRow[] = [
  spares(['parse.not-plain-data', 'authority.malformed'], 'in-process values that are plain data', receipt()),
  accepts(
    'texts exactly as received',
    receipt({ receipt: JSON.stringify(draftReceipt()), annex: JSON.stringify(draftAnnex(), null, 2) }),
  ),
  accepts(
    'bytes of another realm, as test runners and sandboxes have them',
    receipt({
      receipt: runInNewContext('Uint8Array.from(bytes)', { bytes: [...wire(draftReceipt())] }),
    }),
  ),
  accepts('bytes', receipt({ receipt: wire(draftReceipt()), annex: wire(draftAnnex()) })),
  accepts('a receipt of a provider that knows v0 alone', alone({})),
  accepts('a request', () => judge({ kind: 'request', request: draftRequest, authority: requestAuthority })),
  accepts('an action', () => judge({ kind: 'action', action: click, authority: actionAuthority })),
  accepts('a plan', () => judge({ kind: 'plan', plan: honestPlan })),
  accepts('a proposal', () => judge({ kind: 'proposal', proposal: draftProposal() })),
  accepts('a record that is given out', () =>
    judge({ kind: 'record', name: 'cux_computer_v1', record: computer }),
  ),
  refuses('facts.not-in-table', 'a cell that nobody thought of', unknownCell),
  refuses('parse.not-plain-data', 'a cycle', strange(cyclic())),
  refuses('parse.not-plain-data', 'a getter', strange(getter)),
  refuses('parse.not-plain-data', 'a proxy', strange(new Proxy({ ...draftReceipt() }, {}))),
  refuses('parse.not-plain-data', 'a BigInt', strange({ ...draftReceipt(), extra: 1n })),
  refuses('parse.not-plain-data', 'a Date', strange({ ...draftReceipt(), extra: new Date(0) })),
  refuses('parse.not-plain-data', 'a function', strange({ ...draftReceipt(), toJSON: () => draftReceipt() })),
  refuses('parse.not-plain-data', 'a symbol as a key', strange({ ...draftReceipt(), [Symbol('x')]: 1 })),
  refuses('parse.not-plain-data', 'NaN', strange({ ...draftReceipt(), extra: Number.NaN })),
  refuses('parse.not-plain-data', 'an instance of a class', strange(new OwnReceipt())),
  refuses('parse.not-plain-data', 'fields on a prototype only', strange(Object.create(draftReceipt()))),
  refuses('parse.not-bytes', 'nothing at all', strange(undefined)),
  refuses('parse.not-bytes', 'a number', strange(42)),
  refuses('parse.reserved-key', 'a text with a prototype in it', strange('{"__proto__":{"ok":true}}')),
  refuses('parse.not-an-object', 'an in-process array', strange([draftReceipt()])),
  refuses(
    'parse.lone-surrogate',
    'half a character in a text, which encoding would replace',
    strange(JSON.stringify(draftReceipt()).replace('loopx-meta', 'loopx\ud800')),
  ),
  refuses(
    'parse.too-many-keys',
    'more keys than a record may have',
    strange(Object.fromEntries(Array.from({ length: 257 }, (_, nth) => [`key${nth}`, nth]))),
  ),
  refuses('annex.missing', 'without its annex', receipt({ annex: null })),
  refuses('authority.missing', 'nobody says what stands', receipt({ authority: null })),
  refuses('authority.missing', 'nor for a receipt alone', () =>
    judge({ kind: 'receipt_alone', receipt: draftReceipt(), authority: null }),
  ),
  refuses('authority.malformed', 'a snapshot of something else', receipt({ authority: requestAuthority })),
  refuses(
    'authority.malformed',
    'a snapshot with one more field',
    receipt({ authority: { ...draftAuthority, trust: true } }),
  ),
  refuses(
    'authority.malformed',
    'a state that no attempt has',
    receipt({ authority: { ...draftAuthority, attempt: { ...draftAuthority.attempt, state: 'fine' } } }),
  ),
  refuses('authority.malformed', 'a yes instead of a snapshot', receipt({ authority: true })),
  refuses('identity.todo', 'alone, for another todo', alone({ todo_id: 'todo_other' })),
  refuses(
    'facts.stopped-but-pressed',
    'alone, and pressed',
    alone({ observed_facts: { ...draftReceipt().observed_facts, final_action_clicked: true } }),
  ),
  refuses('writeback.key', 'alone, and deciding', alone({ complete_todo: true })),
  refuses('shape.not-in-set', 'a kind that is none', () =>
    judge({ kind: 'session' } as unknown as Extract<JudgeInput, { kind: 'plan' }>),
  ),
];
