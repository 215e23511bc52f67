import type { Screen } from '../state/screen.ts';
import type { Machine } from './machine.ts';

/** A Screen, by its attachment. The test that walks the deciders keeps this table equal to what they do. */
export const screenMachine: Machine<Screen['attachment']> = {
  aggregate: 'screen',
  rows: [
    { command: 'attach-screen', from: ['detached'], to: ['attached'] },
    { command: 'release-computer', from: ['attached'], to: ['detached'] },
    {
      command: 'settle-observation',
      from: ['attached'],
      to: [],
      stays: true,
      refusedBy: [
        'computer.not-holder',
        'computer.unknown',
        'screen.detached',
        'screen.stale-control',
        'session.closed',
        'session.unknown',
      ],
    },
    {
      command: 'settle-observation',
      from: ['new'],
      to: [],
      refusedBy: ['computer.not-holder', 'computer.unknown'],
    },
    {
      command: 'settle-observation',
      from: ['detached'],
      to: [],
      refusedBy: ['computer.not-holder', 'screen.detached'],
    },
    {
      command: 'begin-takeover',
      from: ['attached'],
      to: [],
      stays: true,
      refusedBy: [
        'computer.unknown',
        'screen.control',
        'screen.control-ahead',
        'screen.detached',
        'screen.stale-control',
      ],
    },
    { command: 'begin-takeover', from: ['new'], to: [], refusedBy: ['computer.unknown'] },
    { command: 'begin-takeover', from: ['detached'], to: [], refusedBy: ['screen.detached'] },
    {
      command: 'finish-draining',
      from: ['attached'],
      to: [],
      stays: true,
      refusedBy: ['screen.attempt-under-way', 'screen.control', 'screen.detached'],
    },
    { command: 'finish-draining', from: ['new'], to: [], refusedBy: ['computer.unknown'] },
    { command: 'finish-draining', from: ['detached'], to: [], refusedBy: ['screen.detached'] },
    {
      command: 'hand-back',
      from: ['attached'],
      to: [],
      stays: true,
      refusedBy: ['screen.control', 'screen.detached'],
    },
    { command: 'hand-back', from: ['new'], to: [], refusedBy: ['computer.unknown'] },
    { command: 'hand-back', from: ['detached'], to: [], refusedBy: ['screen.detached'] },
  ],
};
