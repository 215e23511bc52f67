import { describe, expect, it } from 'vitest';
import type { Row, RowKind } from '../src/index.ts';
import { people, Story } from '../src/store-suite/index.ts';
import { scenes } from './machines/scenes.ts';
import { expectLedger } from './support/ledger.ts';
import { memoryStore } from './support/memory-store.ts';
import { newStory } from './support/new-story.ts';
import { everyRow } from './support/refusal-row.ts';

const todoId = 'todo-article-1';
const dead = { deadProcesses: ['process-1'] };

describe('recovery', () => {
  it.each(['admitted', 'running', 'prepared'] as const)(
    'abandons an attempt that was %s: gate untouched, todo open, quota settled',
    async (state) => {
      const { story } = newStory();
      await story.begin();
      await story.decide(await story.draft());
      if (state === 'admitted') {
        await story.must('admit-attempt', await story.admission(todoId, 'external_write'));
      } else if (state === 'running') await story.run(todoId, 'external_write');
      else await story.prepare();
      const report = await story.kernel.recover(story.workspace, 'process-2', dead);
      expect(report.actions).toMatchObject([
        { from: state, to: 'abandoned', because: 'recovery.never-committed', todo_id: todoId },
      ]);
      expect(report.actions[0]?.explanation).toMatch(/nothing that needs an approval was sent/);
      expect(await story.todo(todoId)).toMatchObject({ state: 'open', attempt_id: null });
      expect((await story.gateOf(todoId)).status).toBe('open');
      expect((await story.kernel.quota(story.workspace, 'goal-1'))?.reserved).toEqual({});
      // The same approval still holds, for one publication.
      await story.commit();
    },
  );

  it('makes a committed attempt unknown, and lists it until somebody reads it back', async () => {
    const { story } = newStory();
    await story.begin();
    await story.decide(await story.draft());
    const attempt = await story.commit();
    const report = await story.kernel.recover(story.workspace, 'process-2', dead);
    expect(report.actions).toMatchObject([
      { from: 'committed', to: 'outcome_unknown', because: 'recovery.committed-without-receipt' },
    ]);
    expect(report.awaiting_reducer).toEqual([attempt.attempt_id]);
    expect((await story.todo(todoId)).state).toBe('reconciling');
    expect((await story.gateOf(todoId)).closed_for).toBe('consumed');
    await story.settle(attempt, story.readingBack(attempt));
    const again = await story.kernel.recover(story.workspace, 'process-3', dead);
    expect(again).toEqual({ actions: [], expired_gates: [], gone_gates: [], awaiting_reducer: [] });
    await story.readBack(`read-back-${attempt.fence}-article-1`, attempt);
    expect((await story.todo(todoId)).state).toBe('done');
  });

  it('leaves a reported attempt to its reducer, and a settled one alone', async () => {
    const { story } = newStory();
    await story.begin();
    const attempt = await story.run(todoId, 'draft');
    await story.report(attempt, 'drafted');
    const report = await story.kernel.recover(story.workspace, 'process-2', dead);
    expect(report).toMatchObject({ actions: [], awaiting_reducer: [attempt.attempt_id] });
    await story.settle(attempt, await story.asking(todoId, 'article-1'));
    expect(await story.kernel.recover(story.workspace, 'process-2', dead)).toMatchObject({
      actions: [],
      awaiting_reducer: [],
    });
  });

  it('is idempotent', async () => {
    const { story, store } = newStory();
    await story.begin();
    await story.run(todoId, 'draft');
    await story.kernel.recover(story.workspace, 'process-2', dead);
    const events = (await store.events(story.workspace, 0, 1_000)).length;
    const again = await story.kernel.recover(story.workspace, 'process-2', dead);
    expect(again.actions).toEqual([]);
    expect((await store.events(story.workspace, 0, 1_000)).length).toBe(events);
  });

  it('does not touch what a living process may hold, and takes it when the lease is over', async () => {
    const { story } = newStory();
    await story.begin();
    const attempt = await story.run(todoId, 'draft');
    const held = await story.kernel.recover(story.workspace, 'process-2');
    expect(held.actions).toMatchObject([{ to: 'unchanged', because: 'recovery.held-by-another-process' }]);
    expect((await story.attempt(attempt.attempt_id)).state).toBe('running');
    story.clock.advance(60_000);
    const taken = await story.kernel.recover(story.workspace, 'process-2');
    expect(taken.actions).toMatchObject([{ to: 'abandoned' }]);
  });

  it('never calls its own process dead', async () => {
    const { story } = newStory();
    await story.begin();
    const attempt = await story.run(todoId, 'draft');
    const report = await story.kernel.recover(story.workspace, 'process-1', dead);
    expect(report.actions).toMatchObject([{ to: 'unchanged' }]);
    expect((await story.attempt(attempt.attempt_id)).state).toBe('running');
  });

  it('leaves a zombie nothing to do: its commit, lease and receipt are refused', async () => {
    const { story } = newStory();
    await story.begin();
    await story.decide(await story.draft());
    const zombie = await story.prepare();
    story.clock.advance(60_000);
    await story.kernel.recover(story.workspace, 'process-2');
    const next = await story.commit();
    expect(next.fence).toBe(zombie.fence + 1);
    const { attempt_id, fence } = zombie;
    const late = [
      await story.send('commit-attempt', story.commitInput(zombie)),
      await story.send('renew-lease', { attempt_id, fence, process_id: 'process-1', lease_ms: 60_000 }),
      await story.send('report-attempt', story.reportInput(zombie, 'published')),
    ];
    expect(late.map((answer) => answer.kind)).toEqual(['refused', 'refused', 'refused']);
    expect((await story.attempt(next.attempt_id)).state).toBe('committed');
  });

  it('lets two of them run at once', async () => {
    const store = memoryStore();
    const one = new Story(store);
    await one.begin();
    await one.run(todoId, 'draft');
    const two = new Story(store, { series: 1, clock: one.clock });
    const reports = await Promise.all([
      one.kernel.recover(one.workspace, 'process-2', dead),
      two.kernel.recover(two.workspace, 'process-3', dead),
    ]);
    const moved = reports.flatMap((report) => report.actions).filter((each) => each.to === 'abandoned');
    expect(moved.length).toBeGreaterThanOrEqual(1);
    expect((await one.todo(todoId)).state).toBe('open');
    expect((await one.kernel.quota(one.workspace, 'goal-1'))?.used.attempts).toBe(1);
    expect(await one.kernel.verifyAudit(one.workspace)).toMatchObject({ ok: true });
  });

  it('a person settles what no read-back can, and the place is free again', async () => {
    const { story } = newStory();
    await story.begin();
    await story.decide(await story.draft());
    const { attempt_id, ...attempt } = await story.commit();
    const unsettled = async () =>
      (await story.kernel.unsettled(story.workspace)).map((each) => each.attempt_id);
    // It holds its place, and may still say so itself.
    expect(await unsettled()).toEqual([]);
    await story.kernel.recover(story.workspace, 'process-2', dead);
    expect(await unsettled()).toEqual([attempt_id]);
    await story.settle({ attempt_id, ...attempt }, story.readingBack({ attempt_id, ...attempt }));
    await story.waitOut(attempt_id);
    const input = await story.look(attempt_id, 'not_happened', 'looked at the site');
    expect(await unsettled()).toEqual([attempt_id]);
    expect(await story.must('settle-outcome', input, people.owner)).toEqual({ todo_state: 'blocked' });
    expect(await unsettled()).toEqual([]);
    expect((await story.todo(`read-back-${attempt.fence}-article-1`)).state).toBe('cancelled');
    expect(await story.must('reopen-todo', { todo_id: todoId }, people.owner)).toEqual({ state: 'open' });
    expect(await story.todo(todoId)).toMatchObject({ action_unit: 'draft_until_review_gate' });
    await story.publish();
  });

  it('voids in the same life of the process: the gate stays consumed and a new one asks', async () => {
    const { story } = newStory();
    await story.begin();
    await story.decide(await story.draft());
    const spent = await story.gateOf(todoId);
    const { attempt_id, fence, permit_id } = await story.commit();
    const proposal = await story.asking(todoId, 'article-1');
    const process_id = story.processId;
    const answer = await story.must(
      'void-attempt',
      { attempt_id, fence, permit_id: permit_id ?? '', process_id, proposal },
      people.capability,
    );
    expect(answer.todo_state).toBe('awaiting_gate');
    expect((await story.attempt(attempt_id)).state).toBe('void');
    expect((await story.gate(spent.gate_id)).closed_for).toBe('consumed');
    expect(answer.gate_id).not.toBe(spent.gate_id);
    expect(await story.kernel.quota(story.workspace, 'goal-1')).toMatchObject({
      reserved: {},
      used: { external_writes: 0 },
    });
    await story.decide(await story.gateOf(todoId));
    await story.commit();
  });

  const strange = [
    {
      what: 'a kind that it does not know',
      write: (row: Row): Row => ({ ...row, kind: 'robot' as RowKind, id: 'robot-1' }),
      names: { kind: 'robot', id: 'robot-1' },
    },
    {
      what: 'a state that it does not know',
      write: (row: Row): Row => ({ ...row, state: 'dreaming' }),
      names: { kind: 'todo', id: todoId },
    },
    {
      what: 'a field that it does not know',
      write: (row: Row): Row => ({ ...row, body: row.body.replace('{', '{"mood":"good",') }),
      names: { kind: 'todo', id: todoId },
    },
    {
      what: 'a field of another form',
      write: (row: Row): Row => ({ ...row, body: row.body.replace('"successor":null', '"successor":[]') }),
      names: { kind: 'todo', id: todoId },
    },
    {
      what: 'a body that is no object',
      write: (row: Row): Row => ({ ...row, body: '[' }),
      names: { kind: 'todo', id: todoId },
    },
  ];

  it.each(strange)('stops at $what, names the row, and has changed nothing', async ({ write, names }) => {
    const { story, store } = newStory();
    await story.begin();
    await story.decide(await story.draft());
    await story.commit();
    const row = await store.get(story.workspace, 'todo', todoId);
    if (row === null) throw new Error('no todo');
    await store.commit({
      workspace: story.workspace,
      expectations: [],
      writes: [write(row)],
      events: [{ kind: 'command-accepted', body: '{}' }],
      answer: { scope: 'operator:later', key: 'k', command_digest: 'd', answer: '{}' },
      time: 0,
      valid_until: null,
    });
    const before = await everyRow(store, story.workspace);
    const fault = await story.kernel.recover(story.workspace, 'process-2', dead).catch((error) => error);
    expect(fault).toMatchObject({ name: 'KernelFault', code: 'row_unreadable', row: names });
    expect(fault.message).toContain(names.id);
    expect(await everyRow(store, story.workspace)).toBe(before);
  });

  it.each(scenes)('does everything at once and nothing twice where $name', async ({ reach }) => {
    const { story, store } = newStory();
    await story.begin();
    await reach(story, store);
    const first = await story.kernel.recover(story.workspace, 'process-2', dead);
    const explained = [...first.actions, ...first.expired_gates];
    for (const { explanation } of explained) expect(explanation).toMatch(/^[A-Z].{20,}\.$/);
    const links = (await store.links(story.workspace, 0, 10_000)).length;
    const again = await story.kernel.recover(story.workspace, 'process-3', dead);
    expect(again).toEqual({
      actions: [],
      expired_gates: [],
      gone_gates: [],
      awaiting_reducer: first.awaiting_reducer,
    });
    expect((await store.links(story.workspace, 0, 10_000)).length).toBe(links);
    const live = await story.kernel.attempts(story.workspace, {
      states: ['admitted', 'running', 'prepared', 'committed'],
    });
    expect(live).toEqual([]);
    const waiting = await story.kernel.attempts(story.workspace, { states: ['reported'] });
    expect(first.awaiting_reducer).toEqual(
      expect.arrayContaining(waiting.map(({ attempt_id }) => attempt_id)),
    );
    await expectLedger(story);
    expect(await story.kernel.verifyAudit(story.workspace)).toMatchObject({ ok: true });
  });
});
