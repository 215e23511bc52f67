import type { Principal } from '@cux/contracts';
import { describe, expect, it } from 'vitest';
import type { Attempt, CommandInput, Store } from '../src/index.ts';
import { people, records, Story, stoppedClock } from '../src/store-suite/index.ts';
import { memoryStore } from './support/memory-store.ts';
import { newStory } from './support/new-story.ts';

const todoId = 'todo-article-1';
const quiet = 10_000;

async function committed(story: Story): Promise<Attempt> {
  await story.begin();
  await story.decide(await story.draft());
  return story.commit();
}

/** A read-back todo for an attempt that has gone silent. */
async function readBackOf(story: Story, attempt: Attempt): Promise<string> {
  await story.settle(attempt, story.readingBack(attempt));
  return `read-back-${attempt.fence}-article-1`;
}

async function recover(story: Story, dead: readonly string[] = []): Promise<void> {
  await story.kernel.recover(story.workspace, 'process-2', { deadProcesses: dead });
}

describe('the quiet time of an attempt that has gone silent', () => {
  it.each([
    { how: 'its own process gives it up', after: quiet },
    { how: 'its process is proved dead', after: quiet },
    { how: 'it reports that it does not know', after: quiet },
    { how: 'its lease is over, and its process may be alive', after: quiet },
  ])('ends a while after $how', async ({ how, after }) => {
    const { story } = newStory();
    const attempt = await committed(story);
    const { attempt_id, fence, process_id } = attempt;
    if (how.startsWith('its own')) {
      await story.must('abandon-attempt', { attempt_id, fence, process_id, because: 'host-fault' });
    } else if (how.startsWith('its process')) await recover(story, ['process-1']);
    else if (how.startsWith('it reports')) await story.report(attempt, 'press-unknown');
    else {
      story.clock.advance(60_000);
      await recover(story);
    }
    const now = story.clock.now();
    expect(await story.attempt(attempt_id)).toMatchObject({
      state: 'outcome_unknown',
      ended_at: now,
      settle_after: now + after,
    });
  });

  it('keeps its read-back waiting, says until when, and lets it begin then', async () => {
    const { story } = newStory();
    const attempt = await committed(story);
    await recover(story, ['process-1']);
    const readBack = await readBackOf(story, attempt);
    const { settle_after } = await story.attempt(attempt.attempt_id);
    expect((await story.todo(readBack)).not_before).toBe(settle_after);
    const admission = await story.admission(readBack, 'read');
    const early = await story.send('admit-attempt', admission, people.operator, 'k');
    expect(early).toMatchObject({ kind: 'refused', rule: 'todo.not-yet' });
    story.clock.advance(quiet - 1);
    expect(await story.send('admit-attempt', admission)).toMatchObject({ rule: 'todo.not-yet' });
    story.clock.advance(1);
    expect(await story.send('admit-attempt', admission, people.operator, 'k')).toMatchObject({
      kind: 'accepted',
    });
  });

  it('does not pass because the wall clock is set forward', async () => {
    const { story } = newStory();
    const attempt = await committed(story);
    await recover(story, ['process-1']);
    const readBack = await readBackOf(story, attempt);
    story.clock.set(story.clock.now() + 3_600_000);
    expect(await story.send('admit-attempt', await story.admission(readBack, 'read'))).toMatchObject({
      rule: 'todo.not-yet',
    });
    story.clock.advance(quiet);
    await story.run(readBack, 'read');
  });

  it('does not pass for a process that comes after the leap was stored: the permit of the other one has not leapt', async () => {
    const store = memoryStore();
    const holder = new Story(store);
    await holder.begin();
    await holder.decide(await holder.draft());
    const { attempt_id, fence, process_id } = await holder.prepare();
    await holder.must('renew-lease', { attempt_id, fence, process_id, lease_ms: 300_000 });
    const input = holder.commitInput(await holder.attempt(attempt_id));
    const { permit } = await holder.must('commit-attempt', input);
    holder.clock.set(holder.clock.now() + 3_600_000);
    await holder.putArticle('article-2', 'a write that stores the leap');
    const clock = stoppedClock(holder.clock.now());
    const fresh = new Story(store, { clock, series: 9, processId: 'process-2' });
    const says = async () =>
      fresh.send('settle-outcome', await fresh.look(attempt_id, 'not_happened'), people.owner);
    await fresh.must('take-over-attempt', { attempt_id, fence, dead_processes: [] });
    clock.advance(permit.valid_for_ms);
    expect(await says()).toMatchObject({ kind: 'refused', rule: 'outcome.not-yet' });
    clock.advance(quiet);
    expect(await says()).toMatchObject({ kind: 'accepted' });
  });

  it('is not the person’s to cut short either: nothing happened is said after it, that it did at once', async () => {
    const { story } = newStory();
    const { attempt_id } = await committed(story);
    await recover(story, ['process-1']);
    const says = async (outcome: 'happened' | 'not_happened') =>
      story.send('settle-outcome', await story.look(attempt_id, outcome), people.owner);
    expect(await says('not_happened')).toMatchObject({ kind: 'refused', rule: 'outcome.not-yet' });
    expect(await says('happened')).toMatchObject({ kind: 'accepted' });
  });

  it('is over for a look at the site when it has passed before it, whatever the wall clock says', async () => {
    const { story } = newStory();
    const { attempt_id } = await committed(story);
    await recover(story, ['process-1']);
    const says = (look: CommandInput<'settle-outcome'>) => story.send('settle-outcome', look, people.owner);
    // The clock leaps over the quiet time, and somebody looks at once; they say so when it has really passed.
    story.clock.set(story.clock.now() + 60_000);
    const early = await story.look(attempt_id, 'not_happened');
    story.clock.advance(quiet);
    expect(await says(early)).toMatchObject({ kind: 'refused', rule: 'outcome.looked-too-soon' });
    expect(await says(await story.look(attempt_id, 'not_happened'))).toMatchObject({ kind: 'accepted' });
  });

  describe('with two processes, each with a wall clock of its own', () => {
    /** Time passes for both. */
    const waiting = (stories: readonly Story[]) => (milliseconds: number) => {
      for (const { clock } of stories) clock.advance(milliseconds);
    };

    it('is not over for a look that the other one timed, whose clock is ahead', async () => {
      const store = memoryStore();
      const here = new Story(store);
      const ahead = new Story(store, { series: 1, clock: stoppedClock(), processId: 'process-2' });
      const pass = waiting([here, ahead]);
      const { attempt_id, fence } = await committed(here);
      await ahead.kernel.now(ahead.workspace);
      await here.must('abandon-attempt', {
        ...{ attempt_id, fence, process_id: 'process-1', because: 'host-fault' },
      });
      pass(4_000);
      ahead.clock.set(ahead.clock.now() + 15_000);
      // By its number that is long after the quiet time; it is in the midst of it.
      const look = await ahead.look(attempt_id, 'not_happened');
      pass(60_000);
      expect(await here.send('settle-outcome', look, people.owner)).toMatchObject({
        rule: 'outcome.looked-too-soon',
      });
      const again = await here.look(attempt_id, 'not_happened');
      expect(await here.send('settle-outcome', again, people.owner)).toMatchObject({ kind: 'accepted' });
    });

    it('is not shortened by the clock of the other one, which is behind', async () => {
      const store = memoryStore();
      const behind = new Story(store);
      const here = new Story(store, { series: 1, clock: stoppedClock(), processId: 'process-2' });
      const pass = waiting([behind, here]);
      await here.kernel.now(here.workspace);
      here.clock.advance(30_000);
      // Just now, and half a minute ago by the number that it is stored with.
      const { attempt_id, fence } = await committed(behind);
      await behind.must('abandon-attempt', {
        ...{ attempt_id, fence, process_id: 'process-1', because: 'host-fault' },
      });
      pass(2_000);
      const look = await here.look(attempt_id, 'not_happened');
      expect(await here.send('settle-outcome', look, people.owner)).toMatchObject({
        rule: 'outcome.not-yet',
      });
      pass(quiet);
      const later = await here.look(attempt_id, 'not_happened');
      expect(await here.send('settle-outcome', later, people.owner)).toMatchObject({ kind: 'accepted' });
    });

    it('is not counted from what was stored before it by a process that takes over and whose clock is behind', async () => {
      const store = memoryStore();
      const here = new Story(store, { series: 1, processId: 'process-2' });
      const attempt = await committed(new Story(store));
      await here.kernel.now(here.workspace);
      // Its press leaves now, long after the commit, and then its process is killed.
      waiting([here])(50_000);
      const clock = stoppedClock(here.clock.now() - 3_600_000);
      const behind = new Story(store, { series: 2, clock, processId: 'process-3' });
      await behind.kernel.recover(behind.workspace, 'process-3', { deadProcesses: ['process-1'] });
      const says = async () =>
        here.send('settle-outcome', await here.look(attempt.attempt_id, 'not_happened'), people.owner);
      expect(await says()).toMatchObject({ rule: 'outcome.not-yet' });
      waiting([here])(quiet);
      expect(await says()).toMatchObject({ kind: 'accepted' });
    });
  });

  /** A read-back of a publication that has just been reported, and what its reducer says where it has found nothing. */
  async function readAtOnce(story: Story, beforehand: () => void = () => undefined) {
    await story.begin();
    const { attempt, readBack } = await story.publish();
    beforehand();
    const reading = await story.run(readBack, 'read');
    await story.report(reading, 'read');
    const { gate } = await story.asking(todoId, 'article-1');
    const proposal = records.proposalFor(
      { state: 'done' },
      {
        evidence: [records.evidenceDigest],
        gate,
        settles: {
          attempt_id: attempt.attempt_id,
          outcome: 'not_happened',
          todo_state: 'awaiting_gate',
          attention: null,
        },
      },
    );
    return { attempt, readBack, reading, proposal };
  }

  it('makes a read-back that found nothing too early be made again, and asks nobody', async () => {
    const { story } = newStory();
    const { attempt, readBack, reading, proposal } = await readAtOnce(story);
    expect(await story.settle(reading, proposal)).toMatchObject({ todo_state: 'open', gate_id: null });
    const { settle_after } = await story.attempt(attempt.attempt_id);
    expect(await story.todo(readBack)).toMatchObject({
      because: 'settles.too-early',
      not_before: settle_after,
    });
    expect((await story.todo(todoId)).state).toBe('reconciling');
    expect((await story.attempt(reading.attempt_id)).state).toBe('settled');
    expect(await story.send('admit-attempt', await story.admission(readBack, 'read'))).toMatchObject({
      rule: 'todo.not-yet',
    });
    await story.readBack(readBack, attempt, 'not_happened');
    expect((await story.todo(todoId)).state).toBe('awaiting_gate');
  });

  it('has not passed for a read-back that the wall clock’s leap has made late, however long it takes to be settled', async () => {
    const { story } = newStory();
    const { readBack, reading, proposal, attempt } = await readAtOnce(story, () => {
      story.clock.set(story.clock.now() + 60_000);
    });
    story.clock.advance(quiet);
    expect(await story.settle(reading, proposal)).toMatchObject({ todo_state: 'open', gate_id: null });
    expect(await story.todo(readBack)).toMatchObject({ because: 'settles.too-early' });
    // The leap does not begin it again either, where the time is not over; here it is.
    await story.readBack(readBack, attempt, 'not_happened');
    expect((await story.todo(todoId)).state).toBe('awaiting_gate');
  });

  it('is not over for a second read-back because the wall clock was set forward', async () => {
    const { story } = newStory();
    const { readBack, reading, proposal } = await readAtOnce(story);
    await story.settle(reading, proposal);
    story.clock.set(story.clock.now() + 60_000);
    const admit = async () => story.send('admit-attempt', await story.admission(readBack, 'read'));
    expect(await admit()).toMatchObject({ rule: 'todo.not-yet' });
    story.clock.advance(quiet);
    expect(await admit()).toMatchObject({ kind: 'accepted' });
  });

  it('does not keep the read-back of a completion waiting', async () => {
    const { story } = newStory();
    await story.begin();
    const { attempt, readBack } = await story.publish();
    const reading = await story.run(readBack, 'read');
    await story.report(reading, 'read');
    await story.settle(
      reading,
      records.proposalFor(
        { state: 'done' },
        {
          evidence: [records.evidenceDigest],
          settles: {
            attempt_id: attempt.attempt_id,
            outcome: 'happened',
            todo_state: 'done',
            attention: null,
          },
        },
      ),
    );
    expect((await story.todo(todoId)).state).toBe('done');
  });
});

describe('what the host has told of a permit', () => {
  it('is kept with the attempt: nothing before commit, unknown after a kill, a number after a report', async () => {
    const { story } = newStory();
    await story.begin();
    await story.decide(await story.draft());
    const spent = async (id: string) => (await story.attempt(id)).permit_spent;
    const { attempt_id } = await story.prepare();
    expect(await spent(attempt_id)).toBe(0);
    const attempt = await story.attempt(attempt_id);
    await story.must('commit-attempt', story.commitInput(attempt));
    expect(await spent(attempt_id)).toBeNull();
    await story.report(attempt, 'published');
    expect(await spent(attempt_id)).toBe(1);
    await story.begin('article-2');
    await story.decide(await story.draft('article-2'));
    const killed = await story.commit('article-2');
    await recover(story, ['process-1']);
    expect(await spent(killed.attempt_id)).toBeNull();
  });
});

/**
 * Host A commits and is stopped before it presses. Whatever host B and people do meanwhile, and whatever their clocks:
 * while A's permit can be used, nobody says that nothing was sent, and nobody is asked again.
 */
describe('a host that is held between its commit and its press', () => {
  const leaps = [
    { because: 'the other host’s clock is right', leap: 0 },
    { because: 'the other host’s clock is an hour fast', leap: 3_600_000 },
    { because: 'the other host’s clock is a year fast', leap: 31_536_000_000 },
    { because: 'the other host’s clock is slow', leap: -3_600_000 },
  ];

  it.each(leaps)('finds its permit over before another one is asked for: $because', async ({ leap }) => {
    const store = memoryStore();
    const here = new Story(store);
    await here.begin();
    await here.decide(await here.draft());
    const prepared = await here.prepare();
    here.clock.advance(20_000);
    // Both hosts measure the time that passes alike; what o'clock it is, they may not agree on.
    const askedAt = here.clock.monotonic.now();
    const { permit } = await here.must('commit-attempt', here.commitInput(prepared));
    const usableUntil = askedAt + permit.valid_for_ms;
    expect(permit.valid_for_ms).toBe(40_000);
    const clock = stoppedClock(here.clock.now() + leap);
    const there = new Story(store, { series: 1, clock, processId: 'process-2' });
    const passes = (ms: number): void => {
      here.clock.advance(ms);
      clock.advance(ms);
    };
    const attempt = prepared;
    let settled = false;
    for (let step = 0; step < 200 && !settled; step += 1) {
      await there.kernel.recover(there.workspace, 'process-2');
      if ((await there.attempt(attempt.attempt_id)).state === 'outcome_unknown') {
        settled = await deniesWhatItCan(there, attempt);
      }
      if (settled) {
        expect(here.clock.monotonic.now(), 'the permit is over').toBeGreaterThanOrEqual(usableUntil + quiet);
      }
      passes(1_000);
    }
    expect(settled).toBe(true);
    const late = await here.send('report-attempt', here.reportInput(attempt, 'published'));
    expect(late).toMatchObject({ kind: 'refused' });
  });

  it('finds its permit over also where the store has answered it late, and others have stored later times meanwhile', async () => {
    const store = memoryStore();
    let whileAsked = async (): Promise<void> => undefined;
    const slow: Store = Object.assign(Object.create(store), {
      highestTime: async (workspace: string) => {
        const highest = await store.highestTime(workspace);
        await whileAsked();
        return highest;
      },
    });
    const here = new Story(slow);
    const clock = stoppedClock(here.clock.now() + 34_000);
    const there = new Story(store, { series: 1, clock, processId: 'process-2' });
    const passes = (ms: number): void => {
      here.clock.advance(ms);
      clock.advance(ms);
    };
    await here.begin();
    await here.decide(await here.draft());
    const admission = await here.admission(todoId, 'external_write');
    // Another process stores something just after this one has asked for the time, and it hears of the answer much later.
    whileAsked = async () => {
      whileAsked = async () => undefined;
      await there.putArticle('article-2', 'a write that stores a time ahead');
      passes(29_000);
    };
    const { attempt_id, fence } = await here.must('admit-attempt', admission);
    const own = { attempt_id, fence, process_id: 'process-1' };
    await here.must('start-attempt', { ...own, session_reference: 'session-1' });
    const attempt = await here.attempt(attempt_id);
    passes(10_000);
    await here.must('prepare-attempt', { ...own, subject_digest: attempt.subject_digest ?? '' });
    const askedAt = here.clock.monotonic.now();
    const { permit } = await here.must('commit-attempt', here.commitInput(attempt));
    const usableUntil = askedAt + permit.valid_for_ms;
    for (let step = 0; step < 200; step += 1) {
      await there.kernel.recover(there.workspace, 'process-2');
      const silent = (await there.attempt(attempt_id)).state === 'outcome_unknown';
      if (silent && (await deniesWhatItCan(there, attempt))) break;
      passes(1_000);
    }
    expect((await there.attempt(attempt_id)).outcome).toBe('not_happened');
    expect(here.clock.monotonic.now()).toBeGreaterThanOrEqual(usableUntil + quiet);
  });

  /** A person in a hurry: answers whether the attempt is settled as not happened. */
  async function deniesWhatItCan(story: Story, { attempt_id }: Attempt): Promise<boolean> {
    const input = await story.look(attempt_id, 'not_happened');
    return (await story.send('settle-outcome', input, people.owner)).kind === 'accepted';
  }
});

describe('who takes part without being named by the host', () => {
  const writer: Principal = { kind: 'human', id: 'wanda' };

  async function gateWith(story: Story, askedBy: Principal, writtenBy: Principal): Promise<string> {
    await story.must('create-goal', {
      goal_id: 'goal-1',
      mode: 'drafting',
      owner_id: people.owner.id,
      quota: {},
    });
    await story.must(
      'put-record',
      {
        capability: records.capability,
        record_id: 'article-1',
        expected_version: 0,
        state: 'draft',
        content_digest: records.contentDigest('text'),
        facts: {},
      },
      writtenBy,
    );
    await story.must(
      'create-todo',
      {
        goal_id: 'goal-1',
        todo_id: todoId,
        capability: records.capability,
        action_unit: 'draft_until_review_gate',
        record_id: 'article-1',
      },
      askedBy,
    );
    return (await story.draft()).gate_id;
  }

  it.each([
    {
      who: 'whoever asked for the todo',
      askedBy: writer,
      writtenBy: people.capability,
      decides: writer,
      rule: 'gate.own-action',
    },
    {
      who: 'whoever wrote the content',
      askedBy: people.operator,
      writtenBy: writer,
      decides: writer,
      rule: 'gate.own-action',
    },
    { who: 'somebody else', askedBy: writer, writtenBy: writer, decides: people.reviewer, rule: null },
    {
      who: 'the owner, who asked and wrote',
      askedBy: people.owner,
      writtenBy: people.owner,
      decides: people.owner,
      rule: null,
    },
  ])('$who decides: $rule', async ({ askedBy, writtenBy, decides, rule }) => {
    const { story } = newStory();
    const gate_id = await gateWith(story, askedBy, writtenBy);
    const { revision } = await story.gate(gate_id);
    const decision = { gate_id, revision, decision: 'approve', reason: null } as const;
    const answer = await story.send('decide-gate', decision, decides);
    expect(answer).toMatchObject(rule === null ? { kind: 'accepted' } : { kind: 'refused', rule });
  });

  it('and whoever has a rejected question asked again does not answer it', async () => {
    const { story } = newStory();
    await story.begin();
    await story.decide(await story.draft(), 'reject');
    await story.must('reopen-todo', { todo_id: todoId }, writer);
    const { gate_id, revision } = await story.gateOf(todoId);
    const decision = { gate_id, revision, decision: 'approve', reason: null } as const;
    expect(await story.send('decide-gate', decision, writer)).toMatchObject({ rule: 'gate.own-action' });
    expect(await story.send('decide-gate', decision, people.reviewer)).toMatchObject({ kind: 'accepted' });
  });
});

describe('an item that is given up', () => {
  it.each(['pending', 'open'] as const)('ends its %s gate with the same command', async (status) => {
    const { story } = newStory();
    await story.begin();
    const gate = await story.draft();
    if (status === 'open') await story.decide(gate);
    const known = await story.kernel.record(story.workspace, records.capability, 'article-1');
    const input = {
      capability: records.capability,
      record_id: 'article-1',
      expected_version: known?.version ?? 0,
      state: 'skipped',
      content_digest: known?.content_digest ?? '',
      facts: {},
    };
    const answer = await story.must('put-record', { ...input, ends_approvals: true }, people.reviewer);
    expect(answer).toEqual({ revision: known?.revision, version: 2 });
    expect(await story.gate(gate.gate_id)).toMatchObject({ status: 'closed', closed_for: 'superseded' });
    expect(await story.todo(todoId)).toMatchObject({ state: 'open', gate_id: null });
  });

  it('stops a publication with the finger on the key', async () => {
    const { story } = newStory();
    await story.begin();
    await story.decide(await story.draft());
    const prepared = await story.prepare();
    const known = await story.kernel.record(story.workspace, records.capability, 'article-1');
    await story.must(
      'put-record',
      {
        capability: records.capability,
        record_id: 'article-1',
        expected_version: known?.version ?? 0,
        state: 'skipped',
        content_digest: known?.content_digest ?? '',
        facts: {},
        ends_approvals: true,
      },
      people.reviewer,
    );
    expect(await story.send('commit-attempt', story.commitInput(prepared))).toMatchObject({
      rule: 'gate.superseded',
    });
  });
});

describe('a question that an attempt leads to', () => {
  it('is refused without a word on what stays forbidden', async () => {
    const { story } = newStory();
    await story.begin();
    const attempt = await story.run(todoId, 'draft');
    await story.report(attempt, 'drafted');
    const asking = await story.asking(todoId, 'article-1');
    const gate =
      asking.gate === null
        ? null
        : { ...asking.gate, attention: { ...asking.gate.attention, forbidden: [] } };
    const input = { attempt_id: attempt.attempt_id, proposal: { ...asking, gate } };
    expect(await story.send('settle-attempt', input, people.capability)).toMatchObject({
      kind: 'refused',
      rule: 'shape.too-short',
    });
  });

  it('shows what the attempt has kept where its reducer names none', async () => {
    const { story } = newStory();
    await story.begin();
    const attempt = await story.run(todoId, 'draft');
    await story.report(attempt, 'drafted');
    const asking = await story.asking(todoId, 'article-1');
    const gate =
      asking.gate === null ? null : { ...asking.gate, attention: { ...asking.gate.attention, evidence: [] } };
    await story.settle(attempt, { ...asking, gate });
    expect((await story.gateOf(todoId)).attention.evidence).toEqual([
      { evidence_class: 'screenshot', digest: records.evidenceDigest },
    ]);
  });

  it('is not put to anybody where nothing was kept: the todo is blocked', async () => {
    const { story } = newStory();
    await story.begin();
    const attempt = await story.run(todoId, 'draft');
    const { receipt, annex } = records.reportFor(attempt, 'failed');
    const input = {
      ...story.reportInput(attempt, 'failed'),
      receipt: records.bytes(receipt),
      annex: records.bytes({ ...annex, evidence: [] }),
    };
    await story.must('report-attempt', input);
    const asking = await story.asking(todoId, 'article-1');
    const gate =
      asking.gate === null ? null : { ...asking.gate, attention: { ...asking.gate.attention, evidence: [] } };
    await story.settle(attempt, { ...asking, gate });
    expect(await story.todo(todoId)).toMatchObject({
      state: 'blocked',
      because: 'attention.evidence-missing',
    });
  });
});
