import { describe, expect, it } from 'vitest';
import { mutations as kinds } from '../src/mutations/mutations.ts';
import { workspace } from '../src/mutations/small-log.ts';
import { mutate, mutations } from '../src/proofs/mutations.ts';

describe('mutations of the log', () => {
  it('are all noticed', async () => {
    const { violations, faults } = await mutations.run('share');
    expect(violations).toEqual([]);
    expect(Object.keys(faults).sort()).toEqual([...Object.keys(kinds), 'end cut off'].sort());
  });

  it('would not be by an audit without a kept head', async () => {
    const { violations } = await mutate(60, async ({ kernel }) => {
      return !(await kernel.verifyAudit(workspace).catch(() => ({ ok: false }))).ok;
    });
    expect(violations.join('\n')).toMatch(/cut off after/);
    expect(violations.join('\n')).toMatch(/chain computed again/);
  });
});
