import type { Gate } from '../../src/index.ts';
import { actions, computers, moves, people, records, type Story } from '../../src/store-suite/index.ts';
import { checkSignIn, meetWall, standingSubject } from '../support/enrolment.ts';
import type { MemoryStore } from '../support/memory-store.ts';

const todoId = 'todo-article-1';
const shown = records.attention('Look at the article on the site: what happened?');

/** A moment in the life of one article; every command is sent into each of them. */
export interface Scene {
  readonly name: string;
  /** Commands are sent to what is not there, too. */
  readonly ghosts?: true;
  reach(story: Story, store: MemoryStore): Promise<unknown>;
}

async function reported(story: Story, ending: 'drafted' | 'failed' = 'drafted') {
  const attempt = await story.run(todoId, 'draft');
  await story.report(attempt, ending);
  return attempt;
}

async function approved(story: Story) {
  return story.decide(await story.draft());
}

async function committed(story: Story) {
  await approved(story);
  return story.commit();
}

async function unknown(story: Story) {
  const attempt = await committed(story);
  await story.report(attempt, 'press-unknown');
  return attempt;
}

async function given(story: Story, effect: 'draft' | 'external_write') {
  return story.must('admit-attempt', await story.admission(todoId, effect));
}

async function inSession(story: Story) {
  const { computer_id } = await computers.awakeComputer(story);
  const { session_id } = await story.must('open-session', { computer_id, agent: people.agent });
  return session_id;
}

/** The read-back of a publication, reported once its time has come. */
async function readBackReported(story: Story) {
  const { attempt, readBack } = await story.publish();
  await story.waitOut(attempt.attempt_id);
  await story.report(await story.run(readBack, 'read'), 'read');
}

function drop(story: Story, { gate_id, revision }: Gate) {
  return story.must('drop-gate', { gate_id, revision, process_id: story.processId, dead_processes: [] });
}

const leaseOver = 60_000;
const questionOver = 3_600_000;

export const scenes: readonly Scene[] = [
  {
    name: 'the workspace is on its way to another store',
    reach: (story) => story.must('retire-workspace', moves.retirement()),
  },
  {
    name: 'the workspace has been copied to where it goes',
    reach: async (story, store) => {
      await story.must('retire-workspace', moves.retirement());
      store.becomes(moves.storeId(2));
    },
  },
  {
    name: 'this is a copy of the workspace',
    reach: async (_story, store) => store.becomes(moves.storeId(3)),
  },
  { name: 'a fresh todo', ghosts: true, reach: async () => undefined },
  { name: 'a draft is admitted', reach: (story) => given(story, 'draft') },
  { name: 'a draft runs', reach: (story) => story.run(todoId, 'draft') },
  {
    name: 'a draft has run out of its lease',
    reach: async (story) => {
      await story.run(todoId, 'draft');
      story.clock.advance(leaseOver);
    },
  },
  { name: 'a draft is reported', reach: (story) => reported(story) },
  { name: 'a failed draft is reported', reach: (story) => reported(story, 'failed') },
  {
    name: 'a draft was abandoned',
    reach: async (story) => {
      const { attempt_id, fence, process_id } = await story.run(todoId, 'draft');
      await story.must('abandon-attempt', { attempt_id, fence, process_id, because: 'host-fault' });
    },
  },
  {
    name: 'a person has to look',
    reach: async (story) => {
      await story.settle(await reported(story), records.proposalFor({ state: 'blocked', attention: shown }));
    },
  },
  { name: 'a person is asked', reach: (story) => story.draft() },
  {
    name: 'nobody has answered in time',
    reach: async (story) => {
      await story.draft();
      story.clock.advance(questionOver);
    },
  },
  {
    name: 'the question was cleared away',
    reach: async (story) => {
      const { gate_id, revision } = await story.draft();
      story.clock.advance(questionOver);
      await story.must('expire-gate', { gate_id, revision });
    },
  },
  { name: 'a person said no', reach: async (story) => story.decide(await story.draft(), 'reject') },
  { name: 'a person said yes', reach: approved },
  {
    name: 'the approval was not used in time',
    reach: async (story) => {
      await approved(story);
      story.clock.advance(questionOver);
    },
  },
  {
    name: 'the approval was taken back',
    reach: async (story) => {
      await approved(story);
      const { gate_id, revision } = await story.gateOf(todoId);
      await story.must('revoke-gate', { gate_id, revision, reason: null }, people.owner);
    },
  },
  {
    name: 'the article was written anew',
    reach: async (story) => {
      await approved(story);
      await story.putArticle('article-1', 'second text');
    },
  },
  {
    name: 'a publication is admitted',
    reach: async (story) => {
      await approved(story);
      await given(story, 'external_write');
    },
  },
  {
    name: 'a publication runs',
    reach: async (story) => {
      await approved(story);
      await story.run(todoId, 'external_write');
    },
  },
  {
    name: 'a publication is prepared',
    reach: async (story) => {
      await approved(story);
      await story.prepare();
    },
  },
  {
    name: 'a prepared publication has run out of its lease',
    reach: async (story) => {
      await approved(story);
      await story.prepare();
      story.clock.advance(leaseOver);
    },
  },
  { name: 'a publication is committed', ghosts: true, reach: committed },
  {
    name: 'a committed publication has run out of its lease',
    reach: async (story) => {
      await committed(story);
      story.clock.advance(leaseOver);
    },
  },
  {
    name: 'a publication is reported',
    reach: async (story) => {
      await story.report(await committed(story), 'published');
    },
  },
  {
    name: 'what was sent is shown to be nothing',
    reach: async (story) => {
      const { attempt_id, fence, process_id, permit_id } = await committed(story);
      const proposal = await story.asking(todoId, 'article-1');
      const input = { attempt_id, fence, process_id, permit_id: permit_id ?? '', proposal };
      await story.must('void-attempt', input, people.capability);
    },
  },
  { name: 'what was sent is unknown', reach: unknown },
  {
    name: 'what was sent is unknown, and has arrived by now',
    reach: async (story) => {
      const { attempt_id } = await unknown(story);
      await story.waitOut(attempt_id);
    },
  },
  {
    name: 'what was sent is unknown and is to be read back',
    reach: async (story) => {
      const attempt = await unknown(story);
      await story.settle(attempt, story.readingBack(attempt));
      await story.waitOut(attempt.attempt_id);
    },
  },
  {
    name: 'a person has to look after an unknown outcome',
    reach: async (story) => {
      const attempt = await unknown(story);
      await story.settle(attempt, records.proposalFor({ state: 'blocked', attention: shown }));
      await story.waitOut(attempt.attempt_id);
    },
  },
  { name: 'a publication is to be read back', reach: (story) => story.publish() },
  { name: 'a publication was read back, and that is reported', reach: readBackReported },
  {
    name: 'an unknown outcome was read back, and that is reported',
    reach: async (story) => {
      const attempt = await unknown(story);
      const reading = story.readingBack(attempt);
      await story.settle(attempt, reading);
      await story.waitOut(attempt.attempt_id);
      await story.report(await story.run(reading.todo.successor ?? '', 'read'), 'read');
    },
  },
  {
    name: 'the article is out',
    reach: async (story) => {
      const { attempt, readBack } = await story.publish();
      await story.readBack(readBack, attempt);
    },
  },
  {
    name: 'the todo was given up',
    reach: (story) => story.must('cancel-todo', { todo_id: todoId }, people.owner),
  },
  {
    name: 'the goal rests',
    reach: (story) => story.must('pause-goal', { goal_id: 'goal-1', paused: true }),
  },
  {
    name: 'the goal rests with the finger on the key',
    reach: async (story) => {
      await approved(story);
      await story.prepare();
      await story.must('pause-goal', { goal_id: 'goal-1', paused: true });
    },
  },
  {
    name: 'all is over but the goal',
    reach: async (story) => {
      await story.must('cancel-todo', { todo_id: todoId }, people.owner);
      await story.must('pause-goal', { goal_id: 'goal-1', paused: true });
    },
  },
  {
    name: 'the goal is closed',
    reach: async (story) => {
      await story.must('cancel-todo', { todo_id: todoId }, people.owner);
      await story.must('close-goal', { goal_id: 'goal-1' });
    },
  },
  {
    name: 'a publication may be out, and a person has to look while it is read back',
    reach: async (story) => {
      const attempt = await committed(story);
      await story.report(attempt, 'published');
      const reading = story.readingBack(attempt);
      const todo = { ...reading.todo, state: 'blocked', attention: shown } as const;
      await story.settle(attempt, { ...reading, todo });
      await story.waitOut(attempt.attempt_id);
      await story.report(await story.run(reading.todo.successor ?? '', 'read'), 'read');
    },
  },
  {
    name: 'an enrolment is open',
    reach: (story) => story.addTodo('todo-enrol', 'enrol_stored_session'),
  },
  {
    name: 'a person let nobody sign in',
    reach: async (story) => {
      await story.decide(await story.gateOf(await meetWall(story, 'article-1')), 'reject');
    },
  },
  {
    name: 'nobody has let anybody sign in in time',
    reach: async (story) => {
      await meetWall(story, 'article-1');
      story.clock.advance(questionOver);
    },
  },
  {
    name: 'the window to sign in is over',
    reach: async (story) => {
      await story.decide(await story.gateOf(await meetWall(story, 'article-1')));
      story.clock.advance(standingSubject.window_ms);
    },
  },
  {
    name: 'two articles wait for one to sign in',
    reach: async (story) => {
      await meetWall(story, 'article-1');
      await story.begin('article-3');
      await meetWall(story, 'article-3');
    },
  },
  { name: 'somebody has to sign in', reach: (story) => meetWall(story, 'article-1') },
  {
    name: 'somebody may sign in',
    reach: async (story) => {
      await story.decide(await story.gateOf(await meetWall(story, 'article-1')));
    },
  },
  {
    name: 'somebody has signed in',
    reach: async (story) => {
      const enrolId = await meetWall(story, 'article-1');
      await story.decide(await story.gateOf(enrolId));
      await checkSignIn(story, enrolId);
    },
  },
  { name: 'a session is open', ghosts: true, reach: inSession },
  {
    name: 'a session is at work',
    reach: async (story) => {
      const input = await story.admission(todoId, 'draft', { session_id: await inSession(story) });
      await story.must('admit-attempt', input);
    },
  },
  {
    name: 'an agent acts in its session',
    reach: async (story) => {
      const work = await actions.atWork(story);
      await story.must('begin-action', await actions.beginning(story, work));
    },
  },
  {
    name: 'an agent asks for an approval',
    reach: async (story) => {
      const work = await actions.atWork(story);
      await story.must('raise-approval', await actions.raising(story, work));
    },
  },
  {
    name: 'an agent waits for an approval',
    reach: async (story) => actions.askedFor(story, await actions.atWork(story)),
  },
  {
    name: 'an agent may go on with what was approved',
    reach: async (story) => story.decide(await actions.askedFor(story, await actions.atWork(story))),
  },
  {
    name: 'an agent has pressed what was approved',
    reach: async (story) => {
      const work = await actions.atWork(story);
      const gate = await actions.askedFor(story, work);
      await story.decide(gate);
      await actions.committed(story, work, gate);
    },
  },
  {
    name: 'a person has turned an action down',
    reach: async (story) =>
      story.decide(await actions.askedFor(story, await actions.atWork(story)), 'reject'),
  },
  {
    name: 'a person is asked what memory alone can show',
    reach: async (story) => {
      await story.keepNothing();
      await story.draft();
    },
  },
  {
    name: 'what a person was asked is gone',
    reach: async (story) => {
      await story.keepNothing();
      await drop(story, await story.draft());
    },
  },
  {
    name: 'somebody has to sign in, and memory alone shows why',
    reach: async (story) => {
      await story.keepNothing();
      await meetWall(story, 'article-1');
    },
  },
  {
    name: 'nobody is shown any more why somebody has to sign in',
    reach: async (story) => {
      await story.keepNothing();
      await drop(story, await story.gateOf(await meetWall(story, 'article-1')));
    },
  },
  {
    name: 'an approval of an action is gone with what it was about',
    reach: async (story) => {
      await story.keepNothing();
      await drop(story, await actions.askedFor(story, await actions.atWork(story)));
    },
  },
  {
    name: 'a session is over',
    reach: async (story) => story.must('close-session', { session_id: await inSession(story) }),
  },
  { name: 'a Computer sleeps', ghosts: true, reach: (story) => computers.makeComputer(story) },
  {
    name: 'a Computer wakes',
    reach: async (story) => computers.wake(story, await computers.makeComputer(story)),
  },
  { name: 'a Computer is awake', reach: (story) => computers.awakeComputer(story) },
  {
    name: 'a person wants the Screen',
    reach: async (story) => {
      const awake = await computers.awakeComputer(story);
      await story.must('begin-takeover', await computers.control(story, awake), people.reviewer);
    },
  },
  {
    name: 'a person wants the Screen of a session that does nothing',
    reach: async (story) => {
      const awake = await computers.awakeComputer(story);
      const { computer_id } = awake;
      await story.must('open-session', { computer_id, agent: people.agent });
      await story.must('begin-takeover', await computers.control(story, awake), people.reviewer);
    },
  },
  {
    name: 'a person has the Screen',
    reach: async (story) => {
      const awake = await computers.awakeComputer(story);
      await story.must('begin-takeover', await computers.control(story, awake), people.reviewer);
      await story.must('finish-draining', await computers.control(story, awake));
    },
  },
  {
    name: 'a Computer is to be archived',
    reach: async (story) => {
      const { computer_id } = await computers.awakeComputer(story);
      const computer = await story.kernel.computer(story.workspace, computer_id);
      const resource_version = computer?.revision ?? 0;
      await story.must('archive-computer', { computer_id, resource_version });
    },
  },
  {
    name: 'a Computer is archived',
    reach: async (story) => {
      const { computer_id } = await computers.makeComputer(story);
      await story.must('archive-computer', { computer_id, resource_version: 1 });
    },
  },
];
