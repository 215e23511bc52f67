import type { Gate } from '../state/gate.ts';
import type { Machine } from './machine.ts';

/** A person's decision. The test that walks the deciders keeps this table equal to what they do. */
export const gateMachine: Machine<Gate['status']> = {
  aggregate: 'gate',
  rows: [
    { command: 'reopen-todo', from: ['new'], to: ['pending'] },
    { command: 'cancel-todo', from: ['pending', 'open'], to: ['closed'] },
    { command: 'put-record', from: ['pending', 'open'], to: ['closed'] },
    { command: 'commit-attempt', from: ['open'], to: ['closed'] },
    { command: 'settle-attempt', from: ['new'], to: ['pending'] },
    { command: 'void-attempt', from: ['new'], to: ['pending'] },
    {
      command: 'decide-gate',
      from: ['pending'],
      to: ['open', 'closed'],
      refusedBy: [
        'gate.expired',
        'gate.four-eyes',
        'gate.own-action',
        'gate.revision-ahead',
        'gate.stale-revision',
        'gate.todo-not-waiting',
      ],
    },
    { command: 'decide-gate', from: ['new'], to: [], refusedBy: ['gate.unknown'] },
    { command: 'decide-gate', from: ['open'], to: [], refusedBy: ['gate.not-pending'] },
    {
      command: 'decide-gate',
      from: ['closed'],
      to: [],
      refusedBy: ['gate.consumed', 'gate.expired', 'gate.rejected', 'gate.revoked', 'gate.superseded'],
    },
    {
      command: 'decide-gates',
      from: ['pending'],
      to: ['open', 'closed'],
      refusedBy: ['gate.expired', 'gate.todo-not-waiting'],
    },
    { command: 'decide-gates', from: ['new'], to: [], refusedBy: ['gate.unknown'] },
    { command: 'decide-gates', from: ['open'], to: [], refusedBy: ['gate.not-pending'] },
    {
      command: 'decide-gates',
      from: ['closed'],
      to: [],
      refusedBy: ['gate.consumed', 'gate.expired', 'gate.rejected', 'gate.revoked', 'gate.superseded'],
    },
    { command: 'revoke-gate', from: ['pending', 'open'], to: ['closed'], refusedBy: [] },
    { command: 'revoke-gate', from: ['new'], to: [], refusedBy: ['gate.unknown'] },
    {
      command: 'revoke-gate',
      from: ['closed'],
      to: [],
      refusedBy: ['gate.consumed', 'gate.expired', 'gate.rejected', 'gate.revoked', 'gate.superseded'],
    },
    { command: 'expire-gate', from: ['pending', 'open'], to: ['closed'], refusedBy: ['gate.not-expired'] },
    { command: 'expire-gate', from: ['new'], to: [], refusedBy: ['gate.unknown'] },
    {
      command: 'expire-gate',
      from: ['closed'],
      to: [],
      refusedBy: ['gate.consumed', 'gate.expired', 'gate.rejected', 'gate.revoked', 'gate.superseded'],
    },
    { command: 'raise-approval', from: ['new'], to: ['pending'] },
    { command: 'supersede-approval', from: ['pending'], to: ['closed'], refusedBy: ['approval.unknown'] },
    {
      command: 'supersede-approval',
      from: ['open'],
      to: ['closed'],
      refusedBy: ['approval.unknown', 'gate.stale-revision'],
    },
    { command: 'supersede-approval', from: ['new'], to: [], refusedBy: ['approval.unknown'] },
    {
      command: 'supersede-approval',
      from: ['closed'],
      to: [],
      refusedBy: ['approval.unknown', 'gate.rejected', 'gate.superseded'],
    },
    { command: 'raise-standing-gate', from: ['new'], to: ['pending'] },
    { command: 'raise-standing-gate', from: ['pending'], to: ['closed'] },
  ],
};
