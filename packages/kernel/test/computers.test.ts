import { describe, expect, it } from 'vitest';
import { type Computer, computerMoves, controlMoves, type Screen } from '../src/index.ts';
import { checkInvariants, type Difference } from '../src/invariants.ts';
import { computers, moves, people, records, type Story } from '../src/store-suite/index.ts';
import { newStory } from './support/new-story.ts';

const { awakeComputer, control, custody, geometry, makeComputer, observing, terms, wake, waking } = computers;
const todoId = 'todo-article-1';

async function read(story: Story, { computer_id, screen_id }: computers.MadeComputer) {
  const { kernel, workspace } = story;
  const computer = await kernel.computer(workspace, computer_id);
  const screen = await kernel.screen(workspace, computer_id, screen_id);
  if (computer === null || screen === null) throw new Error('the pair is not there');
  return { computer, screen };
}

describe('a Computer', () => {
  it('is made sleeping from the active revision, and keeps it when the profile goes on', async () => {
    const { story } = newStory();
    const made = await makeComputer(story);
    const { profile_id } = made;
    const larger = { ...terms, screen: { ...geometry, width: 1920 } };
    await story.must('put-profile', { profile_id, expected_latest: 1, terms: larger, activate: true });
    const next = await story.must('create-computer', { profile_id });
    const [old, young] = [await read(story, made), await read(story, { ...made, ...next })];
    expect(old.computer).toMatchObject({
      lifecycle: 'sleeping',
      generation: 0,
      placement: null,
      profile_revision: 1,
    });
    expect(old.screen).toMatchObject({ ...geometry, attachment: 'detached', active_target: null });
    expect(young.computer).toMatchObject({ profile_revision: 2 });
    expect(young.screen).toMatchObject({ width: 1920 });
    expect(await story.kernel.profileRevision(story.workspace, profile_id, 1)).toMatchObject({ terms });
  });

  it('rises by one generation with each waking, and every change is a new resource version', async () => {
    const { story } = newStory();
    const made = await makeComputer(story);
    const seen: [number, number][] = [];
    for (const _ of [1, 2, 3]) {
      const awake = await wake(story, made);
      await story.must('attach-screen', { ...custody(awake), geometry, active_target: 't1' });
      const { computer, screen } = await read(story, made);
      seen.push([computer.generation, screen.generation]);
      await story.must('release-computer', { ...custody(awake), dead_processes: [] });
    }
    expect(seen).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
    ]);
    const { computer, screen } = await read(story, made);
    expect(computer).toMatchObject({ lifecycle: 'sleeping', placement: null, revision: 10 });
    expect(screen).toMatchObject({ attachment: 'detached', active_target: null, ...geometry });
  });

  it('is released by whoever shows that its holder is dead, and woken by another process', async () => {
    const { story } = newStory();
    const awake = await awakeComputer(story);
    const successor = { ...custody(awake), process_id: 'process-2' };
    await story.must('release-computer', { ...successor, dead_processes: ['process-1'] });
    const input = { ...(await waking(story, awake.computer_id)), process_id: 'process-2' };
    expect(await story.must('wake-computer', input)).toEqual({ generation: 2 });
  });

  it('is archived by its cleanup receipt, and not before; what was done with it stays', async () => {
    const { story } = newStory();
    await story.begin();
    const awake = await awakeComputer(story);
    const { computer_id } = awake;
    const { session_id } = await story.must('open-session', { computer_id, agent: people.agent });
    const attempt = await story.must('admit-attempt', await story.admission(todoId, 'draft', { session_id }));
    const { revision } = (await read(story, awake)).computer;
    expect(await story.must('archive-computer', { computer_id, resource_version: revision })).toEqual({
      lifecycle: 'archiving',
    });
    expect((await read(story, awake)).computer.placement).not.toBeNull();
    expect(await story.must('release-computer', { ...custody(awake), dead_processes: [] })).toEqual({
      lifecycle: 'archived',
    });
    const { kernel, workspace } = story;
    expect(await kernel.session(workspace, session_id)).toMatchObject({ state: 'open' });
    expect(await kernel.attempt(workspace, attempt.attempt_id)).not.toBeNull();
    expect((await kernel.sessionEvents(workspace, session_id)).length).toBeGreaterThan(1);
    expect(await kernel.verifyAudit(workspace)).toMatchObject({ ok: true });
  });

  it('is for several sessions where its sharing scope is the workspace', async () => {
    const { story } = newStory();
    const { computer_id } = await awakeComputer(story, { sharing_scope: 'workspace' });
    const other = { kind: 'agent', id: 'another-agent' } as const;
    for (const agent of [people.agent, other]) await story.must('open-session', { computer_id, agent });
    expect((await story.kernel.computer(story.workspace, computer_id))?.sessions).toHaveLength(2);
  });

  it('takes the next session once the one that it was for is closed', async () => {
    const { story } = newStory();
    const { computer_id } = await awakeComputer(story);
    const { session_id } = await story.must('open-session', { computer_id, agent: people.agent });
    await story.must('close-session', { session_id });
    const next = await story.must('open-session', { computer_id, agent: people.agent });
    expect((await story.kernel.computer(story.workspace, computer_id))?.sessions).toEqual([next.session_id]);
  });
});

describe('a Screen', () => {
  it('answers to no other Computer', async () => {
    const { story } = newStory();
    const [one, other] = [await awakeComputer(story), await awakeComputer(story)];
    const { kernel, workspace } = story;
    expect(await kernel.screen(workspace, one.computer_id, one.screen_id)).not.toBeNull();
    expect(await kernel.screen(workspace, one.computer_id, other.screen_id)).toBeNull();
  });

  it('advances with each observation under the present control', async () => {
    const { story } = newStory();
    const awake = await awakeComputer(story);
    const { computer_id } = awake;
    const { session_id } = await story.must('open-session', { computer_id, agent: people.agent });
    const observe = async (active_target: string) =>
      story.must('settle-observation', await observing(story, awake, session_id, active_target));
    expect(await observe('t1')).toEqual({ observation_generation: 1 });
    expect(await observe('t2')).toEqual({ observation_generation: 2 });
    expect((await read(story, awake)).screen).toMatchObject({
      active_target: 't2',
      observation_generation: 2,
    });
  });

  it('drains, is a person’s, and is read back before anything is written', async () => {
    const { story } = newStory();
    await story.begin();
    const awake = await awakeComputer(story);
    const { computer_id } = awake;
    const { session_id } = await story.must('open-session', { computer_id, agent: people.agent });
    const draft = await story.must('admit-attempt', await story.admission(todoId, 'draft', { session_id }));
    await story.must('begin-takeover', await control(story, awake), people.reviewer);
    expect((await read(story, awake)).screen).toMatchObject({ control: 'draining', control_epoch: 1 });
    const { attempt_id, fence } = draft;
    const held = { attempt_id, fence, process_id: story.processId };
    await story.must('abandon-attempt', { ...held, because: 'takeover' });
    await story.must('finish-draining', await control(story, awake));
    expect((await read(story, awake)).screen.control).toBe('human');
    await story.must('hand-back', await control(story, awake), people.reviewer);
    expect((await read(story, awake)).screen).toMatchObject({
      control: 'agent',
      control_epoch: 2,
      readback_due: true,
    });

    await story.must('create-todo', {
      goal_id: 'goal-1',
      todo_id: 'look',
      capability: records.capability,
      action_unit: 'inspect_screen',
      record_id: null,
    });
    for (const [ending, due] of [
      ['failed', true],
      ['read', false],
    ] as const) {
      const input = await story.admission('look', 'read', { session_id });
      const admitted = await story.must('admit-attempt', input);
      const { process_id } = awake;
      const session_reference = `reference-${admitted.fence}`;
      await story.must('start-attempt', {
        attempt_id: admitted.attempt_id,
        fence: admitted.fence,
        process_id,
        session_reference,
      });
      const reading = await story.attempt(admitted.attempt_id);
      await story.report(reading, ending);
      await story.settle(
        reading,
        records.proposalFor({ state: 'open' }, { evidence: [records.evidenceDigest] }),
      );
      expect((await read(story, awake)).screen.readback_due, ending).toBe(due);
    }
  });

  it('ends with a person’s hands what was approved before, and is read by nobody who looked before', async () => {
    const { story } = newStory();
    await story.begin();
    const awake = await awakeComputer(story);
    const { computer_id } = awake;
    const { session_id } = await story.must('open-session', { computer_id, agent: people.agent });
    const input = await story.admission(todoId, 'draft', { session_id });
    const drafting = await story.must('admit-attempt', input);
    await story.must('start-attempt', {
      attempt_id: drafting.attempt_id,
      fence: drafting.fence,
      process_id: awake.process_id,
      session_reference: 'reference-1',
    });
    const draft = await story.attempt(drafting.attempt_id);
    await story.report(draft, 'drafted');
    await story.settle(draft, await story.asking(todoId, 'article-1'));
    const gate = await story.gateOf(todoId);
    await story.decide(gate);
    await story.must('create-todo', {
      goal_id: 'goal-1',
      todo_id: 'look',
      capability: records.capability,
      action_unit: 'inspect_screen',
      record_id: null,
    });
    const looking = await story.must('admit-attempt', await story.admission('look', 'read', { session_id }));
    await story.must('start-attempt', {
      attempt_id: looking.attempt_id,
      fence: looking.fence,
      process_id: awake.process_id,
      session_reference: 'reference-2',
    });
    const early = await story.attempt(looking.attempt_id);
    await story.report(early, 'read');
    await story.must('begin-takeover', await control(story, awake), people.reviewer);
    await story.must('finish-draining', await control(story, awake));
    await story.must('hand-back', await control(story, awake), people.reviewer);
    expect(await story.gate(gate.gate_id)).toMatchObject({ status: 'closed', closed_for: 'superseded' });
    expect(await story.todo(todoId)).toMatchObject({ state: 'open', action_unit: 'draft_until_review_gate' });
    await story.settle(early, records.proposalFor({ state: 'open' }, { evidence: [records.evidenceDigest] }));
    expect((await read(story, awake)).screen.readback_due).toBe(true);
  });

  it('is given back without a read-back when no hand was laid on it', async () => {
    const { story } = newStory();
    const awake = await awakeComputer(story);
    await story.must('begin-takeover', await control(story, awake), people.reviewer);
    await story.must('hand-back', await control(story, awake), people.reviewer);
    expect((await read(story, awake)).screen).toMatchObject({
      control: 'agent',
      control_epoch: 2,
      readback_due: false,
    });
  });

  it('is nobody’s in particular when its placement ends under a person’s hands, and still to be read', async () => {
    const { story } = newStory();
    const awake = await awakeComputer(story);
    await story.must('begin-takeover', await control(story, awake), people.reviewer);
    await story.must('finish-draining', await control(story, awake));
    await story.must('release-computer', { ...custody(awake), dead_processes: [] });
    expect((await read(story, awake)).screen).toMatchObject({
      control: 'agent',
      attachment: 'detached',
      control_epoch: 2,
      readback_due: true,
    });
  });
});

const command = {
  kind: 'wake-computer',
  principal: people.operator,
  processId: 'process-1',
  lookedAt: null,
  now: 1,
  workspace: moves.atWork,
  storeId: moves.storeId(1),
  sameScreen: [],
} as const;

function difference(
  kind: 'computer' | 'screen',
  before: Computer | Screen | null,
  after: object,
): Difference {
  const base = before?.revision ?? 0;
  return { kind, id: 'x', base, before, after: { ...before, ...after, revision: base + 1 } as Computer };
}

describe('the laws of Computers and Screens, in production', () => {
  const placement = { process_id: 'process-1', provider_id: 'p', since: 1 };
  const rows: readonly {
    readonly law: string;
    readonly because: string;
    make(pair: { computer: Computer; screen: Screen }): Difference;
  }[] = [
    {
      law: 'born sleeping',
      because: 'creating contacts nobody',
      make: ({ computer }) => difference('computer', null, { ...computer, lifecycle: 'awake' }),
    },
    {
      law: 'unknown move',
      because: 'nobody skips the waking',
      make: ({ computer }) =>
        difference(
          'computer',
          { ...computer, lifecycle: 'sleeping', placement: null },
          { lifecycle: 'awake', placement },
        ),
    },
    {
      law: 'unknown move',
      because: 'archived is the end',
      make: ({ computer }) =>
        difference(
          'computer',
          { ...computer, lifecycle: 'archived', placement: null },
          { lifecycle: 'sleeping' },
        ),
    },
    {
      law: 'changes its profile',
      because: 'the revision is pinned',
      make: ({ computer }) => difference('computer', computer, { profile_revision: 9 }),
    },
    {
      law: 'changes its Screen',
      because: 'one Screen for good',
      make: ({ computer }) => difference('computer', computer, { screen_id: 'other' }),
    },
    {
      law: 'not where its Computer says',
      because: 'awake without a placement is a claim',
      make: ({ computer }) => difference('computer', computer, { placement: null }),
    },
    {
      law: 'not where its Computer says',
      because: 'asleep with one is a leak',
      make: ({ computer }) => difference('computer', computer, { lifecycle: 'sleeping' }),
    },
    {
      law: 'without a waking',
      because: 'a generation is a waking',
      make: ({ computer }) => difference('computer', computer, { generation: computer.generation + 1 }),
    },
    {
      law: 'exclusive',
      because: 'two sessions on one',
      make: ({ computer }) => difference('computer', computer, { sessions: ['a', 'b'] }),
    },
    {
      law: 'born detached',
      because: 'nothing is there yet',
      make: ({ screen }) => difference('screen', null, screen),
    },
    {
      law: 'what it is',
      because: 'the width is for good',
      make: ({ screen }) => difference('screen', screen, { width: 1 }),
    },
    {
      law: 'what it is',
      because: 'so is its Computer',
      make: ({ screen }) => difference('screen', screen, { computer_id: 'other' }),
    },
    {
      law: 'epoch falls',
      because: 'an older epoch is a late caller',
      make: ({ screen }) => difference('screen', { ...screen, control_epoch: 3 }, { control_epoch: 2 }),
    },
    {
      law: 'taken back',
      because: 'what was observed was observed',
      make: ({ screen }) =>
        difference('screen', { ...screen, observation_generation: 3 }, { observation_generation: 2 }),
    },
    {
      law: 'within an epoch',
      because: 'new hands, new epoch',
      make: ({ screen }) => difference('screen', screen, { control: 'draining' }),
    },
    {
      law: 'unknown move',
      because: 'an agent is never cut off without draining',
      make: ({ screen }) =>
        difference('screen', screen, { control: 'human', control_epoch: screen.control_epoch + 1 }),
    },
  ];

  it.each(rows)('$law: $because', async ({ law, make }) => {
    const { story } = newStory();
    const pair = await read(story, await awakeComputer(story));
    expect(() => checkInvariants([make(pair)], 1, command)).toThrow(law);
  });

  it('has moves for every state, and an end', () => {
    const ends = Object.entries({ ...computerMoves, ...controlMoves }).filter(([, to]) => to.length === 0);
    expect(ends.map(([state]) => state)).toEqual(['archived']);
  });
});
