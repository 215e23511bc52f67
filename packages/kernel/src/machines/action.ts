import type { Action } from '../state/action.ts';
import type { Machine } from './machine.ts';

/**
 * One action of an agent under its key. No command names its row, so what refuses is drawn with the session, the attempt and the gate. The test
 * that walks the deciders keeps this table equal to what they do.
 */
export const actionMachine: Machine<Action['state']> = {
  aggregate: 'action',
  rows: [
    { command: 'begin-action', from: ['new'], to: ['begun'] },
    { command: 'raise-approval', from: ['new'], to: ['asked'] },
    { command: 'join-approval', from: ['new'], to: ['asked'] },
    { command: 'settle-action', from: ['asked', 'begun'], to: ['settled'] },
  ],
};
