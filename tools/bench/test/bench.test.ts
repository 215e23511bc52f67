import { describe, expect, it } from 'vitest';
import { median, tableOf, times } from '../src/figures.ts';

describe('the bench', () => {
  it.each([
    { values: [3, 1, 2], middle: 2, because: 'the middle one' },
    { values: [4, 1, 2, 3], middle: 2.5, because: 'between the two in the middle' },
  ])('takes the median: $because', ({ values, middle }) => {
    expect(median(values)).toBe(middle);
  });

  it('writes a table', () => {
    expect(tableOf([{ what: 'a', measured: '1 /s', ratio: times(0.5), asked: '' }])).toBe(
      '| what | measured | ratio | asked for (aim) |\n|---|---|---|---|\n| a | 1 /s | 0.50 × |  |',
    );
  });
});
