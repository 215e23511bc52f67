import { expect, it } from 'vitest';
import type { AdmittedAttempt } from '../src/attempt/admit.ts';
import { leaseKeeper } from '../src/attempt/carry.ts';
import type { RunContext } from '../src/host/run-context.ts';

it('a lease that was not renewed is asked for again, and holds nothing meanwhile', async () => {
  let now = 0;
  const answers = ['refused', 'accepted'];
  const context = {
    clock: { now: () => now },
    processId: 'process-1',
    send: async () => ({ kind: answers.shift() }),
  } as unknown as RunContext;
  const keeps = leaseKeeper(context, { attemptId: 'attempt', fence: 1 } as AdmittedAttempt, 30_000);
  expect(await keeps()).toBe(true);
  now = 10_000;
  expect(await keeps()).toBe(false);
  now = 10_001;
  expect(await keeps()).toBe(true);
  expect(answers).toEqual([]);
});
