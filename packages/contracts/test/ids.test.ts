import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { issuedId, issuedIdKinds, makeIssuedId } from '../src/index.ts';

const bytes = fc.uint8Array({ minLength: 16, maxLength: 16 });

describe('makeIssuedId', () => {
  it('follows the grammar of its kind', () => {
    fc.assert(
      fc.property(fc.constantFrom(...issuedIdKinds), bytes, (kind, random) => {
        expect(issuedId(kind).safeParse(makeIssuedId(kind, random)).success).toBe(true);
      }),
    );
  });

  it('keeps all 128 bits, in order', () => {
    expect(makeIssuedId('gate', new Uint8Array(16))).toBe(`gate_${'0'.repeat(26)}`);
    expect(makeIssuedId('gate', new Uint8Array(16).fill(255))).toBe(`gate_7${'z'.repeat(25)}`);
    expect(makeIssuedId('key', new Uint8Array(16).fill(1, 15))).toBe(`key_${'0'.repeat(25)}1`);
    fc.assert(
      fc.property(bytes, bytes, (left, right) => {
        const same = left.every((byte, index) => byte === right[index]);
        expect(makeIssuedId('usage', left) === makeIssuedId('usage', right)).toBe(same);
      }),
    );
  });

  it.each([0, 15, 17])('refuses %i bytes', (length) => {
    expect(() => makeIssuedId('gate', new Uint8Array(length))).toThrow(RangeError);
  });
});
