import { screenText } from '@cux/contracts';
import { describe, expect, it } from 'vitest';
import { followingId } from '../src/reducer/following-id.ts';
import { issued } from './support/publishing.ts';

describe('the id of a following todo', () => {
  it('is the same for the same attempt, and another for another one', () => {
    const ids = [
      followingId('publish-q3', 'read-back', issued('attempt', 1)),
      followingId('publish-q3', 'read-back', issued('attempt', 2)),
      followingId('publish-q3', 'sign-in', issued('attempt', 1)),
      followingId('publish-q4', 'read-back', issued('attempt', 1)),
    ];
    expect(new Set(ids).size).toBe(4);
    expect(followingId('publish-q3', 'read-back', issued('attempt', 1))).toBe(ids[0]);
  });

  it('stays within a name, and tells long ones apart by what was cut', () => {
    const long = (end: string) => followingId(`${'a'.repeat(190)}${end}`, 'read-back', issued('attempt', 1));
    expect(long('x').length).toBeLessThanOrEqual(200);
    expect(long('x')).not.toBe(long('y'));
  });

  const numbers = [
    { attempt: 'attempt_de89370400440532013000abcd', because: 'an IBAN of Germany' },
    { attempt: 'attempt_gb82west12345698765432abcd', because: 'an IBAN of the United Kingdom' },
    { attempt: 'attempt_41111111111111110000000000', because: 'the number of a card' },
  ];
  it.each(numbers)('holds nothing of the attempt that could be read as $because', ({ attempt }) => {
    expect(screenText(followingId('publish-q3', 'read-back', attempt))).toEqual([]);
  });

  it('ends in letters alone, whatever the attempt', () => {
    for (let number = 0; number < 2_000; number += 1) {
      const tail = followingId('publish-q3', 'read-back', issued('attempt', number)).split('.').at(-1);
      expect(tail).toMatch(/^[bcdfghjkmnpqrtvw]{32}$/);
    }
  });
});
