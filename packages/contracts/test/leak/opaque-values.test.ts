import { describe, expect, it } from 'vitest';
import { screenJson } from '../../src/leak/screen-json.ts';

const rulesOf = (value: unknown): readonly string[] =>
  screenJson(value, [], new Set()).map(({ rule }) => rule);

const hex = (text: string): string => Buffer.from(text, 'utf8').toString('hex').padEnd(64, '2').slice(0, 64);

describe('digests and issued ids in a record', () => {
  const honest = [
    {
      because: 'read backwards, its last letters begin like a token',
      value: 'sha256:d3baa28d2ea732aade21397072acacab121868ecfb15e3195d4e8973971a2aae',
    },
    {
      because: 'some of its letters have the check digits of an account number',
      value: 'sha256:60ad1374456a35087f63d5459a938d6954c6d0093045ab22cef5cefa0e70836f',
    },
    { because: 'an issued id is random, too', value: 'gate_0123456789abcdefghjkmnpqrs' },
  ];

  it.each(honest)('pass: $because', ({ value }) => {
    expect(rulesOf({ digest: value })).toEqual([]);
    expect(rulesOf([value, value])).toEqual([]);
    expect(rulesOf({ digest: value, evidence_class: 'screenshot' })).toEqual([]);
  });

  const hidden = [
    { because: 'text is written into its digits', value: `sha256:${hex('AKIAIOSFODNN7EXAMPL3 password=x')}` },
    { because: 'it is a digest and more', value: `sha256:${'0'.repeat(64)} ghp_${'a1B2'.repeat(9)}` },
    { because: 'it only begins like an id', value: `key_ghp_${'a1B2'.repeat(9)}` },
  ];

  it.each(hidden)('are refused: $because', ({ value }) => {
    expect(rulesOf({ digest: value })).not.toEqual([]);
  });

  it('do not keep apart the pieces of a secret that stand beside them', () => {
    const digest = `sha256:${'0'.repeat(64)}`;
    expect(rulesOf(['ghp_a1B2a1B2a1B2a1B2', digest, 'a1B2a1B2a1B2a1B2a1B2'])).toContain('leak.token');
  });

  it('do not make a text pass because its pieces did', () => {
    expect(rulesOf({ first: ['pass', 'word=abcdefgh'], second: 'password=abcdefgh' })).toContain(
      'leak.password',
    );
  });
});
