import { describe, expect, it } from 'vitest';
import type { CommandInput, Measure } from '../src/index.ts';
import { measures } from '../src/index.ts';
import { people, Story } from '../src/store-suite/index.ts';
import { expectLedger } from './support/ledger.ts';
import { memoryStore } from './support/memory-store.ts';
import { newStory } from './support/new-story.ts';

const todoId = 'todo-article-1';
type Of = CommandInput<'set-quota'>['of'];

const scopes: readonly Of[] = [
  { scope: 'workspace' },
  { scope: 'goal', goal_id: 'goal-1' },
  { scope: 'todo', todo_id: todoId },
];

/** What one whole publication takes at most before the last step of each measure, and what meets the end of it. */
const spending: readonly {
  readonly measure: Measure;
  readonly limit: number;
  readonly meets: (story: Story) => Promise<{ readonly kind: string; readonly rule?: string }>;
}[] = [
  { measure: 'attempts', limit: 1, meets: admitWrite },
  { measure: 'actions', limit: 9, meets: admitWrite },
  { measure: 'wall_ms', limit: 300_000, meets: admitWrite },
  { measure: 'external_writes', limit: 0, meets: admitWrite },
];

async function admitWrite(story: Story) {
  await story.decide(await story.gateOf(todoId));
  return story.send('admit-attempt', await story.admission(todoId, 'external_write', { actions: 5 }));
}

async function drafted(story: Story): Promise<void> {
  const input = await story.admission(todoId, 'draft', { actions: 5 });
  const { attempt_id, fence } = await story.must('admit-attempt', input);
  await story.must('start-attempt', { attempt_id, fence, process_id: 'process-1', session_reference: 's' });
  story.clock.advance(2_000);
  await story.report(await story.attempt(attempt_id), 'drafted');
  await story.settle(await story.attempt(attempt_id), await story.asking(todoId, 'article-1'));
}

describe('a quota', () => {
  const cells = scopes.flatMap((of) => spending.map((row) => ({ of, ...row })));
  it.each(cells)(
    'of the $of.scope ends what is admitted by its $measure',
    async ({ of, measure, limit, meets }) => {
      for (const room of [false, true]) {
        const { story } = newStory();
        await story.begin();
        await story.must('set-quota', { of, limits: { [measure]: room ? limit + 600_000 : limit } });
        await drafted(story);
        const answer = await meets(story);
        expect(answer).toMatchObject(room ? { kind: 'accepted' } : { kind: 'refused', rule: 'quota.spent' });
        await expectLedger(story);
      }
    },
  );

  it.each(scopes)('of the $scope that is set late counts what was used and reserved before', async (of) => {
    const { story } = newStory();
    await story.begin();
    await drafted(story);
    await story.run(await another(story), 'draft');
    await story.must('set-quota', { of, limits: {} });
    await expectLedger(story);
    await story.decide(await story.gateOf(todoId));
    await story.commit();
    await expectLedger(story);
  });

  it('of questions leaves the todo blocked for a person instead of asking, and no quota keeps a person from acting', async () => {
    const { story } = newStory();
    await story.begin();
    await story.must('set-quota', { of: { scope: 'goal', goal_id: 'goal-1' }, limits: { interventions: 0 } });
    await drafted(story);
    expect(await story.todo(todoId)).toMatchObject({
      state: 'blocked',
      because: 'quota.spent',
      gate_id: null,
    });
    await story.must('reopen-todo', { todo_id: todoId }, people.owner);
    expect((await story.kernel.quota(story.workspace, 'goal-1'))?.used.interventions).toBe(1);
    await expectLedger(story);
  });

  it('counts what the host counted, and takes what nobody counted for used', async () => {
    const { story } = newStory();
    await story.begin();
    const used = async () => (await story.kernel.quota(story.workspace, 'goal-1'))?.used;
    const input = await story.admission(todoId, 'draft', { actions: 7 });
    const { attempt_id, fence } = await story.must('admit-attempt', input);
    const held = { attempt_id, fence, process_id: 'process-1' };
    await story.must('start-attempt', { ...held, session_reference: 's' });
    const attempt = await story.attempt(attempt_id);
    await story.addEvidence(attempt);
    story.clock.advance(1_234);
    await story.must('report-attempt', { ...story.reportInput(attempt, 'failed'), actions: 3 });
    expect(await used()).toMatchObject({ attempts: 1, actions: 3, wall_ms: 1_234, external_writes: 0 });
    const other = await another(story);
    const second = await story.must('admit-attempt', await story.admission(other, 'draft', { actions: 7 }));
    await story.must('start-attempt', {
      attempt_id: second.attempt_id,
      fence: second.fence,
      process_id: 'process-1',
      session_reference: 's2',
    });
    await story.must('abandon-attempt', {
      attempt_id: second.attempt_id,
      fence: second.fence,
      process_id: 'process-1',
      because: 'host-fault',
    });
    expect(await used()).toMatchObject({ attempts: 2, actions: 10 });
    await expectLedger(story);
  });

  it('never counts more than was reserved, however late an attempt is taken over', async () => {
    const { story } = newStory();
    await story.begin();
    const { attempt_id, fence } = await story.run(todoId, 'draft');
    story.clock.advance(10_000_000);
    await story.must('take-over-attempt', { attempt_id, fence, dead_processes: [] });
    expect((await story.kernel.quota(story.workspace, 'goal-1'))?.used.wall_ms).toBe(300_000);
    await expectLedger(story);
  });

  it('knows every measure by name', () => {
    expect([...measures].sort()).toEqual([...spending.map((row) => row.measure), 'interventions'].sort());
  });
});

async function another(story: Story): Promise<string> {
  await story.begin('article-2');
  return 'todo-article-2';
}

describe('a quota of the workspace', () => {
  it('counts a goal that another process creates and works for while the quota is set', async () => {
    const store = memoryStore();
    const race: { meanwhile: (() => Promise<unknown>) | null } = { meanwhile: null };
    const other = new Story(store, { series: 1, processId: 'process-2' });
    const story = new Story(
      {
        ...store,
        async list(workspace, kind, filter) {
          const rows = await store.list(workspace, kind, filter);
          const { meanwhile } = race;
          if (kind === 'quota' && meanwhile !== null) {
            race.meanwhile = null;
            await meanwhile();
          }
          return rows;
        },
      },
      { clock: other.clock },
    );
    await story.begin();
    race.meanwhile = async () => {
      await other.begin('article-2', 'goal-2');
      await other.run('todo-article-2', 'draft');
    };
    await story.must('set-quota', { of: { scope: 'workspace' }, limits: { attempts: 1 } });
    expect(await story.send('admit-attempt', await story.admission(todoId, 'draft'))).toMatchObject({
      rule: 'quota.spent',
    });
  });
});
