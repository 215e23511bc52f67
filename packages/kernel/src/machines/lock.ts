import type { Machine } from './machine.ts';

/** A place that is written to. The test that walks the deciders keeps this table equal to what they do. */
export const lockMachine: Machine<'free' | 'locked'> = {
  aggregate: 'lock',
  rows: [
    { command: 'commit-attempt', from: ['new', 'free'], to: ['locked'] },
    { command: 'settle-attempt', from: ['new', 'locked'], to: ['free'] },
    { command: 'void-attempt', from: ['locked'], to: ['free'] },
    { command: 'settle-outcome', from: ['locked'], to: ['free'] },
    { command: 'raise-approval', from: ['new'], to: ['free'] },
    { command: 'raise-standing-gate', from: ['new'], to: ['free'] },
  ],
};
