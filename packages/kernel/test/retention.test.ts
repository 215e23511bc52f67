import { describe, expect, it } from 'vitest';
import type { Row, Store } from '../src/index.ts';
import { actions, computers, people, Story } from '../src/store-suite/index.ts';
import { checkSignIn, meetWall, standingSubject } from './support/enrolment.ts';
import { memoryStore } from './support/memory-store.ts';
import { newStory } from './support/new-story.ts';

const todoId = 'todo-article-1';
const recovery = 'process-2';
const dead = { deadProcesses: ['process-1'] };

async function started(nothingKept = true): Promise<Story> {
  const { story } = newStory();
  await story.begin();
  if (nothingKept) await story.keepNothing();
  return story;
}

function drop(story: Story, { gate_id, revision }: { gate_id: string; revision: number }) {
  return story.must('drop-gate', { gate_id, revision, process_id: story.processId, dead_processes: [] });
}

describe('the retention of a workspace', () => {
  it('is standard, with its usual days, until one is set', async () => {
    const story = await started(false);
    const { kernel, workspace } = story;
    expect(await kernel.retention(workspace)).toMatchObject({ revision: 0, kind: 'standard', days: 30 });
    await story.must('set-retention', { retention: { kind: 'standard', days: 7 } });
    expect(await kernel.retention(workspace)).toMatchObject({ revision: 1, kind: 'standard', days: 7 });
    await story.must('set-retention', { retention: { kind: 'zdr' } });
    expect(await kernel.retention(workspace)).toMatchObject({ revision: 2, kind: 'zdr', days: null });
    expect(await kernel.verifyAudit(workspace)).toMatchObject({ ok: true });
  });

  it('may get other days while work is under way, and another kind once nothing is', async () => {
    const story = await started(false);
    const attempt = await story.run(todoId, 'draft');
    await story.must('set-retention', { retention: { kind: 'standard', days: 3 } });
    const zdr = { retention: { kind: 'zdr' } } as const;
    expect(await story.send('set-retention', zdr)).toMatchObject({ rule: 'retention.in-flight' });
    const { attempt_id, fence, process_id } = attempt;
    await story.must('abandon-attempt', { attempt_id, fence, process_id, because: 'host-fault' });
    expect(await story.must('set-retention', zdr)).toMatchObject({ kind: 'zdr' });
  });

  it('does not wait for an approval of an account, which rests on nothing that was seen', async () => {
    const story = await started(false);
    const enrolId = await meetWall(story, 'article-1');
    await story.decide(await story.gateOf(enrolId));
    expect(await story.must('set-retention', { retention: { kind: 'zdr' } })).toMatchObject({ kind: 'zdr' });
  });

  const beginnings = [
    {
      what: 'an attempt is admitted',
      begin: async (other: Story) =>
        other.must('admit-attempt', await other.admission(todoId, 'draft')) as Promise<unknown>,
    },
    {
      what: 'a goal with a running attempt is made',
      begin: async (other: Story) => {
        await other.begin('article-2', 'goal-2');
        await other.run('todo-article-2', 'draft');
      },
    },
    { what: 'a Computer is made and woken', begin: (other: Story) => computers.awakeComputer(other) },
  ];
  it.each(beginnings)('is not changed past what begins at the same moment: $what', async ({ begin }) => {
    const store = memoryStore();
    const other = new Story(store, { series: 1 });
    await other.begin();
    let looked = false;
    const watched = new Proxy(store, {
      get: (target, member: keyof Store) =>
        member !== 'list'
          ? target[member]
          : async (...asked: Parameters<Store['list']>): Promise<readonly Row[]> => {
              const rows = await target.list(...asked);
              if (asked[1] === 'gate' && !looked) {
                looked = true;
                await begin(other);
              }
              return rows;
            },
    });
    const story = new Story(watched, { series: 2 });
    const answer = await story.send('set-retention', { retention: { kind: 'zdr' } });
    expect(looked).toBe(true);
    expect(answer).toMatchObject({ kind: 'refused', rule: 'retention.in-flight' });
  });
});

describe('a question that memory alone can show', () => {
  it('says who holds it, and is approved through that process alone', async () => {
    const story = await started();
    const gate = await story.draft();
    expect(gate.held_by).toBe(story.processId);
    await story.decide(gate);
    await story.report(await story.commit(), 'published');
    expect((await story.gate(gate.gate_id)).closed_for).toBe('consumed');
  });

  it('may be turned down from anywhere', async () => {
    const story = await started();
    const { gate_id, revision } = await story.draft();
    const input = { gate_id, revision, decision: 'reject', reason: null } as const;
    expect(await story.must('decide-gate', input, people.reviewer)).toMatchObject({ status: 'closed' });
  });

  it('is held by nobody where all of it is kept', async () => {
    const story = await started(false);
    expect((await story.draft()).held_by).toBeNull();
  });

  it('is over when its holder says so; the todo drafts anew and asks anew', async () => {
    const story = await started();
    const gate = await story.draft();
    await drop(story, gate);
    expect(await story.gate(gate.gate_id)).toMatchObject({ status: 'closed', closed_for: 'content_gone' });
    expect(await story.todo(todoId)).toMatchObject({
      state: 'open',
      because: 'gate.content-gone',
      action_unit: 'draft_until_review_gate',
      gate_id: null,
      attention: null,
    });
    expect((await story.kernel.quota(story.workspace, 'goal-1'))?.reserved).toEqual({});
    const again = await story.draft();
    expect(again.gate_id).not.toBe(gate.gate_id);
    await story.decide(again);
    await story.commit();
  });

  it('is drafted anew when a person reopens it, and asked although it was rejected', async () => {
    const story = await started();
    await story.decide(await story.draft(), 'reject');
    await story.must('reopen-todo', { todo_id: todoId }, people.owner);
    expect(await story.todo(todoId)).toMatchObject({
      state: 'open',
      action_unit: 'draft_until_review_gate',
    });
    expect(await story.draft()).toMatchObject({ status: 'pending', held_by: story.processId });
  });

  it('keeps nothing that the page calls the element, and is bound to it all the same', async () => {
    const story = await started();
    const work = await actions.atWork(story);
    const gate = await actions.askedFor(story, work);
    expect(gate).toMatchObject({ held_by: story.processId });
    expect(JSON.stringify(gate)).not.toMatch(/Publish”|"Publish"|api\/articles/);
    await story.decide(gate);
    const committed = await actions.committed(story, work, gate);
    expect(committed.attempt.state).toBe('committed');
  });

  it('about an account blocks its todo; reopened, it is asked without what is gone', async () => {
    const story = await started();
    const enrolId = await meetWall(story, 'article-1');
    const gate = await story.gateOf(enrolId);
    expect(gate.held_by).toBe(story.processId);
    await drop(story, gate);
    expect(await story.todo(enrolId)).toMatchObject({ state: 'blocked', because: 'gate.content-gone' });
    await story.must('reopen-todo', { todo_id: enrolId }, people.owner);
    const again = await story.gateOf(enrolId);
    expect(again).toMatchObject({ status: 'pending', held_by: null, attention: { evidence: [] } });
    expect(again.subject).toEqual(standingSubject);
    await story.decide(again);
    await checkSignIn(story, enrolId);
  });
});

describe('recovery where nothing is kept', () => {
  it('closes the questions of dead processes, says so, and leaves those of living ones', async () => {
    const story = await started();
    const gate = await story.draft();
    const { kernel, workspace } = story;
    const alive = await kernel.recover(workspace, recovery, { deadProcesses: ['process-9'] });
    expect(alive.gone_gates).toEqual([]);
    const report = await kernel.recover(workspace, recovery, dead);
    expect(report.gone_gates).toMatchObject([{ gate_id: gate.gate_id, todo_id: todoId }]);
    expect(report.gone_gates[0]?.explanation).toMatch(
      /in the memory of a process that is gone.*content_gone.*nothing that needs an approval was sent.*todo is open, to be drafted anew/,
    );
    expect(await kernel.recover(workspace, recovery, dead)).toMatchObject({ gone_gates: [] });
    expect(await kernel.verifyAudit(workspace)).toMatchObject({ ok: true });
  });

  it('never closes one of its own process, nor an approval', async () => {
    const story = await started();
    const { gate_id } = await story.draft();
    const { kernel, workspace, processId } = story;
    await kernel.recover(workspace, processId, dead);
    expect((await story.gate(gate_id)).status).toBe('pending');
    await story.decide(await story.gate(gate_id));
    expect(await kernel.recover(workspace, recovery, dead)).toMatchObject({ gone_gates: [] });
    expect((await story.gate(gate_id)).status).toBe('open');
  });

  it('closes nothing where all is kept', async () => {
    const story = await started(false);
    const { gate_id } = await story.draft();
    const report = await story.kernel.recover(story.workspace, recovery, dead);
    expect(report.gone_gates).toEqual([]);
    expect((await story.gate(gate_id)).status).toBe('pending');
  });
});
