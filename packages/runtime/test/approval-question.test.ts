import type { WriteFingerprint } from '@cux/contracts';
import { expect, it } from 'vitest';
import { rulesOfBlocked } from '../src/action/approval-question.ts';

const blocked = (count: number): WriteFingerprint[] =>
  Array.from({ length: count }, (_each, index) => ({
    method: 'POST',
    origin: 'https://desk.example',
    path: `/part-${index}`,
    body_kind: 'form',
    shape: ['title:text'],
  })) as unknown as WriteFingerprint[];

it('a press that would send more writes than a permit has rules is nobody’s to be asked about: no part of it is approved', () => {
  expect(rulesOfBlocked(blocked(10))).toHaveLength(10);
  expect(rulesOfBlocked(blocked(11))).toBeNull();
  expect(rulesOfBlocked([])).toBeNull();
});
