import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type JudgeInput, judge, type Verdict } from '../src/index.ts';
import { readShape } from '../src/judge/shape.ts';
import { draftAnnex, draftAuthority, draftReceipt } from './support/honest.ts';

type Whatever = Extract<JudgeInput, { kind: 'receipt' }>;

const kinds = [
  'receipt',
  'receipt_alone',
  'request',
  'action',
  'profile',
  'plan',
  'proposal',
  'record',
] as const satisfies readonly JudgeInput['kind'][];

/** Every trap of a proxy throws. */
const trap = (): never => {
  throw new Error('trap');
};
const traps: ProxyHandler<object> = {
  get: trap,
  has: trap,
  ownKeys: trap,
  getPrototypeOf: trap,
  getOwnPropertyDescriptor: trap,
};

/** Values of a process: with getters, prototypes, symbols, typed arrays, cycles. */
const strange = fc.oneof(
  fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withNullPrototype: true,
    withTypedArray: true,
  }),
  fc.constant(Object.create(draftReceipt())),
  fc.constant(
    Object.defineProperty({}, 'goal_id', {
      enumerable: true,
      get: () => {
        throw new Error('read');
      },
    }),
  ),
);

function judged(input: unknown): Verdict<unknown> {
  return judge(input as Whatever);
}

describe('judge', () => {
  it.each(kinds)('never throws and never accepts a strange %s', (kind) => {
    fc.assert(
      fc.property(strange, strange, strange, (record, annex, authority) => {
        const input = { kind, name: 'cux_screen_v1', record, authority, annex };
        const parts = { receipt: record, request: record, action: record, profile: record };
        const verdict = judged({ ...input, ...parts, plan: record, proposal: record });
        expect(verdict.ok).toBe(false);
        expect(verdict.findings.length).toBeGreaterThan(0);
      }),
      { numRuns: 300 },
    );
  });

  it('never throws on an input that is none', () => {
    fc.assert(
      fc.property(strange, (input) => {
        expect(judged(input).ok).toBe(false);
      }),
      { numRuns: 300 },
    );
  });

  it.each(kinds)('refuses a %s that is a proxy, whatever its traps do', (kind) => {
    for (const record of [
      new Proxy({}, traps),
      new Proxy({ ...draftReceipt() }, {}),
      new Proxy(new Uint8Array(2), {}),
      new Proxy(new Uint8Array(2), traps),
    ]) {
      const parts = { receipt: record, request: record, action: record, profile: record };
      const whole = {
        kind,
        name: 'cux_screen_v1',
        record,
        annex: record,
        ...parts,
        plan: record,
        proposal: record,
      };
      expect(judged({ ...whole, authority: record }).ok).toBe(false);
      expect(judged({ ...whole, authority: draftAuthority }).ok).toBe(false);
      expect(judged(record).ok).toBe(false);
    }
  });

  it('reads an in-process value once, and runs none of its code', () => {
    const runs: string[] = [];
    const receipt = Object.defineProperties(
      { ...draftReceipt() },
      {
        todo_id: { enumerable: true, get: () => runs.push('getter') },
        toJSON: { enumerable: true, value: () => runs.push('toJSON') },
      },
    );
    const verdict = judge({ kind: 'receipt', receipt, annex: draftAnnex(), authority: draftAuthority });
    expect(verdict.findings.map(({ rule }) => rule)).toContain('parse.not-plain-data');
    expect(runs).toEqual([]);
  });

  it('accepts nothing that is half there', () => {
    for (const part of ['receipt', 'annex', 'authority'] as const) {
      const input = {
        kind: 'receipt',
        receipt: draftReceipt(),
        annex: draftAnnex(),
        authority: draftAuthority,
      };
      expect(judged(input).ok).toBe(true);
      expect(judged({ ...input, [part]: undefined }).ok).toBe(false);
      expect(judged({ ...input, [part]: {} }).ok).toBe(false);
    }
  });

  it('places what keeps a part from becoming bytes, and calls no such part empty', () => {
    const input = {
      kind: 'receipt',
      receipt: draftReceipt(),
      annex: draftAnnex(),
      authority: draftAuthority,
    };
    const parseOf = (changes: object) =>
      judged({ ...input, ...changes }).findings.flatMap(({ rule, path }) =>
        rule.startsWith('parse.') ? [`${rule} ${path}`] : [],
      );
    expect(parseOf({ receipt: { a: 1n } })).toEqual(['parse.not-plain-data /receipt']);
    expect(parseOf({ annex: { a: 1n } })).toEqual(['parse.not-plain-data /annex']);
    expect(parseOf({ annex: '{"a":"\ud800"}' })).toContain('parse.lone-surrogate /annex');
    expect(parseOf({ kind: 'receipt_alone', receipt: { a: 1n } })).toEqual(['parse.not-plain-data /receipt']);
    expect(parseOf({ receipt: { a: 1n }, annex: '' })).toEqual([
      'parse.not-plain-data /receipt',
      'parse.empty /annex',
    ]);
    expect(judge({ kind: 'plan', plan: { a: 1n } }).findings.map(({ path }) => path)).toEqual(['']);
  });

  it('counts keys before it looks at what they hold, and lets an annex have more of them', () => {
    let looked = 0;
    const many = (count: number) =>
      new Proxy(Object.fromEntries(Array.from({ length: count }, (_, nth) => [`key${nth}`, nth])), {
        getOwnPropertyDescriptor: (target, key) => {
          looked += 1;
          return Reflect.getOwnPropertyDescriptor(target, key);
        },
      });
    const plan = judge({ kind: 'plan', plan: many(16_385) });
    expect(plan.findings.map(({ rule }) => rule)).toEqual(['parse.too-many-keys']);
    const [receipt, annex] = [many(257), many(1_025)];
    const verdict = judge({ kind: 'receipt', receipt, annex, authority: draftAuthority });
    expect(verdict.findings.map(({ rule, path }) => `${rule} ${path}`)).toEqual([
      'parse.too-many-keys /receipt',
      'parse.too-many-keys /annex',
    ]);
    expect(looked).toBe(0);
  });
});

describe('an issue across fields', () => {
  it('is left to the gate family for the binding of a request alone', () => {
    const across = (path: string[]) =>
      z.strictObject({ name: z.string() }).superRefine((_, context) => {
        context.addIssue({ code: 'custom', path, message: 'across fields' });
      });
    const rulesOf = (path: string[]) =>
      readShape(across(path), { name: 'a' }).findings.map(({ rule }) => rule);
    expect(rulesOf(['gate_binding'])).toEqual([]);
    expect(rulesOf(['name'])).toEqual(['shape.invalid']);
    expect(rulesOf([])).toEqual(['shape.invalid']);
  });
});
