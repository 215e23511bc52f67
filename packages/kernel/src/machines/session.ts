import type { Session } from '../state/session.ts';
import type { Machine } from './machine.ts';

/** One agent on one Computer. The test that walks the deciders keeps this table equal to what they do. */
export const sessionMachine: Machine<Session['state']> = {
  aggregate: 'session',
  rows: [
    {
      command: 'admit-attempt',
      from: ['open'],
      to: [],
      stays: true,
      refusedBy: [
        'attempt.other-session',
        'contract',
        'retention.observed-text',
        'screen.attempt-under-way',
        'screen.control',
        'screen.detached',
        'screen.readback-due',
        'session.busy',
        'session.other-agent',
      ],
    },
    { command: 'admit-attempt', from: ['new'], to: [], refusedBy: ['session.unknown'] },
    { command: 'admit-attempt', from: ['closed'], to: [], refusedBy: ['session.closed'] },
    { command: 'open-session', from: ['new'], to: ['open'] },
    { command: 'close-session', from: ['open'], to: ['closed'], refusedBy: ['session.busy'] },
    { command: 'close-session', from: ['new'], to: [], refusedBy: ['session.unknown'] },
    { command: 'close-session', from: ['closed'], to: [], refusedBy: ['session.closed'] },
    {
      command: 'note-session',
      from: ['open'],
      to: [],
      stays: true,
      refusedBy: ['gate.unknown', 'session.other-attempt'],
    },
    { command: 'note-session', from: ['new'], to: [], refusedBy: ['session.unknown'] },
    { command: 'note-session', from: ['closed'], to: [], refusedBy: ['session.closed'] },
  ],
};
