import { describe, expect, it } from 'vitest';
import { type Store, usageTotals } from '../src/index.ts';
import { actions, computers, people, Story } from '../src/store-suite/index.ts';
import { type MemoryStore, memoryStore } from './support/memory-store.ts';
import { newStory } from './support/new-story.ts';

const minute = 60_000;

async function linesOf(story: Story, { computer_id }: computers.MadeComputer) {
  const lines = await story.kernel.computerUsage(story.workspace, computer_id);
  if (lines === null) throw new Error('the Computer is there');
  return lines;
}

async function sumsOf(story: Story, made: computers.MadeComputer) {
  const totals = usageTotals(await linesOf(story, made));
  return Object.fromEntries(
    totals.map(({ measure, action, outcome, quantity }) => [
      [measure, action, outcome].filter((part) => part !== null).join(' '),
      quantity,
    ]),
  );
}

async function release(story: Story, awake: computers.AwakeComputer, by: string, dead: readonly string[]) {
  const held = { ...computers.custody(awake), process_id: by };
  await story.must('release-computer', { ...held, dead_processes: dead });
}

/** A store as it was before wakings were kept: it has none of them. */
function beforeWakings(store: MemoryStore): Store {
  return {
    ...store,
    commit: (batch) =>
      store.commit({
        ...batch,
        expectations: batch.expectations.filter(({ kind }) => kind !== 'waking'),
        writes: batch.writes.filter(({ kind }) => kind !== 'waking'),
      }),
  };
}

describe('a placement from before wakings were kept', () => {
  it.each([
    { by: 'its holder', ended: 'released' },
    { by: 'somebody else, since its holder is dead', ended: 'lost' },
  ] as const)('is released by $by, counts for nothing, and the next waking counts', async ({ ended }) => {
    const store = memoryStore();
    const earlier = new Story(beforeWakings(store));
    const awake = await computers.awakeComputer(earlier);
    expect(await store.list(earlier.workspace, 'waking')).toEqual([]);
    const story = new Story(store, { series: 1 });
    story.clock.advance(minute);
    const holder = earlier.processId;
    if (ended === 'released') await release(story, awake, holder, []);
    else await release(story, awake, 'another-process', [holder]);
    expect(await story.kernel.wakings(story.workspace, awake.computer_id)).toMatchObject([
      { generation: 1, process_id: holder, attached_at: null, ended },
    ]);
    expect(await linesOf(story, awake)).toEqual([]);
    const again = await computers.wake(story, awake);
    await story.must('attach-screen', {
      ...computers.custody(again),
      ...{ geometry: computers.geometry, active_target: null },
    });
    story.clock.advance(minute);
    expect(await story.kernel.wakings(story.workspace, awake.computer_id)).toHaveLength(2);
    await release(story, again, story.processId, []);
    expect(await sumsOf(story, awake)).toMatchObject({ awake_milliseconds: minute });
    expect(await story.kernel.verifyAudit(story.workspace)).toMatchObject({ ok: true });
  });
});

describe('how long a Computer was awake', () => {
  it('is nothing before its first waking, and nothing for one that did not come about', async () => {
    const { story } = newStory();
    const made = await computers.makeComputer(story);
    expect(await linesOf(story, made)).toEqual([]);
    const woken = await computers.wake(story, made);
    story.clock.advance(minute);
    await release(story, woken, story.processId, []);
    expect(await linesOf(story, made)).toEqual([]);
    expect(await story.kernel.wakings(story.workspace, made.computer_id)).toMatchObject([
      { generation: 1, attached_at: null, ended: 'released' },
    ]);
  });

  it('is from the Screen’s attachment until its holder handed the receipt in, of each waking', async () => {
    const { story } = newStory();
    const first = await computers.awakeComputer(story);
    story.clock.advance(minute);
    await release(story, first, story.processId, []);
    story.clock.advance(minute);
    const second = await computers.wake(story, first);
    story.clock.advance(minute);
    const place = { ...computers.custody(second), geometry: computers.geometry, active_target: null };
    await story.must('attach-screen', place);
    story.clock.advance(2 * minute);
    await release(story, second, story.processId, []);
    expect(await linesOf(story, first)).toMatchObject([
      { measure: 'awake_milliseconds', generation: 1, quantity: minute },
      { measure: 'awake_milliseconds', generation: 2, quantity: 2 * minute },
    ]);
  });

  it('is proved of a holder that lives up to its last record, and possible until now', async () => {
    const { story } = newStory();
    const awake = await computers.awakeComputer(story);
    const session_id = await actions.openOn(story, awake);
    story.clock.advance(minute);
    await story.must('settle-observation', await computers.observing(story, awake, session_id));
    story.clock.advance(3 * minute);
    expect(await sumsOf(story, awake)).toMatchObject({
      awake_milliseconds: minute,
      unproved_milliseconds: 3 * minute,
    });
    await release(story, awake, story.processId, []);
    const sums = await sumsOf(story, awake);
    expect(sums).toMatchObject({ awake_milliseconds: 4 * minute });
    expect(sums).not.toHaveProperty('unproved_milliseconds');
  });

  it('is proved of one that was lost up to its last record, and possible until it was shown to be dead', async () => {
    const { story } = newStory();
    await story.begin();
    const { awake, attempt } = await actions.atWork(story);
    story.clock.advance(minute);
    // What another process does to what the dead one has left proves nothing of the dead one.
    const taking = { attempt_id: attempt.attempt_id, fence: attempt.fence };
    await story.must('take-over-attempt', { ...taking, dead_processes: [story.processId] });
    story.clock.advance(minute);
    await release(story, awake, 'process-2', [story.processId]);
    story.clock.advance(minute);
    expect(await sumsOf(story, awake)).toMatchObject({ unproved_milliseconds: 2 * minute });
  });
});

describe('the lines', () => {
  it('say in which waking, session and attempt, and keep their ids while they grow', async () => {
    const { story } = newStory();
    await story.begin();
    const work = await actions.atWork(story);
    const { awake, session_id, attempt } = work;
    const observe = async () =>
      story.must('settle-observation', await computers.observing(story, awake, session_id));
    await observe();
    const [first] = (await linesOf(story, awake)).filter(({ measure }) => measure === 'observations');
    expect(first).toMatchObject({ generation: 1, session_id, attempt_id: attempt.attempt_id, quantity: 1 });
    story.clock.advance(minute);
    await observe();
    const lines = (await linesOf(story, awake)).filter(({ measure }) => measure === 'observations');
    expect(lines).toEqual([{ ...first, quantity: 2, until: (first?.from ?? 0) + minute + 1 }]);
  });

  it('tell a key that waits from one that nobody carries out any more', async () => {
    const { story } = newStory();
    await story.begin();
    const work = await actions.atWork(story);
    const gate = await actions.askedFor(story, work, 'a-1');
    const joining = { ...actions.asked('a-2'), session_id: work.session_id, gate_id: gate.gate_id };
    await story.must('join-approval', joining);
    expect(await sumsOf(story, work.awake)).toMatchObject({
      'actions click waiting': 2,
      'approvals asked': 1,
    });
    story.clock.advance(60 * minute);
    expect(await sumsOf(story, work.awake)).toMatchObject({
      'actions click not_done': 2,
      'approvals asked': 1,
    });
  });

  it('tell an approval whose content has gone with its process', async () => {
    const { story } = newStory();
    await story.begin();
    await story.keepNothing();
    const work = await actions.atWork(story);
    const { gate_id, revision } = await actions.askedFor(story, work, 'a-1');
    await story.must('drop-gate', { gate_id, revision, process_id: story.processId, dead_processes: [] });
    expect(await sumsOf(story, work.awake)).toMatchObject({
      'actions click not_done': 1,
      'approvals asked': 1,
      'approvals content_gone': 1,
    });
  });

  it('are those of the Computer alone, and of no other workspace', async () => {
    const { story } = newStory();
    const [one, other] = [await computers.awakeComputer(story), await computers.awakeComputer(story)];
    const session_id = await actions.openOn(story, one);
    await story.must('settle-observation', await computers.observing(story, one, session_id));
    await story.must('begin-takeover', await computers.control(story, other), people.reviewer);
    await story.must('finish-draining', await computers.control(story, other));
    expect(await sumsOf(story, one)).toMatchObject({ observations: 1 });
    expect(await sumsOf(story, other)).toMatchObject({ 'interventions took_over': 1 });
    expect(await sumsOf(story, other)).not.toHaveProperty('observations');
    expect(await story.kernel.computerUsage('elsewhere', one.computer_id)).toBeNull();
  });
});
