import type { Workspace } from '../state/workspace.ts';
import type { Machine } from './machine.ts';

/** The unit of tenancy; its first command makes it. The test that walks the deciders keeps this table equal to what they do. */
export const workspaceMachine: Machine<Workspace['state']> = {
  aggregate: 'workspace',
  rows: [
    {
      command: 'retire-workspace',
      from: ['at_work'],
      to: ['retired'],
      refusedBy: [
        'workspace.attempt-under-way',
        'workspace.computer-placed',
        'workspace.copy',
        'workspace.same-store',
      ],
    },
    { command: 'retire-workspace', from: ['new'], to: [], refusedBy: ['workspace.unknown'] },
    { command: 'retire-workspace', from: ['retired'], to: [], refusedBy: ['workspace.retired'] },
    {
      command: 'arrive-workspace',
      from: ['retired'],
      to: ['at_work'],
      refusedBy: ['workspace.other-move', 'workspace.other-store'],
    },
    { command: 'arrive-workspace', from: ['new', 'at_work'], to: [], refusedBy: ['workspace.not-retired'] },
    {
      command: 'take-back-workspace',
      from: ['retired'],
      to: ['at_work'],
      refusedBy: ['workspace.other-move', 'workspace.other-store'],
    },
    {
      command: 'take-back-workspace',
      from: ['new', 'at_work'],
      to: [],
      refusedBy: ['workspace.not-retired'],
    },
  ],
};
