import type { Principal } from '@cux/contracts';
import { describe, expect, it } from 'vitest';
import { type CommandInput, type CommandKind, senders } from '../src/index.ts';
import { actions, computers, moves, people, records, type Story } from '../src/store-suite/index.ts';
import { newStory } from './support/new-story.ts';

const everyone: readonly Principal[] = [
  people.owner,
  people.agent,
  people.capability,
  people.provider,
  people.operator,
];

type Inputs = { readonly [Kind in CommandKind]: CommandInput<Kind> };

/** One command of each kind, of its shape, about things that need not be there. */
async function inputs(story: Story): Promise<Inputs> {
  const attempt = { attempt_id: 'attempt_none', fence: 1, process_id: 'process-1' };
  const gate = { gate_id: 'gate_none', revision: 1 };
  const custody = { computer_id: 'computer-none', generation: 1, process_id: 'process-1' };
  const control = { computer_id: 'computer-none', screen_id: 'screen-none', control_epoch: 0 };
  const proposal = records.proposalFor({ state: 'open' });
  const running = await story.run('todo-article-1', 'draft');
  return {
    'create-goal': { goal_id: 'goal-9', mode: 'drafting', owner_id: 'olga', quota: {} },
    'pause-goal': { goal_id: 'goal-1', paused: false },
    'create-todo': {
      goal_id: 'goal-1',
      todo_id: 'todo-9',
      capability: records.capability,
      action_unit: 'inspect_screen',
      record_id: null,
    },
    'close-goal': { goal_id: 'goal-1' },
    'set-quota': { of: { scope: 'workspace' }, limits: {} },
    'set-retention': { retention: { kind: 'standard', days: 7 } },
    'reopen-todo': { todo_id: 'todo-none' },
    'cancel-todo': { todo_id: 'todo-none' },
    'put-record': {
      capability: records.capability,
      record_id: 'article-9',
      expected_version: 0,
      state: 'draft',
      content_digest: records.contentDigest('text'),
      facts: {},
    },
    'admit-attempt': await story.admission('todo-article-1', 'draft'),
    'start-attempt': { ...attempt, session_reference: 'session' },
    'renew-lease': { ...attempt, lease_ms: 60_000 },
    'prepare-attempt': { ...attempt, subject_digest: records.evidenceDigest },
    'abandon-attempt': { ...attempt, because: 'host-fault' },
    'take-over-attempt': {
      attempt_id: running.attempt_id,
      fence: running.fence,
      dead_processes: ['process-1'],
    },
    'commit-attempt': {
      ...attempt,
      gate: { ...gate, status: 'open' },
      subject_digest: records.evidenceDigest,
    },
    'report-attempt': story.reportInput(running, 'drafted'),
    'add-evidence': {
      attempt_id: 'attempt_none',
      fence: 1,
      evidence_class: 'screenshot',
      digest: records.evidenceDigest,
      size: 1,
      redacted: true,
    },
    'settle-attempt': { attempt_id: running.attempt_id, proposal },
    'void-attempt': { ...attempt, permit_id: 'permit_none', proposal },
    'settle-outcome': await story.look('attempt_none', 'happened'),
    'decide-gate': { ...gate, decision: 'approve', reason: null },
    'decide-gates': {
      gates: [gate, { ...gate, gate_id: 'gate_other' }],
      decision: 'approve',
      reason: null,
    },
    'revoke-gate': { ...gate, reason: null },
    'expire-gate': gate,
    'drop-gate': { ...gate, process_id: 'process-1', dead_processes: [] },
    'raise-standing-gate': {
      todo_id: 'todo-none',
      subject: { principal_id: 'a', account: 'desk', origin: records.site, window_ms: 60_000 },
      attention: records.attention('Let the agent use the account desk?'),
      provenance: [people.agent],
      expires_in_ms: 60_000,
    },
    'open-session': { computer_id: 'computer-1', agent: people.agent },
    'close-session': { session_id: 'session-none' },
    'note-session': {
      session_id: 'session-none',
      kind: 'control-changed',
      attempt_id: null,
      gate_id: null,
      rule: null,
    },
    'begin-action': { ...attempt, ...actions.asked('a-1'), observation_generation: null },
    'settle-action': {
      session_id: 'session-none',
      key: 'a-1',
      attempt_id: 'attempt_none',
      process_id: 'process-1',
      outcome: 'performed',
      rule: null,
    },
    'raise-approval': {
      ...attempt,
      ...actions.asked('a-1'),
      subject: await story.subject('article-1'),
      attention: records.attention('Press “Publish” on the newsroom?'),
      expires_in_ms: 60_000,
    },
    'join-approval': { ...actions.asked('a-2'), session_id: 'session-none', gate_id: 'gate_none' },
    'supersede-approval': gate,
    'put-profile': { profile_id: null, expected_latest: 0, terms: computers.terms, activate: true },
    'activate-profile': { profile_id: 'profile-none', revision: 1 },
    'create-computer': { profile_id: 'profile-none' },
    'wake-computer': await computers.waking(story, 'computer-none'),
    'attach-screen': { ...custody, geometry: computers.geometry, active_target: 't1' },
    'release-computer': { ...custody, dead_processes: [] },
    'archive-computer': { computer_id: 'computer-none', resource_version: 1 },
    'settle-observation': {
      ...custody,
      screen_id: 'screen-none',
      session_id: 'session-none',
      control_epoch: 0,
      active_target: null,
    },
    'begin-takeover': control,
    'finish-draining': control,
    'hand-back': control,
    'retire-workspace': moves.retirement(),
    'arrive-workspace': { move_id: moves.moveId(1) },
    'take-back-workspace': { move_id: moves.moveId(1) },
  };
}

const cells = (Object.keys(senders) as CommandKind[]).flatMap((kind) =>
  everyone.map((principal) => ({ kind, principal, may: senders[kind].includes(principal.kind) })),
);

describe('who sends which command', () => {
  it.each(cells)('$kind as $principal.kind: $may', async ({ kind, principal, may }) => {
    const { story } = newStory();
    await story.begin();
    const input = (await inputs(story))[kind];
    const answer = await story.send(kind, input as never, principal);
    const rule = answer.kind === 'refused' ? answer.rule : 'accepted';
    const closed = kind.startsWith('decide-gate') ? 'gate.not-human' : 'principal.not-allowed';
    if (may) expect(rule).not.toBe(closed);
    else expect(rule).toBe(closed);
  });

  it('lets an agent and a provider send nothing at all', () => {
    const kinds = Object.values(senders).flat();
    expect(kinds).not.toContain('agent');
    expect(kinds).not.toContain('provider');
  });

  it('leaves an attempt as it was when an agent says that its process is dead', async () => {
    const { story } = newStory();
    await story.begin();
    const { attempt_id, fence } = await story.run('todo-article-1', 'draft');
    const input = { attempt_id, fence, dead_processes: [story.processId] };
    expect(await story.send('take-over-attempt', input, people.agent)).toMatchObject({ kind: 'refused' });
    expect((await story.attempt(attempt_id)).state).toBe('running');
  });

  it('takes a proposal from the todo’s own capability only', async () => {
    const { story } = newStory();
    await story.begin();
    const attempt = await story.run('todo-article-1', 'draft');
    await story.report(attempt, 'drafted');
    const input = { attempt_id: attempt.attempt_id, proposal: records.proposalFor({ state: 'open' }) };
    const other = { kind: 'capability', id: 'explore' } as const;
    expect(await story.send('settle-attempt', input, other)).toMatchObject({ rule: 'capability.not-owner' });
    expect(await story.send('settle-attempt', input, people.capability)).toMatchObject({ kind: 'accepted' });
  });
});
