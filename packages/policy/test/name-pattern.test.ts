import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldName, matchesParts, namePatternSchema, partsOf } from '../src/name-pattern.ts';

const matches = (pattern: string, text: string): boolean => matchesParts(partsOf(pattern) ?? [], text);

describe('a pattern of names', () => {
  it.each([
    ['Publish', 'Publish', true, 'literal text is itself'],
    ['Publish', 'Publish now', false, 'the whole name is compared'],
    ['Publish*', 'Publish', true, 'a wildcard may stand for nothing'],
    ['*now', 'Publish now', true, 'it may stand at the start'],
    ['P*l*h', 'Publish', true, 'there may be several'],
    ['ab*ba', 'aba', false, 'the ends do not share characters'],
    ['a*a*a', 'aa', false, 'each part has its own place'],
    ['*ab*b', 'abb', true, 'the leftmost place leaves the most room'],
    ['*', '', true, 'a wildcard alone takes everything'],
    ['50\\*', '50*', true, 'an asterisk can be meant'],
    ['50\\*', '50 or so', false, 'an asterisk that is meant is no wildcard'],
    ['*\\**', 'a*b', true, 'a wildcard may stand beside one'],
    ['a\\\\b', 'a\\b', true, 'a backslash can be meant'],
    ['Рublish', 'Publish', false, 'a letter of another script is another letter'],
  ])('%s on %s: %s, for %s', (pattern, text, expected) => {
    expect(namePatternSchema.safeParse(pattern).success).toBe(true);
    expect(matches(pattern, text)).toBe(expected);
  });

  it.each([
    ['', 'an empty one'],
    ['a\\b', 'a backslash before something else'],
    ['a\\', 'a backslash at the end'],
    ['a**b', 'two wildcards in a row'],
    ['*a*a*a*a*a*a*a*a*', 'more wildcards than eight'],
    ['x'.repeat(201), 'a longer one than 200'],
    ['\ud800', 'half of a character'],
  ])('refuses %j, %s', (pattern) => {
    expect(namePatternSchema.safeParse(pattern).success).toBe(false);
  });

  it('agrees with a regular expression, on texts and patterns of few letters', () => {
    const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '*'), minLength: 1, maxLength: 9 });
    const text = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 14 });
    fc.assert(
      fc.property(pattern, text, (given, name) => {
        const expected = new RegExp(`^${given.replaceAll('*', '.*')}$`).test(name);
        expect(matches(given, name)).toBe(expected);
      }),
      { seed: 6, numRuns: 2_000 },
    );
  });

  it('looks at each place of a long name a few times, where going back would take for ever', () => {
    const pattern = `*${'a*'.repeat(7)}b`;
    expect(matches(pattern, 'a'.repeat(400))).toBe(false);
  });
});

describe('a folded name', () => {
  it.each([
    ['  Delete\u00a0 all ', 'delete all', 'spaces'],
    ['DELETE', 'delete', 'capitals'],
    ['Ｄｅｌｅｔｅ', 'delete', 'full width'],
    ['De\u00adle\u200dte', 'delete', 'what cannot be seen'],
    ['STRASSE', 'strasse', 'plain letters'],
    ['Straße', 'strasse', 'letters that become two'],
    ['ﬁle', 'file', 'ligatures'],
    ['Dеlete', 'dеlete', 'a Cyrillic letter stays Cyrillic'],
  ])('%j reads %j: %s', (name, folded) => {
    expect(foldName(name)).toBe(folded);
  });
});
