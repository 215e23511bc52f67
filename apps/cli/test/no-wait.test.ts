import type { ActionUnit } from '@cux/contracts';
import { records, Story, stoppedClock } from '@cux/kernel/store-suite';
import type { HostEvent } from '@cux/runtime';
import { openSqliteStore } from '@cux/store-sqlite';
import { expect, it } from 'vitest';
import type { Application } from '../src/application/application.ts';
import { carryOn } from '../src/application/carry-on.ts';
import { hostEventTeller } from '../src/application/tell-host-event.ts';

const units: ReadonlySet<ActionUnit> = new Set(['publish_after_approved_gate', 'inspect_screen']);

/** A kernel with a publication that was read back too early, so that it waits, and a host that does as given. */
async function readTooEarlyAt(time: number, runTodo: Application['host']['runTodo']) {
  const clock = stoppedClock(time);
  const story = new Story(await openSqliteStore({ path: ':memory:' }), { clock });
  await story.begin();
  const { attempt, readBack } = await story.publish();
  const reading = await story.run(readBack, 'read');
  await story.report(reading, 'read');
  const { gate } = await story.asking(attempt.todo_id, 'article-1');
  const settles = {
    attempt_id: attempt.attempt_id,
    outcome: 'not_happened',
    todo_state: 'awaiting_gate',
    attention: null,
  } as const;
  const evidence = [records.evidenceDigest];
  await story.settle(reading, records.proposalFor({ state: 'done' }, { evidence, gate, settles }));
  const application = {
    workspace: story.workspace,
    providerId: 'mock',
    state: { kernel: story.kernel },
    output: { json: true, write: () => undefined },
    host: { recover: async () => [], runTodo },
  };
  return { story, readBack, application: application as unknown as Application };
}

it('ends with --no-wait where what left may still arrive, before anybody is asked', async () => {
  const never = async () => expect.unreachable('the host was asked too early');
  const { story, readBack, application } = await readTooEarlyAt(Date.now(), never);
  expect((await story.todo(readBack)).not_before).toBeGreaterThan(Date.now());
  await expect(carryOn(application, 'goal-1', units, { waits: false })).rejects.toMatchObject({
    code: 'not_yet',
    message: expect.stringMatching(/takes \d+ s more: run this again without --no-wait/),
  });
  await story.kernel.close();
});

it('ends with --no-wait, too, where that time is over by the clock, and this process has not measured it', async () => {
  const asked: string[] = [];
  const { story, readBack, application } = await readTooEarlyAt(Date.now() - 60_000, async (todo) => {
    asked.push(todo);
    return { kind: 'refused', rule: 'todo.not-yet', message: 'Not yet.', retry_at: Date.now() + 8_000 };
  });
  await expect(carryOn(application, 'goal-1', units, { waits: false })).rejects.toMatchObject({
    code: 'not_yet',
    message: expect.stringMatching(/takes [78] s more/),
  });
  expect(asked).toEqual([readBack]);
  await story.kernel.close();
});

it('says in its own words that another command was first', async () => {
  const { story, application } = await readTooEarlyAt(Date.now() - 60_000, async () => ({
    ...{ kind: 'refused', rule: 'todo.not-open' },
    message: 'The todo is running; only an open todo can be attempted.',
  }));
  await expect(carryOn(application, 'goal-1', units)).rejects.toMatchObject({
    code: 'refused',
    message:
      'Another command is at work on it, or was until just now: wait for it to end, then run this again.',
  });
  await story.kernel.close();
});

it('tells once what recovery finds again', () => {
  const told: string[] = [];
  const tell = hostEventTeller({
    json: false,
    write: () => undefined,
    writeError: (text) => void told.push(text),
  });
  const event = { kind: 'recovered', explanation: 'It is left alone.' } as const;
  tell(event);
  tell(event);
  tell({ kind: 'takeover-ended', attempt_id: 'attempt_1' } as HostEvent);
  tell({ kind: 'takeover-ended', attempt_id: 'attempt_1' } as HostEvent);
  expect(told).toEqual(['  It is left alone.\n', '  handed back\n', '  handed back\n']);
});
