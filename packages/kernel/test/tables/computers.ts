import { computers, people, type Story } from '../../src/store-suite/index.ts';
import type { RefusalRow } from '../support/refusal-row.ts';

const { awakeComputer, control, custody, geometry, makeComputer, observing, terms, wake, waking } = computers;

async function versionOf(story: Story, computer_id: string): Promise<number> {
  return (await story.kernel.computer(story.workspace, computer_id))?.revision ?? 0;
}

async function archived(story: Story): Promise<computers.MadeComputer> {
  const made = await makeComputer(story);
  const { computer_id } = made;
  await story.must('archive-computer', { computer_id, resource_version: 1 });
  return made;
}

async function takenOver(story: Story): Promise<computers.AwakeComputer> {
  const awake = await awakeComputer(story);
  await story.must('begin-takeover', await control(story, awake), people.reviewer);
  return awake;
}

const nobody = { computer_id: 'none', generation: 1, process_id: 'process-1' };

const profileRows: readonly RefusalRow[] = [
  {
    command: 'put-profile',
    rule: 'profile.unknown',
    terminal: false,
    because: 'a revision goes on top of a profile that is there',
    send: async (story) => () =>
      story.send('put-profile', { profile_id: 'none', expected_latest: 1, terms, activate: true }),
  },
  {
    command: 'put-profile',
    rule: 'profile.stale-revision',
    terminal: true,
    because: 'another revision came first',
    send: async (story) => {
      const { profile_id } = await makeComputer(story);
      return () => story.send('put-profile', { profile_id, expected_latest: 0, terms, activate: true });
    },
  },
  {
    command: 'put-profile',
    rule: 'profile.revision-ahead',
    terminal: false,
    because: 'it has no such revision yet',
    send: async (story) => {
      const { profile_id } = await makeComputer(story);
      return () => story.send('put-profile', { profile_id, expected_latest: 2, terms, activate: true });
    },
  },
  {
    command: 'activate-profile',
    rule: 'profile.unknown',
    terminal: false,
    because: 'it was never made',
    send: async (story) => () => story.send('activate-profile', { profile_id: 'none', revision: 1 }),
  },
  {
    command: 'activate-profile',
    rule: 'profile.revision-unknown',
    terminal: false,
    because: 'it has no such revision yet',
    send: async (story) => {
      const { profile_id } = await makeComputer(story);
      return () => story.send('activate-profile', { profile_id, revision: 2 });
    },
  },
  {
    command: 'create-computer',
    rule: 'profile.unknown',
    terminal: false,
    because: 'it was never made',
    send: async (story) => () => story.send('create-computer', { profile_id: 'none' }),
  },
  {
    command: 'create-computer',
    rule: 'profile.inactive',
    terminal: false,
    because: 'no revision of it is active',
    send: async (story) => {
      const { profile_id } = await makeComputer(story);
      await story.must('activate-profile', { profile_id, revision: null });
      return () => story.send('create-computer', { profile_id });
    },
  },
];

const wakingRows: readonly RefusalRow[] = [
  {
    command: 'wake-computer',
    rule: 'computer.unknown',
    terminal: false,
    because: 'it was never made',
    send: async (story) => async () => story.send('wake-computer', await waking(story, 'none')),
  },
  {
    command: 'wake-computer',
    rule: 'computer.archived',
    terminal: true,
    because: 'archived is the end',
    send: async (story) => {
      const { computer_id } = await archived(story);
      return async () => story.send('wake-computer', await waking(story, computer_id));
    },
  },
  {
    command: 'wake-computer',
    rule: 'computer.stale-version',
    terminal: false,
    because: 'it has changed since it was read',
    send: async (story) => {
      const made = await makeComputer(story);
      const input = await waking(story, made.computer_id);
      await wake(story, made);
      return () => story.send('wake-computer', input);
    },
  },
  {
    command: 'wake-computer',
    rule: 'computer.lifecycle',
    terminal: false,
    because: 'it is awake already, in the custody of a process',
    send: async (story) => {
      const { computer_id } = await awakeComputer(story);
      return async () => story.send('wake-computer', await waking(story, computer_id));
    },
  },
  {
    command: 'wake-computer',
    rule: 'provider.not-ready',
    terminal: false,
    because: 'nobody contacts a provider that is not ready',
    send: async (story) => {
      const { computer_id } = await makeComputer(story);
      return async () => story.send('wake-computer', await waking(story, computer_id, { ready: false }));
    },
  },
  {
    command: 'wake-computer',
    rule: 'computer.host-kind',
    terminal: false,
    because: 'a desktop is no browser',
    send: async (story) => {
      const { computer_id } = await makeComputer(story, { host_kind: 'desktop_runtime' });
      return async () =>
        story.send(
          'wake-computer',
          await waking(story, computer_id, { profile: { host_kind: 'browser_runtime' } }),
        );
    },
  },
  {
    command: 'wake-computer',
    rule: 'computer.needs-unmet',
    terminal: false,
    because: 'the provider does not say that it can do what the profile needs',
    send: async (story) => {
      const needs = { ...terms.needs, record_replay: 'required' } as const;
      const { computer_id } = await makeComputer(story, { needs });
      const { provider } = await waking(story, computer_id);
      const { record_replay: _, ...primitives } = provider.profile.provider_primitives;
      return async () =>
        story.send(
          'wake-computer',
          await waking(story, computer_id, { profile: { provider_primitives: primitives } }),
        );
    },
  },
  {
    command: 'wake-computer',
    rule: 'computer.needs-unmet',
    terminal: false,
    because: 'unsupported is said in so many words',
    send: async (story) => {
      const { computer_id } = await makeComputer(story);
      const { provider } = await waking(story, computer_id);
      const primitives = { ...provider.profile.provider_primitives, external_write: 'unsupported' } as const;
      return async () =>
        story.send(
          'wake-computer',
          await waking(story, computer_id, { profile: { provider_primitives: primitives } }),
        );
    },
  },
];

const custodyRows: readonly RefusalRow[] = [
  {
    command: 'attach-screen',
    rule: 'computer.unknown',
    terminal: false,
    because: 'it was never made',
    send: async (story) => () => story.send('attach-screen', { ...nobody, geometry, active_target: null }),
  },
  {
    command: 'attach-screen',
    rule: 'computer.not-holder',
    terminal: false,
    because: 'another process has custody',
    send: async (story) => {
      const held = custody(await wake(story, await makeComputer(story)));
      return () =>
        story.send('attach-screen', { ...held, process_id: 'process-9', geometry, active_target: null });
    },
  },
  {
    command: 'attach-screen',
    rule: 'computer.not-holder',
    terminal: false,
    because: 'no process has this generation yet',
    send: async (story) => {
      const held = custody(await wake(story, await makeComputer(story)));
      return () => story.send('attach-screen', { ...held, generation: 2, geometry, active_target: null });
    },
  },
  {
    command: 'attach-screen',
    rule: 'computer.stale-generation',
    terminal: true,
    because: 'it was released and woken again meanwhile',
    send: async (story) => {
      const made = await makeComputer(story);
      const late = custody(await wake(story, made));
      await story.must('release-computer', { ...late, dead_processes: [] });
      await wake(story, made);
      return () => story.send('attach-screen', { ...late, geometry, active_target: null });
    },
  },
  {
    command: 'attach-screen',
    rule: 'computer.lifecycle',
    terminal: false,
    because: 'it is attached already',
    send: async (story) => {
      const held = custody(await awakeComputer(story));
      return () => story.send('attach-screen', { ...held, geometry, active_target: null });
    },
  },
  ...(['width', 'height', 'scale_percent'] as const).map(
    (side): RefusalRow => ({
      command: 'attach-screen',
      rule: 'screen.geometry',
      terminal: true,
      because: `the ${side} is another one than ever before`,
      send: async (story) => {
        const held = custody(await wake(story, await makeComputer(story)));
        const other = { ...geometry, [side]: geometry[side] + 1 };
        return () => story.send('attach-screen', { ...held, geometry: other, active_target: null });
      },
    }),
  ),
  {
    command: 'release-computer',
    rule: 'computer.unknown',
    terminal: false,
    because: 'it was never made',
    send: async (story) => () => story.send('release-computer', { ...nobody, dead_processes: [] }),
  },
  {
    command: 'release-computer',
    rule: 'computer.stale-generation',
    terminal: true,
    because: 'a late cleanup does not end what was allocated after it',
    send: async (story) => {
      const made = await makeComputer(story);
      const late = custody(await wake(story, made));
      await story.must('release-computer', { ...late, dead_processes: [] });
      await wake(story, made);
      return () => story.send('release-computer', { ...late, dead_processes: [] });
    },
  },
  {
    command: 'release-computer',
    rule: 'computer.not-placed',
    terminal: false,
    because: 'nothing is allocated',
    send: async (story) => {
      const { computer_id } = await makeComputer(story);
      return () =>
        story.send('release-computer', { ...nobody, computer_id, generation: 0, dead_processes: [] });
    },
  },
  {
    command: 'release-computer',
    rule: 'computer.not-holder',
    terminal: false,
    because: 'its holder is not shown to be dead',
    send: async (story) => {
      const held = custody(await awakeComputer(story));
      return () =>
        story.send('release-computer', { ...held, process_id: 'process-9', dead_processes: ['process-8'] });
    },
  },
  {
    command: 'release-computer',
    rule: 'computer.not-holder',
    terminal: false,
    because: 'a receipt for what is not allocated yet ends nothing',
    send: async (story) => {
      const held = custody(await awakeComputer(story));
      return () => story.send('release-computer', { ...held, generation: 2, dead_processes: [] });
    },
  },
  {
    command: 'archive-computer',
    rule: 'computer.unknown',
    terminal: false,
    because: 'it was never made',
    send: async (story) => () => story.send('archive-computer', { computer_id: 'none', resource_version: 1 }),
  },
  {
    command: 'archive-computer',
    rule: 'computer.stale-version',
    terminal: false,
    because: 'it has changed since it was read',
    send: async (story) => {
      const { computer_id } = await awakeComputer(story);
      return () => story.send('archive-computer', { computer_id, resource_version: 1 });
    },
  },
  {
    command: 'archive-computer',
    rule: 'computer.archived',
    terminal: true,
    because: 'it is archived once',
    send: async (story) => {
      const { computer_id } = await archived(story);
      return () => story.send('archive-computer', { computer_id, resource_version: 2 });
    },
  },
  {
    command: 'archive-computer',
    rule: 'computer.lifecycle',
    terminal: false,
    because: 'its cleanup is awaited already',
    send: async (story) => {
      const { computer_id } = await awakeComputer(story);
      await story.must('archive-computer', {
        computer_id,
        resource_version: await versionOf(story, computer_id),
      });
      const resource_version = await versionOf(story, computer_id);
      return () => story.send('archive-computer', { computer_id, resource_version });
    },
  },
];

async function openedOn(story: Story, { computer_id }: computers.MadeComputer): Promise<string> {
  return (await story.must('open-session', { computer_id, agent: people.agent })).session_id;
}

const screenRows: readonly RefusalRow[] = [
  {
    command: 'settle-observation',
    rule: 'computer.not-holder',
    terminal: false,
    because: 'another process has custody',
    send: async (story) => {
      const awake = await awakeComputer(story);
      const input = await observing(story, awake, await openedOn(story, awake));
      return () => story.send('settle-observation', { ...input, process_id: 'process-9' });
    },
  },
  {
    command: 'settle-observation',
    rule: 'computer.unknown',
    terminal: false,
    because: 'the Screen is of another Computer, so the pair does not exist',
    send: async (story) => {
      const [one, other] = [await awakeComputer(story), await awakeComputer(story)];
      const input = await observing(story, one, await openedOn(story, one));
      return () => story.send('settle-observation', { ...input, screen_id: other.screen_id });
    },
  },
  {
    command: 'settle-observation',
    rule: 'screen.detached',
    terminal: false,
    because: 'the Computer is not awake yet',
    send: async (story) => {
      const half = await wake(story, await makeComputer(story));
      const input = await observing(story, half, await openedOn(story, half));
      return () => story.send('settle-observation', input);
    },
  },
  {
    command: 'settle-observation',
    rule: 'screen.stale-control',
    terminal: true,
    because: 'a person has taken the Screen since',
    send: async (story) => {
      const awake = await awakeComputer(story);
      const input = await observing(story, awake, await openedOn(story, awake));
      await story.must('begin-takeover', await control(story, awake), people.reviewer);
      return () => story.send('settle-observation', input);
    },
  },
  {
    command: 'settle-observation',
    rule: 'session.unknown',
    terminal: false,
    because: 'nobody is shown a Screen outside of a session',
    send: async (story) => {
      const input = await observing(story, await awakeComputer(story), 'none');
      return () => story.send('settle-observation', input);
    },
  },
  {
    command: 'settle-observation',
    rule: 'session.closed',
    terminal: true,
    because: 'the session is over, and sees nothing any more',
    send: async (story) => {
      const awake = await awakeComputer(story);
      const session_id = await openedOn(story, awake);
      await story.must('close-session', { session_id });
      const input = await observing(story, awake, session_id);
      return () => story.send('settle-observation', input);
    },
  },
  {
    command: 'settle-observation',
    rule: 'computer.unknown',
    terminal: false,
    because: 'the session is bound to another Computer, which is the only one that it sees',
    send: async (story) => {
      const [one, other] = [await awakeComputer(story), await awakeComputer(story)];
      const input = await observing(story, one, await openedOn(story, other));
      return () => story.send('settle-observation', input);
    },
  },
  {
    command: 'begin-takeover',
    rule: 'computer.unknown',
    terminal: false,
    because: 'a mismatched pair does not exist',
    send: async (story) => {
      const [one, other] = [await awakeComputer(story), await awakeComputer(story)];
      const pair = { ...(await control(story, one)), screen_id: other.screen_id };
      return () => story.send('begin-takeover', pair, people.reviewer);
    },
  },
  {
    command: 'begin-takeover',
    rule: 'screen.detached',
    terminal: false,
    because: 'nothing is there to be taken',
    send: async (story) => {
      const pair = await control(story, await makeComputer(story));
      return () => story.send('begin-takeover', pair, people.reviewer);
    },
  },
  {
    command: 'begin-takeover',
    rule: 'screen.stale-control',
    terminal: true,
    because: 'control has changed hands since',
    send: async (story) => {
      const awake = await takenOver(story);
      const pair = { ...(await control(story, awake)), control_epoch: 0 };
      return () => story.send('begin-takeover', pair, people.reviewer);
    },
  },
  {
    command: 'begin-takeover',
    rule: 'screen.control',
    terminal: false,
    because: 'it is being taken already',
    send: async (story) => {
      const pair = await control(story, await takenOver(story));
      return () => story.send('begin-takeover', pair, people.reviewer);
    },
  },
  {
    command: 'finish-draining',
    rule: 'screen.control',
    terminal: false,
    because: 'nobody has asked for it',
    send: async (story) => {
      const pair = await control(story, await awakeComputer(story));
      return () => story.send('finish-draining', pair);
    },
  },
  {
    command: 'finish-draining',
    rule: 'screen.attempt-under-way',
    terminal: false,
    because: 'no attempt spans a human wait',
    send: async (story) => {
      const awake = await awakeComputer(story);
      const { computer_id } = awake;
      const { session_id } = await story.must('open-session', { computer_id, agent: people.agent });
      const input = await story.admission('todo-article-1', 'draft', { session_id });
      await story.must('admit-attempt', input);
      await story.must('begin-takeover', await control(story, awake), people.reviewer);
      const pair = await control(story, awake);
      return () => story.send('finish-draining', pair);
    },
  },
  {
    command: 'hand-back',
    rule: 'screen.control',
    terminal: false,
    because: 'the agent has it',
    send: async (story) => {
      const pair = await control(story, await awakeComputer(story));
      return () => story.send('hand-back', pair, people.reviewer);
    },
  },
];

/** A prepared publication in a session of the Computer. */
async function prepared(story: Story, { computer_id }: computers.MadeComputer) {
  const { session_id } = await story.must('open-session', { computer_id, agent: people.agent });
  const gate = await story.draft();
  await story.decide(gate);
  const input = await story.admission('todo-article-1', 'external_write', { session_id });
  const { attempt_id, fence } = await story.must('admit-attempt', input);
  const held = { attempt_id, fence, process_id: story.processId };
  await story.must('start-attempt', { ...held, session_reference: 'reference' });
  const { subject_digest } = await story.attempt(attempt_id);
  await story.must('prepare-attempt', { ...held, subject_digest: subject_digest ?? '' });
  return story.attempt(attempt_id);
}

const sessionRows: readonly RefusalRow[] = [
  {
    command: 'commit-attempt',
    rule: 'screen.stale-control',
    terminal: true,
    because: 'a person has asked for the Screen since the attempt was admitted',
    send: async (story) => {
      const awake = await awakeComputer(story);
      const attempt = await prepared(story, awake);
      await story.must('begin-takeover', await control(story, awake), people.reviewer);
      return () => story.send('commit-attempt', story.commitInput(attempt));
    },
  },
  {
    command: 'begin-takeover',
    rule: 'screen.control-ahead',
    terminal: false,
    because: 'an epoch that is to come may come',
    send: async (story) => {
      const pair = { ...(await control(story, await awakeComputer(story))), control_epoch: 5 };
      return () => story.send('begin-takeover', pair, people.reviewer);
    },
  },
  {
    command: 'open-session',
    rule: 'computer.unknown',
    terminal: false,
    because: 'a session is bound to a Computer that is there',
    send: async (story) => () => story.send('open-session', { computer_id: 'none', agent: people.agent }),
  },
  {
    command: 'open-session',
    rule: 'computer.archived',
    terminal: true,
    because: 'nothing begins on a Computer that has ended',
    send: async (story) => {
      const { computer_id } = await archived(story);
      return () => story.send('open-session', { computer_id, agent: people.agent });
    },
  },
  {
    command: 'open-session',
    rule: 'computer.archived',
    terminal: true,
    because: 'nor on one whose end is decided',
    send: async (story) => {
      const { computer_id } = await awakeComputer(story);
      const resource_version = await versionOf(story, computer_id);
      await story.must('archive-computer', { computer_id, resource_version });
      return () => story.send('open-session', { computer_id, agent: people.agent });
    },
  },
  {
    command: 'open-session',
    rule: 'computer.in-use',
    terminal: false,
    because: 'an exclusive Computer is for one session at a time',
    send: async (story) => {
      const { computer_id } = await awakeComputer(story);
      await story.must('open-session', { computer_id, agent: people.agent });
      return () => story.send('open-session', { computer_id, agent: people.agent });
    },
  },
  {
    command: 'admit-attempt',
    rule: 'screen.detached',
    terminal: false,
    because: 'the Computer sleeps',
    send: async (story) => {
      const { computer_id } = await makeComputer(story);
      const { session_id } = await story.must('open-session', { computer_id, agent: people.agent });
      const input = await story.admission('todo-article-1', 'draft', { session_id });
      return () => story.send('admit-attempt', input);
    },
  },
  {
    command: 'admit-attempt',
    rule: 'screen.control',
    terminal: false,
    because: 'a person has the Screen',
    send: async (story) => {
      const { computer_id } = await takenOver(story);
      const { session_id } = await story.must('open-session', { computer_id, agent: people.agent });
      const input = await story.admission('todo-article-1', 'draft', { session_id });
      return () => story.send('admit-attempt', input);
    },
  },
  {
    command: 'admit-attempt',
    rule: 'screen.attempt-under-way',
    terminal: false,
    because: 'the sessions of one Screen have one pair of hands',
    send: async (story) => {
      const { computer_id } = await awakeComputer(story, { sharing_scope: 'workspace' });
      const opened = () => story.must('open-session', { computer_id, agent: people.agent });
      const [one, other] = [await opened(), await opened()];
      await story.begin('article-2');
      await story.must('admit-attempt', await story.admission('todo-article-2', 'draft', one));
      const input = await story.admission('todo-article-1', 'draft', other);
      return () => story.send('admit-attempt', input);
    },
  },
  {
    command: 'admit-attempt',
    rule: 'screen.readback-due',
    terminal: false,
    because: 'what a person has left is read before anything is written',
    send: async (story) => {
      const awake = await takenOver(story);
      await story.must('finish-draining', await control(story, awake));
      await story.must('hand-back', await control(story, awake), people.reviewer);
      const { computer_id } = awake;
      const { session_id } = await story.must('open-session', { computer_id, agent: people.agent });
      const input = await story.admission('todo-article-1', 'draft', { session_id });
      return () => story.send('admit-attempt', input);
    },
  },
];

export const computerRows: readonly RefusalRow[] = [
  ...profileRows,
  ...wakingRows,
  ...custodyRows,
  ...screenRows,
  ...sessionRows,
];
