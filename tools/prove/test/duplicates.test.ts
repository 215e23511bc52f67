import { describe, expect, it } from 'vitest';
import { duplicatesOn } from '../src/proofs/duplicates.ts';

describe('a thousand duplicates at once', () => {
  it('have one effect and one answer', async () => {
    expect((await duplicatesOn('SQLite').run('share')).violations).toEqual([]);
  });
});
