import type { ActionIntent } from '@cux/contracts';
import { expect } from 'vitest';
import type { ActionAnswer } from '../../src/index.ts';
import type { AgentWorld } from './agent-world.ts';
import { workspace } from './people.ts';

export const stages = ['pending', 'approved', 'rejected', 'expired', 'superseded'] as const;
export type Stage = (typeof stages)[number];

export const turns = [
  'identical retry',
  'other body',
  'other key',
  'restart',
  'policy changed',
  'policy asks otherwise',
  'page changed',
] as const;
export type Turn = (typeof turns)[number];

/** What a cell comes to: the answer, how many writes of the approved kind are counted at the site, and what the gate says then. */
export interface Cell {
  readonly answer: string;
  readonly writes: number;
  readonly gate: string;
}

const cell = (answer: string, gate: string, writes = 0): Cell => ({ answer, gate, writes });

/**
 * The table: an approval in each of its stages, and what is tried then. A restart takes the page with it, so nothing that
 * was asked before it is pressed after it. `answer` is the kind of the answer, or the rule of a refusal.
 */
export const table: Readonly<Record<Stage, Readonly<Record<Turn, Cell>>>> = {
  pending: {
    'identical retry': cell('pending', 'pending'),
    'other body': cell('action.key-conflict', 'pending'),
    'other key': cell('pending', 'pending'),
    restart: cell('approval.superseded', 'superseded'),
    'policy changed': cell('policy.forbidden', 'pending'),
    'policy asks otherwise': cell('approval.superseded', 'superseded'),
    'page changed': cell('pending', 'pending'),
  },
  approved: {
    'identical retry': cell('performed', 'consumed', 1),
    'other body': cell('action.key-conflict', 'open'),
    'other key': cell('performed', 'consumed', 1),
    restart: cell('approval.superseded', 'superseded'),
    'policy changed': cell('policy.forbidden', 'open'),
    'policy asks otherwise': cell('approval.superseded', 'superseded'),
    'page changed': cell('approval.superseded', 'superseded'),
  },
  rejected: {
    'identical retry': cell('approval.rejected', 'rejected'),
    'other body': cell('action.key-conflict', 'rejected'),
    'other key': cell('attempt.none', 'rejected'),
    restart: cell('approval.rejected', 'rejected'),
    'policy changed': cell('approval.rejected', 'rejected'),
    'policy asks otherwise': cell('approval.rejected', 'rejected'),
    'page changed': cell('approval.rejected', 'rejected'),
  },
  expired: {
    'identical retry': cell('approval.expired', 'expired'),
    'other body': cell('action.key-conflict', 'expired'),
    'other key': cell('attempt.none', 'expired'),
    restart: cell('approval.expired', 'expired'),
    'policy changed': cell('approval.expired', 'expired'),
    'policy asks otherwise': cell('approval.expired', 'expired'),
    'page changed': cell('approval.expired', 'expired'),
  },
  superseded: {
    'identical retry': cell('approval.superseded', 'superseded'),
    'other body': cell('action.key-conflict', 'superseded'),
    'other key': cell('attempt.none', 'superseded'),
    restart: cell('approval.superseded', 'superseded'),
    'policy changed': cell('approval.superseded', 'superseded'),
    'policy asks otherwise': cell('approval.superseded', 'superseded'),
    'page changed': cell('approval.superseded', 'superseded'),
  },
};

export const cells = stages.flatMap((stage) => turns.map((turn) => ({ stage, turn, ...table[stage][turn] })));

/** Brings an approval of the publication into a stage. */
export async function reach(
  world: AgentWorld,
  stage: Stage,
  task: string,
): Promise<{ gate_id: string; intent: ActionIntent }> {
  const asked = await world.askToPublish(`publish-${task}`, 'Hello', `todo-${task}`);
  const { gate_id } = asked;
  const { revision } = await world.gate(gate_id);
  switch (stage) {
    case 'pending':
      return asked;
    case 'approved':
      await world.decide(gate_id);
      return asked;
    case 'rejected':
      await world.decide(gate_id, 'reject');
      return asked;
    case 'expired':
      world.clock.advance(86_400_001);
      await world.must('expire-gate', { gate_id, revision });
      return asked;
    case 'superseded':
      await world.must('supersede-approval', { gate_id, revision });
      return asked;
  }
}

/** Plays one cell with a task of its own, and holds what came of it against the table. */
export async function play(
  world: AgentWorld,
  { stage, turn, answer, writes, gate }: (typeof cells)[number],
  task = 'task-1',
): Promise<void> {
  const published = world.published();
  const asked = await reach(world, stage, task);
  const send = await tryTurn(world, turn, asked.intent, task);
  const before = world.contacts.length;
  expect(wordOf(await send())).toBe(answer);
  // A second asking says the same, and does nothing more.
  expect(wordOf(await send())).toBe(answer);
  // Only for what a person has approved is anybody contacted.
  if (stage !== 'approved') expect(world.contacts.slice(before)).toEqual([]);
  await expect.poll(() => world.published() - published).toBe(writes);
  const { status, closed_for } = await world.gate(asked.gate_id);
  expect(closed_for ?? status).toBe(gate);
  expect(await world.kernel.gates(workspace, { todo_id: `todo-${task}` })).toHaveLength(1);
}

function wordOf(came: ActionAnswer): string {
  return came.kind === 'refused' ? came.rule : came.kind;
}

/** Does what the turn is about; answers what sends the action then. */
async function tryTurn(
  world: AgentWorld,
  turn: Turn,
  intent: ActionIntent,
  task: string,
): Promise<() => Promise<ActionAnswer>> {
  const key = `publish-${task}`;
  const retry = () => world.send(intent, { key });
  switch (turn) {
    case 'identical retry':
      return retry;
    case 'other body':
      await world.observe();
      return () => world.send(world.click('Delete'), { key });
    case 'other key':
      await world.observe();
      return () => world.send(world.click('Publish'), { key: `again-${task}` });
    case 'restart':
      await world.restart();
      return retry;
    case 'policy changed':
      world.forbidPublishing();
      return retry;
    case 'policy asks otherwise':
      world.rewordPolicy();
      return retry;
    case 'page changed':
      await world.changePage();
      return retry;
  }
}
