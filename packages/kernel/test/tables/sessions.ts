import type { Ids } from '@cux/contracts';
import { computers, people, type Story } from '../../src/store-suite/index.ts';
import type { RefusalRow } from '../support/refusal-row.ts';

const todoId = 'todo-article-1';

async function opened(story: Story): Promise<string> {
  const { computer_id } = await computers.awakeComputer(story);
  return (await story.must('open-session', { computer_id, agent: people.agent })).session_id;
}

async function closed(story: Story): Promise<string> {
  const session_id = await opened(story);
  await story.must('close-session', { session_id });
  return session_id;
}

function noted(session_id: string) {
  return { session_id, kind: 'control-changed', attempt_id: null, gate_id: null, rule: null } as const;
}

export const sessionRows: readonly RefusalRow[] = [
  {
    command: 'open-session',
    rule: 'session.not-agent',
    terminal: true,
    because: 'a person works with their own hands',
    send: async (story) => {
      const { computer_id } = await computers.makeComputer(story);
      return () => story.send('open-session', { computer_id, agent: people.owner });
    },
  },
  {
    command: 'open-session',
    rule: 'session.exists',
    terminal: false,
    because: 'a source that gives ids out twice joins no sessions',
    options: { wrap: (options) => ({ ...options, ids: { next: sameSession(options.ids) } }) },
    send: async (story) => {
      await opened(story);
      const { computer_id } = await computers.makeComputer(story);
      return () => story.send('open-session', { computer_id, agent: people.agent });
    },
  },
  {
    command: 'close-session',
    rule: 'session.unknown',
    terminal: false,
    because: 'it was never opened',
    send: async (story) => () => story.send('close-session', { session_id: 'none' }),
  },
  {
    command: 'close-session',
    rule: 'session.closed',
    terminal: true,
    because: 'it is closed once',
    send: async (story) => {
      const session_id = await closed(story);
      return () => story.send('close-session', { session_id });
    },
  },
  {
    command: 'close-session',
    rule: 'session.busy',
    terminal: false,
    because: 'its attempt is ended first',
    send: async (story) => {
      const session_id = await opened(story);
      await story.must('admit-attempt', await story.admission(todoId, 'draft', { session_id }));
      return () => story.send('close-session', { session_id });
    },
  },
  {
    command: 'note-session',
    rule: 'session.closed',
    terminal: true,
    because: 'nothing happens in it any more',
    send: async (story) => {
      const session_id = await closed(story);
      return () => story.send('note-session', noted(session_id));
    },
  },
  {
    command: 'note-session',
    rule: 'session.other-attempt',
    terminal: false,
    because: 'the attempt stands alone',
    send: async (story) => {
      const session_id = await opened(story);
      const { attempt_id } = await story.run(todoId, 'draft');
      return () => story.send('note-session', { ...noted(session_id), attempt_id });
    },
  },
  {
    command: 'note-session',
    rule: 'gate.unknown',
    terminal: false,
    because: 'nobody was asked that',
    send: async (story) => {
      const session_id = await opened(story);
      return () => story.send('note-session', { ...noted(session_id), gate_id: 'none' });
    },
  },
  {
    command: 'note-session',
    rule: 'command.malformed',
    terminal: false,
    because: 'what was read on a page is no kind of event',
    send: async (story) => {
      const session_id = await opened(story);
      return () => story.send('note-session', { ...noted(session_id), kind: 'Welcome back' as never });
    },
  },
  {
    command: 'admit-attempt',
    rule: 'session.unknown',
    terminal: false,
    because: 'it was never opened',
    send: async (story) => {
      const input = await story.admission(todoId, 'draft', { session_id: 'none' });
      return () => story.send('admit-attempt', input);
    },
  },
  {
    command: 'admit-attempt',
    rule: 'session.closed',
    terminal: true,
    because: 'a closed session takes no attempt',
    send: async (story) => {
      const input = await story.admission(todoId, 'draft', { session_id: await closed(story) });
      return () => story.send('admit-attempt', input);
    },
  },
  {
    command: 'admit-attempt',
    rule: 'session.other-agent',
    terminal: true,
    because: 'the session is of an agent that takes no part',
    send: async (story) => {
      const agent = { kind: 'agent', id: 'another-agent' } as const;
      const { computer_id } = await computers.awakeComputer(story);
      const { session_id } = await story.must('open-session', { computer_id, agent });
      const input = await story.admission(todoId, 'draft', { session_id });
      return () => story.send('admit-attempt', input);
    },
  },
  {
    command: 'admit-attempt',
    rule: 'session.busy',
    terminal: false,
    because: 'a session has one pair of hands',
    send: async (story) => {
      const session_id = await opened(story);
      await story.begin('article-2');
      await story.must('admit-attempt', await story.admission('todo-article-2', 'draft', { session_id }));
      const input = await story.admission(todoId, 'draft', { session_id });
      return () => story.send('admit-attempt', input);
    },
  },
];

/** Gives the same id out for every session. */
function sameSession(ids: Ids): Ids['next'] {
  const session = ids.next('session');
  return (kind) => (kind === 'session' ? session : ids.next(kind));
}
