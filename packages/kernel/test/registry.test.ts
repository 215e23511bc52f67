import { describe, expect, it } from 'vitest';
import { capabilityRefusal, createKernel } from '../src/index.ts';
import { countingIds, stoppedClock } from '../src/store-suite/index.ts';
import { memoryStore } from './support/memory-store.ts';

const outcome = 'Approved content is published on its site exactly once.';

const rows = [
  ['content-ops', outcome, null, 'a product capability with an outcome'],
  ['issue-fix', 'An issue is fixed and its change is proposed.', null, 'another one'],
  ['computer-use', outcome, 'capability.computer-use', 'an execution surface is no capability'],
  ['computer_use_runtime', outcome, 'capability.computer-use', 'by any spelling'],
  ['ComputerUse', outcome, 'capability.computer-use', 'or case'],
  ['cua', outcome, 'capability.computer-use', 'or short form'],
  ['browser-automation', outcome, 'capability.computer-use', 'or other name'],
  ['browser-news', outcome, null, 'a name that only begins alike'],
  ['explore', '', 'capability.without-outcome', 'a caller has to see something'],
  ['explore', '   ', 'capability.without-outcome', 'and more than blanks'],
  ['with space', outcome, 'capability.name-invalid', 'a name is printable without spaces'],
  ['', outcome, 'capability.name-invalid', 'and not empty'],
  ['known', outcome, 'capability.twice', 'a name is given once'],
] as const;

describe('the registry of capabilities', () => {
  it.each(rows)('%s (%s): %s, %s', (capability_id, itsOutcome, refusal) => {
    const known = [{ capability_id: 'known', outcome }];
    expect(capabilityRefusal({ capability_id, outcome: itsOutcome }, known)).toBe(refusal);
  });

  it('keeps a kernel from starting with one that may not be registered', () => {
    const options = { store: memoryStore(), clock: stoppedClock(), ids: countingIds() };
    expect(() =>
      createKernel({ ...options, capabilities: [{ capability_id: 'computer-use', outcome }] }),
    ).toThrow(expect.objectContaining({ name: 'KernelFault', code: 'registry_invalid' }));
  });
});
