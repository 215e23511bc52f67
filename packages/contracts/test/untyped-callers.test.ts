import { describe, expect, it } from 'vitest';
import {
  type Annex,
  classifyReceipt,
  type JudgeInput,
  judge,
  judgeAction,
  judgePlan,
  judgeProfile,
  judgeProposal,
  judgeReceipt,
  judgeReceiptAlone,
  judgeRecord,
  judgeRequest,
  type Receipt,
  readStrictJson,
  tryWireBytes,
  type Verdict,
} from '../src/index.ts';
import { draftAnnex, draftAuthority, draftReceipt } from './support/honest.ts';
import { wire } from './support/wire.ts';

type Loose = (...values: readonly unknown[]) => Verdict<unknown>;

const rulesOf = (verdict: { readonly ok: boolean; readonly findings?: readonly { rule: string }[] }) =>
  (verdict.findings ?? []).map(({ rule }) => rule);

const honest = { kind: 'receipt', receipt: draftReceipt(), annex: draftAnnex() } as const;

function judgedWith(authority: unknown): readonly string[] {
  return rulesOf(judge({ ...honest, authority } as Extract<JudgeInput, { kind: 'receipt' }>));
}

describe('an authority of the process', () => {
  const { request, ...rest } = draftAuthority;
  const reads: string[] = [];
  const malformed: readonly (readonly [because: string, authority: unknown])[] = [
    ['every field is inherited', Object.create(draftAuthority)],
    ['one field is inherited', Object.assign(Object.create({ request }), rest)],
    [
      'a getter would be read',
      Object.defineProperty({ ...rest }, 'request', {
        enumerable: true,
        get: () => {
          reads.push('request');
          return request;
        },
      }),
    ],
    ['a field cannot be seen', Object.defineProperty({ ...rest }, 'request', { value: request })],
    ['it is a proxy', new Proxy({ ...draftAuthority }, {})],
    ['a part of it is a proxy', { ...draftAuthority, attempt: new Proxy(draftAuthority.attempt, {}) }],
    ['it is an instance of a class', Object.assign(new (class Authority {})(), draftAuthority)],
    [
      'a revision is a zero with a sign',
      { ...draftAuthority, gate: { ...draftAuthority.gate, revision: -0 } },
    ],
    ['it is longer than any', { ...draftAuthority, channel_provider_id: 'x'.repeat(5_000_000) }],
  ];

  it.each(malformed)('is refused when %s', (_because, authority) => {
    expect(judgedWith(authority)).toEqual(['authority.malformed', 'authority.missing']);
    expect(reads).toEqual([]);
  });

  it('may leave out what is optional by writing undefined', () => {
    const verdict = judge({
      kind: 'request',
      request: draftAuthority.request,
      authority: {
        gate: null,
        subject_digest: null,
        provider: {
          provider_id: draftAuthority.request.provider_id,
          ready: true,
          external_write: 'gated',
          screenshots: undefined,
        },
        private_source: undefined,
      },
    });
    expect(verdict).toMatchObject({ ok: true });
  });
});

describe('bytes that are no plain bytes', () => {
  const text = JSON.stringify({ a: 'x'.repeat(70_000) });

  class Smaller extends Uint8Array {
    override get length(): number {
      return 10;
    }
    override get byteLength(): number {
      return 10;
    }
    override includes(): boolean {
      return false;
    }
  }

  it('are as long as they are, whatever a subclass says', () => {
    expect(rulesOf(readStrictJson(new Smaller(wire(text))))).toEqual(['parse.too-large']);
    expect(rulesOf(readStrictJson(new Smaller(Uint8Array.of(0x7b, 0, 0x7d))))).toEqual(['parse.nul']);
    expect(readStrictJson(Buffer.from('{"a":1}'))).toEqual({ ok: true, value: { a: 1 } });
  });

  it.each([
    ['an object with their prototype', Object.create(Uint8Array.prototype)],
    ['larger numbers with their prototype', Object.setPrototypeOf(new Uint16Array(2), Uint8Array.prototype)],
    ['a proxy of bytes', new Proxy(wire('{}'), {})],
    ['a text', '{}'],
    ['nothing', undefined],
  ])('are refused: %s', (_name, bytes) => {
    expect(rulesOf(readStrictJson(bytes))).toEqual(['parse.not-bytes']);
  });
});

describe('every judge answers', () => {
  const calls: readonly (readonly [name: string, call: Loose])[] = [
    ['judgeReceipt', judgeReceipt as Loose],
    ['judgeReceiptAlone', judgeReceiptAlone as Loose],
    ['judgeRequest', judgeRequest as Loose],
    ['judgeAction', judgeAction as Loose],
    ['judgePlan', judgePlan as Loose],
    ['judgeProfile', judgeProfile as Loose],
    ['judgeProposal', judgeProposal as Loose],
    ['judgeRecord', judgeRecord as Loose],
  ];
  const parts = { receipt: wire(draftReceipt()), annex: wire(draftAnnex()) };
  const values: readonly unknown[] = [
    undefined,
    null,
    7,
    {},
    { authority: {} },
    { ...parts, authority: {} },
    { ...parts, authority: 'draft' },
    { ...parts, authority: { ...draftAuthority, extractions: null } },
    { receipt: Object.create(Uint8Array.prototype), annex: null, authority: draftAuthority },
    { request: wire(draftAuthority.request), authority: {} },
    {
      get authority() {
        throw new Error('read');
      },
    },
  ];

  it.each(calls)('%s refuses what is no input', (_name, call) => {
    for (const value of values) {
      const verdict = call(value);
      expect(verdict.ok).toBe(false);
      expect(verdict.findings.length).toBeGreaterThan(0);
    }
    expect(call().ok).toBe(false);
  });

  it('says of a record what there is to say, also beside an authority that does not read', () => {
    const verdict = (judgeReceipt as Loose)({ ...parts, receipt: wire({}), authority: {} });
    expect(rulesOf(verdict)).toEqual(expect.arrayContaining(['authority.malformed', 'shape.missing-key']));
  });

  it('knows no record by a name of every object', () => {
    expect(rulesOf((judgeRecord as Loose)('toString', wire({})))).toEqual(['shape.not-in-set']);
  });
});

describe('classifyReceipt answers', () => {
  const classify = classifyReceipt as (...values: readonly unknown[]) => string;
  const receipt = draftReceipt() as Receipt;
  const annex = draftAnnex() as Annex;
  const bytes = wire(receipt);
  const rows: readonly (readonly [because: string, history: unknown, arrived: unknown, answer: string])[] = [
    ['no annex is no annex, null', [{ receipt, annex: null }], { receipt: bytes, annex: null }, 'replay'],
    [
      'no annex is no annex, undefined',
      [{ receipt, annex: null }],
      { receipt: bytes, annex: undefined },
      'replay',
    ],
    ['no annex was there either', [{ receipt }], { receipt: bytes, annex: null }, 'replay'],
    ['an annex is missing', [{ receipt, annex }], { receipt: bytes, annex: undefined }, 'conflict'],
    ['a history that is none frees no key', undefined, { receipt: bytes, annex: null }, 'conflict'],
    ['an entry that is none frees no key', [null], { receipt: bytes, annex: null }, 'conflict'],
    ['what does not read is for the judge', [{ receipt, annex }], undefined, 'new'],
    ['what does not read is for the judge', [], { receipt: wire('{'), annex: null }, 'new'],
    [
      'a text is no bytes, and frees no key',
      [{ receipt, annex }],
      { receipt: JSON.stringify(receipt) },
      'conflict',
    ],
    ['nor is an object', [], { receipt, annex: null }, 'conflict'],
    ['nor is the annex', [{ receipt, annex }], { receipt: bytes, annex: JSON.stringify(annex) }, 'conflict'],
    ['what does not read is for the judge', undefined, undefined, 'new'],
  ];

  it.each(rows)('%s', (_because, history, arrived, answer) => {
    expect(classify(history, arrived)).toBe(answer);
  });
});

describe('a value of the process', () => {
  it('is refused for a zero with a sign, as its text is', () => {
    expect(rulesOf(tryWireBytes({ a: [-0] }))).toEqual(['parse.negative-zero']);
    expect(rulesOf(judge({ kind: 'profile', profile: { ...draftReceipt(), a: -0 } }))).toContain(
      'parse.negative-zero',
    );
    expect(rulesOf(readStrictJson(wire('{"a":[-0]}')))).toEqual(['parse.negative-zero']);
  });

  it('is refused by its length before anything is made of it', () => {
    const text = 'x'.repeat(65_537);
    for (const receipt of [text, { goal_id: text }, { a: [text.slice(1), 'y'] }, { [text]: 1 }]) {
      const verdict = judge({ kind: 'receipt_alone', receipt, authority: draftAuthority });
      expect(rulesOf(verdict)).toEqual(['parse.too-large']);
      expect(verdict.findings[0]?.path).toBe('/receipt');
    }
    expect(rulesOf(tryWireBytes({ a: new Array(4_000_000_000) }))).toEqual(['parse.too-large']);
    const wide = Object.fromEntries(Array.from({ length: 101 }, (_each, key) => [String(key), null]));
    expect(rulesOf(tryWireBytes(wide, { maximumBytes: 100 }))).toEqual(['parse.too-large']);
  });

  it('is walked no further once it is too large', () => {
    let looked = 0;
    const far = new Proxy(
      {},
      {
        ownKeys: () => {
          looked += 1;
          return [];
        },
      },
    );
    tryWireBytes({ text: 'x'.repeat(101), far }, { maximumBytes: 100 });
    expect(looked).toBe(0);
  });
});
