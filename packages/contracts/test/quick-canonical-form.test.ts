import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quickCanonicalForm } from '../src/ids/quick-canonical-form.ts';
import { portableSha256Hex, sha256Hex } from '../src/ids/sha256.ts';
import { canonicalForm } from '../src/index.ts';

const anything = fc.anything({
  key: fc.oneof(fc.string(), fc.constantFrom('10', '9', '1a', '__proto__', 'toJSON', 'é', 'z', 'Z')),
  values: [
    fc.string({ unit: 'binary' }),
    fc.constantFrom('\\ud800', 'plain', '\u2028'),
    fc.double(),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.constant(undefined),
  ],
  withBoxedValues: true,
  withDate: true,
  withNullPrototype: true,
  withSparseArray: true,
});

/** What the library says: a text, nothing, or that it throws. */
function ofLibrary(value: unknown): string | undefined | 'throws' {
  try {
    return canonicalize(value);
  } catch {
    return 'throws';
  }
}

describe('the canonical form', () => {
  it('is the same the quick way and step by step, wherever the quick way answers', () => {
    let quick = 0;
    fc.assert(
      fc.property(anything, (value) => {
        const text = quickCanonicalForm(value);
        if (text === null) return;
        quick += 1;
        expect(text).toBe(ofLibrary(value));
      }),
      { numRuns: 2_000 },
    );
    expect(quick).toBeGreaterThan(300);
  });

  it.each([
    {
      value: { b: 1, a: [true, null, 'x'] },
      text: '{"a":[true,null,"x"],"b":1}',
      because: 'members are in order',
    },
    { value: { 10: 'a', 9: 'b' }, text: '{"10":"a","9":"b"}', because: 'numbers are in order as texts' },
    { value: { a: undefined, b: 1 }, text: '{"b":1}', because: 'what is not there is left out' },
    {
      value: JSON.parse('{"__proto__":1,"a":2}'),
      text: '{"__proto__":1,"a":2}',
      because: 'every key is a member',
    },
    { value: '\\ud800', text: '"\\\\ud800"', because: 'six letters are no surrogate' },
    { value: -0, text: '0', because: 'zero has no sign' },
  ])('$because', ({ value, text }) => {
    expect(canonicalForm(value)).toBe(text);
    expect(ofLibrary(value)).toBe(text);
  });

  it.each([[Number.NaN], ['\ud800'], [{ a: '\udfff' }]])('refuses what has none', (value) => {
    expect(() => canonicalForm(value)).toThrow();
  });
});

describe('SHA-256', () => {
  it("is the same by the host's own and by the portable one", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.uint8Array()), (data) => {
        expect(sha256Hex(data)).toBe(portableSha256Hex(data));
      }),
    );
    expect(sha256Hex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});
