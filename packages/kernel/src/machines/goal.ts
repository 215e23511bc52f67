import type { Goal } from '../state/goal.ts';
import type { Machine } from './machine.ts';

/** An objective. The test that walks the deciders keeps this table equal to what they do. */
export const goalMachine: Machine<Goal['state']> = {
  aggregate: 'goal',
  rows: [
    { command: 'create-goal', from: ['new'], to: ['active'], refusedBy: [] },
    { command: 'create-goal', from: ['active', 'paused', 'closed'], to: [], refusedBy: ['goal.exists'] },
    { command: 'pause-goal', from: ['active'], to: ['paused'], stays: true, refusedBy: [] },
    { command: 'pause-goal', from: ['paused'], to: ['active'], stays: true, refusedBy: [] },
    { command: 'pause-goal', from: ['new'], to: [], refusedBy: ['goal.unknown'] },
    { command: 'pause-goal', from: ['closed'], to: [], refusedBy: ['goal.closed'] },
    { command: 'close-goal', from: ['active', 'paused'], to: ['closed'], refusedBy: ['goal.not-finished'] },
    { command: 'close-goal', from: ['new'], to: [], refusedBy: ['goal.unknown'] },
    { command: 'close-goal', from: ['closed'], to: [], refusedBy: ['goal.closed'] },
    { command: 'set-quota', from: ['active', 'paused', 'closed'], to: [], stays: true, refusedBy: [] },
    { command: 'set-quota', from: ['new'], to: [], refusedBy: ['goal.unknown'] },
    {
      command: 'create-todo',
      from: ['active'],
      to: [],
      stays: true,
      refusedBy: ['capability.unknown', 'todo.exists'],
    },
    { command: 'create-todo', from: ['paused'], to: [], stays: true, refusedBy: [] },
    { command: 'create-todo', from: ['new'], to: [], refusedBy: ['goal.unknown'] },
    { command: 'create-todo', from: ['closed'], to: [], refusedBy: ['goal.closed'] },
  ],
};
