import { expect } from 'vitest';
import type { StoryVerdict } from '../src/story/verdict.ts';
import { demoHere } from './demo-here.ts';
import { verdictOf } from './demo-process.ts';
import { type Mode, publicationsIn } from './oracle.ts';
import { expectCommandsToWork } from './printed-commands.ts';

/** The verdict on a story that ended as it should. */
export const published: StoryVerdict = {
  stop_reason: 'stopped_at_gate',
  gate: { revision: 3, status: 'closed' },
  decisions: 1,
  writes_before_decision: 0,
  writes_total: 1,
  todo: 'done',
  audit: 'verified',
};

/** The verdict on a story whose article a person rejected. */
export const rejected: StoryVerdict = {
  ...published,
  gate: { revision: 2, status: 'closed' },
  writes_total: 0,
  todo: 'blocked',
};

/** The verdict on a story that stopped at a dialog which nobody expected. */
const stoppedAtDialog: StoryVerdict = {
  ...published,
  stop_reason: 'blocked_by_unknown_modal',
  gate: null,
  decisions: 0,
  writes_total: 0,
  todo: 'blocked',
};

/** Runs a demo in whose way a dialog is: it presses nothing, publishes nothing, and says how to go on. */
export async function expectToStopAtDialog(state: string, mode: Mode): Promise<void> {
  const end = await demoHere(state, [...(mode === 'mock' ? ['--mock'] : []), '--modal']);
  expect(verdictOf(end)).toEqual(stoppedAtDialog);
  expect(end.code).toBe(0);
  expect(await expectCommandsToWork(state, end.output)).toEqual(
    expect.arrayContaining(['todo show story-1', 'todo reopen story-1', 'todo cancel story-1']),
  );
  expect(publicationsIn(state, mode)).toHaveLength(0);
}
