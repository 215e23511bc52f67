import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  classifyReceipt,
  judgePlan,
  judgeProfile,
  judgeProposal,
  judgeReceipt,
  judgeRequest,
  type Verdict,
} from '../src/index.ts';
import {
  draftAnnex,
  draftAuthority,
  draftReceipt,
  draftRequest,
  requestAuthority,
} from './support/honest.ts';
import { wire } from './support/wire.ts';

const judges: Readonly<Record<string, (bytes: unknown) => Verdict<unknown>>> = {
  receipt: (bytes) =>
    judgeReceipt({
      receipt: bytes as Uint8Array,
      annex: bytes as Uint8Array,
      authority: draftAuthority,
    }),
  request: (bytes) => judgeRequest({ request: bytes as Uint8Array, authority: requestAuthority }),
  profile: (bytes) => judgeProfile(bytes as Uint8Array),
  proposal: (bytes) => judgeProposal(bytes as Uint8Array),
  plan: (bytes) => judgePlan(bytes as Uint8Array),
};

/** Values to put in the place of another: of other types, other lengths, hostile texts. */
const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('complete_todo', '__proto__', '\u202e', 'password: hunter2', '', ' '),
);

/** All places of a record, as paths of keys. */
function placesOf(node: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof node !== 'object' || node === null) return [path];
  return [path, ...Object.entries(node).flatMap(([key, value]) => placesOf(value, [...path, key]))];
}

function replaced(node: unknown, path: readonly string[], value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined || typeof node !== 'object' || node === null) return value;
  const entries = Object.entries(node).map(([name, item]): [string, unknown] => [
    name,
    name === key ? replaced(item, rest, value) : item,
  ]);
  return Array.isArray(node) ? entries.map(([, item]) => item) : Object.fromEntries(entries);
}

describe.each(Object.entries(judges))('judging a %s', (_name, judge) => {
  it('never throws and never accepts on random bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(judge(bytes).ok).toBe(false);
      }),
      { numRuns: 300 },
    );
  });

  it('never throws and never accepts on random JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const verdict = judge(wire(JSON.stringify(value)));
        expect(verdict.ok).toBe(false);
        expect(verdict.findings.length).toBeGreaterThan(0);
      }),
      { numRuns: 300 },
    );
  });

  it('never throws on what is not bytes', () => {
    fc.assert(
      fc.property(fc.anything({ withProxy: true } as fc.ObjectConstraints), (value) => {
        expect(judge(value).ok).toBe(false);
      }),
      { numRuns: 300 },
    );
  });
});

describe('an honest receipt with one place changed', () => {
  const receipt = draftReceipt();
  const annex = draftAnnex();

  it('is refused, or says the same in the parts that were issued', () => {
    fc.assert(
      fc.property(fc.constantFrom(...placesOf(receipt)), anything, (path, value) => {
        const changed = replaced(receipt, path, value);
        const verdict = judgeReceipt({
          receipt: wire(JSON.stringify(changed)),
          annex: wire(annex),
          authority: draftAuthority,
        });
        expect(verdict.ok).toBe(JSON.stringify(changed) === JSON.stringify(receipt));
      }),
      { numRuns: 400 },
    );
  });

  it('gives findings that hold no part of what was sent', () => {
    const secret = fc.stringMatching(/^[A-Z]{3}[a-z0-9]{12}$/);
    fc.assert(
      fc.property(fc.constantFrom(...placesOf(receipt)), secret, (path, value) => {
        const changed = replaced(receipt, path, { [value]: value });
        const verdict = judgeReceipt({
          receipt: wire(changed),
          annex: wire(annex),
          authority: draftAuthority,
        });
        expect(JSON.stringify(verdict.findings)).not.toContain(value.slice(0, 8));
      }),
      { numRuns: 300 },
    );
  });

  it('never makes the judge throw in the annex', () => {
    fc.assert(
      fc.property(fc.constantFrom(...placesOf(annex)), anything, (path, value) => {
        const verdict = judgeReceipt({
          receipt: wire(receipt),
          annex: wire(JSON.stringify(replaced(annex, path, value))),
          authority: draftAuthority,
        });
        expect(typeof verdict.ok).toBe('boolean');
      }),
      { numRuns: 200 },
    );
  });
});

describe('without an authority', () => {
  it('nothing is accepted', () => {
    expect(
      judgeReceipt({
        receipt: wire(draftReceipt()),
        annex: wire(draftAnnex()),
        authority: null,
      }).ok,
    ).toBe(false);
    expect(judgeRequest({ request: wire(draftRequest), authority: null }).ok).toBe(false);
  });
});

describe('classifyReceipt', () => {
  const history = [{ receipt: draftReceipt(), annex: draftAnnex() }];
  const bytes = { receipt: wire(draftReceipt()), annex: wire(draftAnnex()) };
  const reordered = Object.fromEntries(Object.entries(draftReceipt()).reverse());

  it.each([
    ['new', 'nothing came before', [], bytes],
    ['replay', 'the same bytes', history, bytes],
    ['replay', 'other order of keys', history, { ...bytes, receipt: wire(reordered) }],
    [
      'replay',
      'other white space',
      history,
      { ...bytes, receipt: wire(JSON.stringify(draftReceipt(), null, 2)) },
    ],
    [
      'conflict',
      'another todo',
      history,
      { ...bytes, receipt: wire({ ...draftReceipt(), todo_id: 'other' }) },
    ],
    ['conflict', 'another annex', history, { ...bytes, annex: wire({ ...draftAnnex(), permit_spent: 1 }) }],
    ['conflict', 'the annex is gone', history, { ...bytes, annex: null }],
    ['new', 'another key', history, { ...bytes, receipt: wire({ ...draftReceipt(), idempotency_key: 'k' }) }],
    ['new', 'bytes that do not read', history, { ...bytes, receipt: wire('{') }],
  ] as const)('%s: %s', (expected, _because, before, arrived) => {
    expect(classifyReceipt(before, arrived)).toBe(expected);
  });
});
