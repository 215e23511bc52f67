import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { hostileShapes } from '../../bench/hostile-shapes.ts';
import { hostileUnits } from '../../bench/hostile-units.ts';
import { redactText, screenText } from '../../src/index.ts';
import { isWhole } from '../support/size.ts';

describe('redactText', () => {
  it.each([
    ['Pub\u200blish', 'Pub\\u{200b}lish', 'a zero-width space is shown'],
    ['\u202ehsilbuP\u202c', '\\u{202e}hsilbuP\\u{202c}', 'so is what turns the writing direction'],
    ['a\0b\u0007c', 'a\\u{0}b\\u{7}c', 'so are controls'],
    ['a\ud800b', 'a\\u{d800}b', 'so is half a character'],
    ['Save\n\t  draft ', 'Save draft', 'line breaks, tabs and runs of spaces are one space'],
    ['Save\u00a0draft', 'Save draft', 'so are spaces that do not break'],
    ['', '', 'nothing stays nothing'],
    ['Größe 😀', 'Größe 😀', 'other scripts and pictures stay'],
  ])('%j becomes %j: %s', (text, expected) => {
    expect(redactText(text, 100)).toBe(expected);
  });

  it('is bounded, and says that it was cut', () => {
    expect(redactText('x'.repeat(300), 20)).toBe(`${'x'.repeat(19)}…`);
    expect(redactText('x'.repeat(20), 20)).toBe('x'.repeat(20));
    expect(redactText('abc', 0)).toBe('');
    expect(redactText(`${'x'.repeat(18)}😀y`, 20)).toBe(`${'x'.repeat(18)}…`);
  });

  it('sees a secret that straddles its bound', () => {
    const text = `${'x '.repeat(45)}ghp_${'a1B2'.repeat(9)}`;
    expect(redactText(text, 100)).not.toContain('a1B2a1B2');
  });

  it('stays within its bound, holds nothing invisible and passes the screen', () => {
    const parts = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 30 }),
      fc.constantFrom(
        'password: ',
        'hunter2hunter2',
        `ghp_${'a1B2'.repeat(9)}`,
        '%70',
        '\u200b',
        'Cookie: sid=',
        '=',
        '<',
      ),
    );
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 8 }), fc.integer({ min: 0, max: 120 }), (pieces, maximum) => {
        const shown = redactText(pieces.join(''), maximum);
        expect(shown.length).toBeLessThanOrEqual(maximum);
        expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
        expect(screenText(shown)).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });
});

/** How long hostile texts are: the tests' share, and what `npm run prove` makes. */
const longest = isWhole ? 65_536 : 16_384;

describe('hostile lengths', () => {
  const fill = (unit: string, size: number): string =>
    unit.repeat(Math.ceil(size / unit.length)).slice(0, size);

  it.each(hostileUnits)('passes the screen after very much of %j', (unit) => {
    expect(Array.isArray(screenText(fill(unit, longest)))).toBe(true);
    const shown = redactText(fill(unit, longest), 400);
    expect(screenText(shown)).toEqual([]);
  });

  const shapes = hostileShapes();

  it.each([...new Set(shapes.map(({ family }) => family))])('pass the screen when cut: %s', (family) => {
    const own = shapes.filter((shape) => shape.family === family);
    const dirty = own.filter(({ make }) => screenText(redactText(make(longest / 8), 400)).length > 0);
    expect(dirty.map(({ name }) => name)).toEqual([]);
  });

  // Work is counted rather than timed: a text of twice the length must not make more than about twice as many matches.
  it.each(hostileUnits)('works in proportion to the length of %j', (unit) => {
    const matchesOf = (size: number): number => {
      const exec = vi.spyOn(RegExp.prototype, 'exec');
      screenText(fill(unit, size));
      const { length } = exec.mock.calls;
      exec.mockRestore();
      return length;
    };
    expect(matchesOf(longest / 2)).toBeLessThanOrEqual(2.5 * matchesOf(longest / 4) + 200);
  });
});
