import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type JsonLimits, recordLimits } from '../src/strict-json/limits.ts';
import { quickRead } from '../src/strict-json/quick-read.ts';
import { scanJson } from '../src/strict-json/scan-json.ts';

const small: JsonLimits = { maximumBytes: 65_536, maximumDepth: 4, maximumKeys: 6, numbers: 'integers' };

/** Texts that are nearly JSON: valid ones, with pieces cut out, doubled or put in. */
const pieces = fc.constantFrom(
  ...[
    '{',
    '}',
    '[',
    ']',
    ':',
    ',',
    '"',
    '"a"',
    '"a":',
    '"b":1',
    '{"a":1}',
    '"\\""',
    '"\\\\"',
    '\\',
    '1',
    '-0',
    '0',
  ],
  ...[
    '1.0',
    '1e3',
    '1E3',
    '9007199254740993',
    '9007199254740991',
    '1e400',
    'true',
    'false',
    'null',
    ' ',
    '\n',
  ],
  ...[
    '"__proto__":1',
    '"then":1',
    '"\\u0000"',
    '"\\ud800"',
    '"\ufffe"',
    '"\\uffff"',
    '"é"',
    '"😀"',
    '//',
    '/* */',
    '\u00a0',
  ],
  ...['"a\\u0062":1', '"ab":1', '{"a":{"a":1},"b":{"a":1}}', '"\\ud83d\\ude00"', '"e.E"', '"{[:]}"'],
);

describe('the quick reading of JSON', () => {
  it('reads nothing that the careful one refuses, and the same value', () => {
    let read = 0;
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), fc.boolean(), (parts, wrapped) => {
        const text = wrapped ? `{"x":[${parts.join(',')}]}` : parts.join('');
        for (const limits of [small, { ...recordLimits, numbers: 'any' as const }]) {
          const value = quickRead(text, limits);
          if (value === undefined) continue;
          read += 1;
          expect(scanJson(text, limits)).toEqual([]);
          expect(value).toEqual(JSON.parse(text));
        }
      }),
      { numRuns: 20_000 },
    );
    expect(read).toBeGreaterThan(500);
  });

  it('reads every honest object of any spacing', () => {
    const honest = fc.dictionary(
      fc.stringMatching(/^[a-z_]{1,8}[0-9]$/),
      fc.oneof(
        fc.maxSafeInteger().filter((n) => !Object.is(n, -0)),
        fc.boolean(),
        fc.constant(null),
        fc.string(),
        fc.array(fc.string()),
      ),
    );
    fc.assert(
      fc.property(honest, fc.constantFrom(0, 1, 4), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        if (scanJson(text, recordLimits).length > 0) return;
        expect(quickRead(text, recordLimits)).toEqual(value);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['{"a":1,"a":2}', 'a key occurs twice'],
    ['{"a":1,"\\u0061":2}', 'a key occurs twice, once in escapes'],
    ['{"x":[{"b":1,"b":{"c":1}}]}', 'a key with an object behind it occurs twice'],
    ['{"a":1.0}', 'a number has a point'],
    ['{"a":-0}', 'a number is negative zero'],
    ['{"a":9007199254740993}', 'a number does not survive'],
    ['{"__proto__":1}', 'a name has a meaning of its own'],
    ['{"a":"\\ud800"}', 'a text holds half a character'],
    ['{"a":"\\u0000"}', 'a text holds a NUL'],
    ['[1]', 'it is no object'],
    ['{"a":1}}', 'something follows'],
    [`{"a":${'['.repeat(40)}${']'.repeat(40)}}`, 'it is too deep'],
  ])('leaves %j to the careful one: %s', (text) => {
    expect(quickRead(text, recordLimits)).toBeUndefined();
  });
});
