import { people, records, Story, stoppedClock } from '@cux/kernel/store-suite';
import { type AroundCall, type MemoryDisk, memoryDisk, openInProcessStore } from '@cux/store-sqlite';
import { canonical } from '../oracle/canonical.ts';

/** What became of the first command under the key before the second one comes. */
export const stages = [
  'new',
  'pending',
  'done',
  'failed before start',
  'failed after start',
  'in flight',
  'expired',
] as const;

export type Stage = (typeof stages)[number];

/** What the second command under the key was answered, and what that left behind. */
export interface Cell {
  readonly answer: string;
  /** Whether the stored answer of the first one came back, byte for byte. */
  readonly sameAnswer: boolean;
  /** How often the command was carried out in all, by the rows. */
  readonly effects: number;
}

/** A small world: a kernel over a disk whose next commit can be made to fail, before or after it is on disk. */
interface Bench {
  readonly disk: MemoryDisk;
  readonly story: Story;
  readonly fail: { before: boolean; after: boolean };
}

async function bench(): Promise<Bench> {
  const disk = memoryDisk();
  const fail = { before: false, after: false };
  const around: AroundCall = ({ kind }, proceed) => {
    if (kind !== 'commit') return proceed();
    if (fail.before) throw Object.assign(new Error('simulated'), { code: 'SQLITE_FULL' });
    const result = proceed();
    if (fail.after) throw Object.assign(new Error('simulated'), { code: 'SQLITE_IOERR_FSYNC' });
    return result;
  };
  const store = await openInProcessStore({ disk, around });
  const story = new Story(store, { clock: stoppedClock() });
  await story.begin();
  return { disk, story, fail };
}

const key = 'the-key';

/** How the command is sent: its body, and another one that is as good. */
interface Sent {
  same(): Promise<unknown>;
  other(): Promise<unknown>;
}

/** Approving a question: what is carried out once is the decision. */
async function decision({ story }: Bench): Promise<Sent & { readonly gateId: string }> {
  const { gate_id, revision } = await story.draft();
  const send = (reason: string | null) =>
    story.send('decide-gate', { gate_id, revision, decision: 'approve', reason }, people.reviewer, key);
  return { same: () => send(null), other: () => send('another reason'), gateId: gate_id };
}

/** Writing the article anew: a command that nothing stands in the way of. */
function rewriting({ story }: Bench): Sent {
  const send = (text: string) =>
    story.send(
      'put-record',
      {
        capability: records.capability,
        record_id: 'article-1',
        expected_version: 1,
        state: 'draft',
        content_digest: records.contentDigest(text),
        facts: {},
      },
      people.capability,
      key,
    );
  return { same: () => send('second text'), other: () => send('another text') };
}

/** Admitting an attempt while the goal is paused: not yet, which is no answer for good. */
async function admission({ story }: Bench): Promise<Sent & { readonly resume: () => Promise<unknown> }> {
  const input = await story.admission('todo-article-1', 'draft');
  await story.must('pause-goal', { goal_id: 'goal-1', paused: true }, people.owner);
  const admit = (deadline_ms: number) =>
    story.send('admit-attempt', { ...input, deadline_ms }, people.operator, key);
  return {
    same: () => admit(300_000),
    other: () => admit(200_000),
    resume: () => story.must('pause-goal', { goal_id: 'goal-1', paused: false }, people.owner),
  };
}

type Body = 'same' | 'other';

/** One cell: the first command meets its stage, then the second one is sent with the same or another body. */
export async function playCell(stage: Stage, body: Body): Promise<Cell> {
  const given = await bench();
  try {
    return await stagePlays[stage](given, body);
  } finally {
    given.disk.discard();
  }
}

const stagePlays: Readonly<Record<Stage, (given: Bench, body: Body) => Promise<Cell>>> = {
  new: async (given, body) => cell(given, await rewriting(given)[body](), 'record-changed'),
  pending: async (given, body) => {
    const sent = await admission(given);
    await sent.same();
    await sent.resume();
    return cell(given, await sent[body](), 'attempt-admitted');
  },
  done: async (given, body) => {
    const sent = rewriting(given);
    await sent.same();
    return cell(given, await sent[body](), 'record-changed');
  },
  'failed before start': async (given, body) => {
    const sent = rewriting(given);
    given.fail.before = true;
    await sent.same().catch(() => undefined);
    given.fail.before = false;
    return cell(given, await sent[body](), 'record-changed');
  },
  'failed after start': async (given, body) => {
    const sent = rewriting(given);
    given.fail.after = true;
    await sent.same().catch(() => undefined);
    given.fail.after = false;
    return cell(given, await sent[body](), 'record-changed');
  },
  'in flight': async (given, body) => {
    const sent = rewriting(given);
    const first = sent.same();
    const second = await sent[body]();
    await first;
    return cell(given, second, 'record-changed');
  },
  expired: async (given, body) => {
    const sent = await decision(given);
    given.story.clock.advance(4_000_000);
    await sent.same();
    return cell(given, await sent[body](), 'gate-opened');
  },
};

/** @param event the kind of event that the command leaves each time it is carried out */
function cell({ disk }: Bench, answered: unknown, event: string): Cell {
  const answer = answered as {
    readonly kind: string;
    readonly rule?: string;
    readonly replayed?: boolean;
  };
  const kept = disk.database.prepare('select answer from answer where key = ?').pluck().get(key);
  const { replayed, ...plain } = answer;
  const effects = disk.database
    .prepare('select count(*) from event where kind = ?')
    .pluck()
    .get(event) as number;
  const told =
    answer.kind === 'accepted' ? (replayed === true ? 'the stored answer' : 'decided') : answer.rule;
  return { answer: told ?? '', sameAnswer: kept === canonical(plain), effects };
}
