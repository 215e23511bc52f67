import { describe, expect, it } from 'vitest';
import { actions, computers, people, type Story } from '../src/store-suite/index.ts';
import { newStory } from './support/new-story.ts';

const todoId = 'todo-article-1';

async function opened(story: Story): Promise<string> {
  const { computer_id } = await computers.awakeComputer(story);
  const session = await story.must('open-session', { computer_id, agent: people.agent });
  return session.session_id;
}

async function runIn(story: Story, session_id: string, effect: 'draft' | 'external_write') {
  const input = await story.admission(todoId, effect, { session_id });
  const { attempt_id, fence } = await story.must('admit-attempt', input);
  const held = { attempt_id, fence, process_id: 'process-1' };
  await story.must('start-attempt', { ...held, session_reference: `reference-${fence}` });
  return story.attempt(attempt_id);
}

describe('a session', () => {
  it('keeps the attempt that is under way in it when the outcome of an earlier one is found out', async () => {
    const { story } = newStory();
    await story.begin();
    await story.begin('article-2');
    const { kernel, workspace } = story;
    const work = await actions.atWork(story);
    const gate = await actions.askedFor(story, work);
    await story.decide(gate);
    const { session_id, attempt: silent } = await actions.committed(story, work, gate);
    await story.must('abandon-attempt', { ...actions.held(silent), because: 'host-fault' });
    expect(await story.attempt(silent.attempt_id)).toMatchObject({ state: 'outcome_unknown' });
    const younger = await actions.runIn(story, session_id, 'draft', {}, 'todo-article-2');
    story.clock.advance(3_600_000);
    const look = await story.look(silent.attempt_id, 'happened');
    await story.must('settle-outcome', look, people.owner);
    expect(await story.attempt(silent.attempt_id)).toMatchObject({ state: 'settled' });
    expect(await kernel.session(workspace, session_id)).toMatchObject({ attempt_id: younger.attempt_id });
    await story.begin('article-3');
    const another = await story.admission('todo-article-3', 'draft', { session_id });
    expect(await story.send('admit-attempt', another)).toMatchObject({ rule: 'session.busy' });
    expect(await story.send('close-session', { session_id })).toMatchObject({ rule: 'session.busy' });
  });

  it('outlives its attempts and the wait between them, and follows each move in order', async () => {
    const { story, store } = newStory();
    await story.begin();
    const { kernel, workspace } = story;
    const session_id = await opened(story);
    const draft = await runIn(story, session_id, 'draft');
    expect(await kernel.session(workspace, session_id)).toMatchObject({ attempt_id: draft.attempt_id });
    await story.must('note-session', {
      session_id,
      kind: 'action-refused',
      attempt_id: draft.attempt_id,
      gate_id: null,
      rule: 'policy.forbidden',
    });
    await story.report(draft, 'drafted');
    expect(await kernel.session(workspace, session_id)).toMatchObject({ state: 'open', attempt_id: null });
    await story.settle(draft, await story.asking(todoId, 'article-1'));
    const gate = await story.gateOf(todoId);
    await story.decide(gate);
    await story.must('note-session', {
      session_id,
      kind: 'control-changed',
      attempt_id: null,
      gate_id: gate.gate_id,
      rule: null,
    });
    const write = await runIn(story, session_id, 'external_write');
    const { attempt_id, fence, process_id, subject_digest } = write;
    await story.must('prepare-attempt', {
      attempt_id,
      fence,
      process_id,
      subject_digest: subject_digest ?? '',
    });
    await story.must('commit-attempt', story.commitInput(write));
    await story.must('abandon-attempt', { attempt_id, fence, process_id, because: 'host-fault' });
    await story.must('close-session', { session_id });

    const events = await kernel.sessionEvents(workspace, session_id);
    expect(events.map((event) => event.kind)).toEqual([
      'session-opened',
      'attempt-admitted',
      'attempt-running',
      'action-refused',
      'attempt-reported',
      'attempt-settled',
      'control-changed',
      'attempt-admitted',
      'attempt-running',
      'attempt-prepared',
      'attempt-committed',
      'attempt-outcome-unknown',
      'session-closed',
    ]);
    expect(events.map((event) => event.sequence)).toEqual(events.map((_event, index) => index + 1));
    expect(await kernel.verifyAudit(workspace)).toMatchObject({ ok: true });
    const { computer_id = '' } = (await kernel.session(workspace, session_id)) ?? {};
    expect(await kernel.sessions(workspace, { states: ['closed'], computer_id })).toHaveLength(1);
    expect((await store.list('elsewhere', 'session')).length).toBe(0);
  });

  it('still follows what becomes of its attempts after it is closed', async () => {
    const { story } = newStory();
    await story.begin();
    const session_id = await opened(story);
    const draft = await runIn(story, session_id, 'draft');
    await story.report(draft, 'drafted');
    await story.must('close-session', { session_id });
    await story.settle(draft, await story.asking(todoId, 'article-1'));
    const session = await story.kernel.session(story.workspace, session_id);
    const events = await story.kernel.sessionEvents(story.workspace, session_id);
    expect(session).toMatchObject({ state: 'closed', events: events.length });
    expect(events.at(-1)?.kind).toBe('attempt-settled');
  });
});
