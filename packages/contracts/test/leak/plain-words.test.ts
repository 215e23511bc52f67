import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redactText, screenText } from '../../src/index.ts';
import { anchoredDetectors } from '../../src/leak/detectors/all.ts';
import { commonPasswords } from '../../src/leak/detectors/common-passwords.ts';
import { passwordWords } from '../../src/leak/detectors/words.ts';
import { rotated, turned } from '../../src/leak/signs.ts';

const rulesOf = (text: string): readonly string[] => screenText(text).map(({ rule }) => rule);

const isAscii = (text: string): boolean => /^[ -~]*$/.test(text);
const phrase = 'mnemonic zoo wrong youth wisdom win wheat vivid verb unit tribe trade letter';

describe('a secret of plain words', () => {
  it.each(passwordWords)('is caught behind %s', (word) => {
    expect(rulesOf(`${word} is letmein`)).toEqual(['leak.password']);
    expect(rulesOf(`${word} is letmein`.toUpperCase())).toEqual(['leak.password']);
  });

  it.each(passwordWords.filter((word) => isAscii(word) && word.length >= 4))(
    'is caught behind %s, hidden',
    (word) => {
      expect(rulesOf(turned(`my ${word} is letmein`))).toEqual(['leak.password']);
      expect(rulesOf(rotated(`our ${word} is letmein for now`))).toEqual(['leak.password']);
    },
  );

  it('is caught as the words of a wallet, in any case and turned around', () => {
    for (const text of [phrase, phrase.toUpperCase(), turned(phrase), rotated(phrase)]) {
      expect(rulesOf(text)).toEqual(['leak.password']);
    }
  });

  it('is taken out of what is shown', () => {
    expect(redactText('my password is letmein', 100)).toBe('my password is <redacted>');
    expect(redactText(phrase, 100)).toBe('mnemonic <redacted>');
  });
});

describe('the quick look at plain words', () => {
  const anchors = anchoredDetectors().flatMap(({ anchors: each }) =>
    each.filter((anchor) => /^[a-z]+$/.test(anchor)),
  );
  const common = [...commonPasswords].filter((word) => /^[a-z]{1,15}$/.test(word));
  const word = fc.oneof(
    fc.constantFrom(...anchors),
    fc.constantFrom(...common),
    fc.constantFrom('is', 'my', 'for', 'est', 'the'),
    fc.stringMatching(/^(?:[A-Za-z][a-z]{0,14}|[A-Z]{2,15})$/),
  );
  const text = fc
    .tuple(fc.array(word, { minLength: 1, maxLength: 24 }), fc.constantFrom(' ', '_', '-', '.'))
    .map(([words, separator]) => words.join(separator));

  // A line break says nothing, and no text with one is taken for plain words.
  it('lets nothing pass that the close look finds', () => {
    let found = 0;
    fc.assert(
      fc.property(text, (each) => {
        const rules = rulesOf(`\n${each}`);
        found += rules.length;
        expect(rulesOf(each)).toEqual(rules);
      }),
      { numRuns: 3_000, seed: 20_261_201 },
    );
    expect(found).toBeGreaterThan(20);
  });
});
