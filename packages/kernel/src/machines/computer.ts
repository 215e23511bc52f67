import type { Computer } from '../state/computer.ts';
import type { Machine } from './machine.ts';

/** A Computer, by its lifecycle. The test that walks the deciders keeps this table equal to what they do. */
export const computerMachine: Machine<Computer['lifecycle']> = {
  aggregate: 'computer',
  rows: [
    {
      command: 'open-session',
      from: ['sleeping'],
      to: [],
      stays: true,
      refusedBy: ['session.exists', 'session.not-agent'],
    },
    { command: 'open-session', from: ['waking'], to: [], stays: true, refusedBy: [] },
    { command: 'open-session', from: ['awake'], to: [], stays: true, refusedBy: ['computer.in-use'] },
    { command: 'open-session', from: ['new'], to: [], refusedBy: ['computer.unknown'] },
    { command: 'open-session', from: ['archiving', 'archived'], to: [], refusedBy: ['computer.archived'] },
    {
      command: 'wake-computer',
      from: ['sleeping'],
      to: ['waking'],
      refusedBy: ['computer.host-kind', 'computer.needs-unmet', 'provider.not-ready', 'retention.other'],
    },
    { command: 'wake-computer', from: ['new'], to: [], refusedBy: ['computer.unknown'] },
    {
      command: 'wake-computer',
      from: ['waking'],
      to: [],
      refusedBy: ['computer.lifecycle', 'computer.stale-version'],
    },
    { command: 'wake-computer', from: ['awake', 'archiving'], to: [], refusedBy: ['computer.lifecycle'] },
    { command: 'wake-computer', from: ['archived'], to: [], refusedBy: ['computer.archived'] },
    {
      command: 'attach-screen',
      from: ['waking'],
      to: ['awake'],
      refusedBy: ['computer.not-holder', 'computer.stale-generation', 'screen.geometry'],
    },
    { command: 'attach-screen', from: ['new'], to: [], refusedBy: ['computer.unknown'] },
    { command: 'attach-screen', from: ['sleeping', 'archived'], to: [], refusedBy: ['computer.not-holder'] },
    { command: 'attach-screen', from: ['awake', 'archiving'], to: [], refusedBy: ['computer.lifecycle'] },
    {
      command: 'release-computer',
      from: ['waking'],
      to: ['sleeping'],
      refusedBy: ['computer.stale-generation'],
    },
    { command: 'release-computer', from: ['awake'], to: ['sleeping'], refusedBy: ['computer.not-holder'] },
    { command: 'release-computer', from: ['archiving'], to: ['archived'], refusedBy: [] },
    { command: 'release-computer', from: ['new'], to: [], refusedBy: ['computer.unknown'] },
    {
      command: 'release-computer',
      from: ['sleeping', 'archived'],
      to: [],
      refusedBy: ['computer.not-placed'],
    },
    { command: 'archive-computer', from: ['sleeping'], to: ['archived'], refusedBy: [] },
    { command: 'archive-computer', from: ['waking'], to: ['archiving'], refusedBy: [] },
    {
      command: 'archive-computer',
      from: ['awake'],
      to: ['archiving'],
      refusedBy: ['computer.stale-version'],
    },
    { command: 'archive-computer', from: ['new'], to: [], refusedBy: ['computer.unknown'] },
    { command: 'archive-computer', from: ['archiving'], to: [], refusedBy: ['computer.lifecycle'] },
    { command: 'archive-computer', from: ['archived'], to: [], refusedBy: ['computer.archived'] },
  ],
};
