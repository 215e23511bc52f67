import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  NotPlainDataError,
  planLimits,
  readStrictJson,
  recordLimits,
  toWireBytes,
  tryWireBytes,
} from '../src/index.ts';
import { wire } from './support/wire.ts';

const loose = { ...recordLimits, maximumBytes: 1_000_000, maximumKeys: 10_000, numbers: 'any' as const };

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const jsonLikeText = fc
  .array(
    fc.constantFrom(
      ...[
        '{',
        '}',
        '[',
        ']',
        ',',
        ':',
        '"a"',
        '"b"',
        '"\\u0061"',
        '1',
        '-0',
        '1.5',
        '1e5',
        '01',
        'true',
        'null',
      ],
      ...[' ', '\n', '\t', '//x\n', '/**/', "'a'", 'NaN', '"\\x"', '"\t"', '\u00a0', '+1', '.5', '"', '\\'],
    ),
    { maxLength: 14 },
  )
  .map((parts) => parts.join(''));

describe('readStrictJson', () => {
  it('reads nothing that JSON.parse does not read', () => {
    fc.assert(
      fc.property(jsonLikeText, (text) => {
        const reading = readStrictJson(wire(`{"a":${text}}`), loose);
        if (reading.ok) expect(parses(`{"a":${text}}`)).toBe(true);
      }),
      { numRuns: 3_000 },
    );
  });

  it('calls a text ill-formed exactly when JSON.parse does', () => {
    fc.assert(
      fc.property(jsonLikeText, (text) => {
        const reading = readStrictJson(wire(text), loose);
        const rules = reading.ok ? [] : reading.findings.map(({ rule }) => rule);
        const illFormed = rules.some(
          (rule) => rule === 'parse.syntax' || rule === 'parse.trailing-content' || rule === 'parse.empty',
        );
        expect(illFormed).toBe(!parses(text));
      }),
      { numRuns: 3_000 },
    );
  });

  it('gives back what was serialised', () => {
    const keys = fc
      .string({ unit: 'grapheme-ascii', maxLength: 8 })
      .filter((key) => !(key in {}) && key !== 'then');
    const values = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        fc.string({ unit: 'grapheme-ascii' }),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(keys, tie('value'), { maxKeys: 4, noNullPrototype: true }),
      ),
    })).value;
    fc.assert(
      fc.property(fc.dictionary(keys, values, { maxKeys: 4, noNullPrototype: true }), (value) => {
        const plain = JSON.parse(JSON.stringify(value)) as object;
        const reading = readStrictJson(toWireBytes(plain), loose);
        expect(reading.ok && reading.value).toEqual(plain);
      }),
      { numRuns: 500 },
    );
  });

  it('names the place, but no key that a schema does not know', () => {
    const reading = readStrictJson(wire('{"goal_id":1.5,"hunter2":{"todo_id":1.5}}'));
    expect(reading.ok ? [] : reading.findings.map(({ path }) => path)).toEqual(['/goal_id', '/*/todo_id']);
  });

  it('reports everything at once', () => {
    const reading = readStrictJson(wire('{"a":1.5,"a":-0,"__proto__":"\\ud800"}'));
    expect(reading.ok ? [] : reading.findings.map(({ rule }) => rule)).toEqual([
      'parse.number-not-integer',
      'parse.duplicate-key',
      'parse.negative-zero',
      'parse.reserved-key',
      'parse.lone-surrogate',
    ]);
  });

  it('leaves deep and wide texts before it has read them', () => {
    const deep = readStrictJson(wire(`{"a":${'['.repeat(60_000)}`));
    expect(deep.ok ? [] : deep.findings.map(({ rule }) => rule)).toEqual(['parse.too-deep']);
    const wide = readStrictJson(wire(`{${Array.from({ length: 6_000 }, (_, key) => `"k${key}":1`).join()}}`));
    expect(wide.ok ? [] : wide.findings.map(({ rule }) => rule)).toEqual(['parse.too-many-keys']);
  });

  it('reads a plan with long content', () => {
    const body = 'x'.repeat(65_536);
    expect(readStrictJson(wire({ value: body }), planLimits)).toEqual({ ok: true, value: { value: body } });
  });
});

describe('toWireBytes', () => {
  it('serialises plain data once', () => {
    const value = { a: [1, 'x', null, true], b: { c: {} } };
    expect(JSON.parse(new TextDecoder().decode(toWireBytes(value)))).toEqual(value);
  });

  const cycle: Record<string, unknown> = {};
  cycle.self = cycle;

  it.each([
    ['a getter', Object.defineProperty({}, 'a', { enumerable: true, get: () => 1 })],
    ['a getter deep inside', [{ b: Object.defineProperty({}, 'a', { enumerable: true, get: () => 1 }) }]],
    ['a proxy', new Proxy({ a: 1 }, {})],
    ['a proxy deep inside', { a: [new Proxy({}, {})] }],
    ['a cycle', cycle],
    ['a BigInt', { a: 1n }],
    ['a Date', { a: new Date(0) }],
    ['a Map', new Map([['a', 1]])],
    ['a function', { a: () => 1 }],
    ['a symbol', { a: Symbol('x') }],
    ['a symbol as a key', { [Symbol('x')]: 1 }],
    ['undefined', { a: undefined }],
    ['NaN', { a: Number.NaN }],
    ['an array with a hole', new Array(2)],
    ['an array with a name', Object.assign([1], { extra: 1 })],
    ['an instance of a class', new (class Receipt {})()],
    ['fields on a prototype only', Object.create({ goal_id: 'x' })],
    ['toJSON', { toJSON: () => ({ ok: true }) }],
  ])('refuses %s', (_name, value) => {
    expect(tryWireBytes(value).ok).toBe(false);
    expect(() => toWireBytes(value)).toThrow(NotPlainDataError);
  });

  it('runs no getter', () => {
    let runs = 0;
    tryWireBytes(
      Object.defineProperty({}, 'a', {
        enumerable: true,
        get: () => {
          runs += 1;
        },
      }),
    );
    expect(runs).toBe(0);
  });
});
