import { type CommandInput, type CommandKind, type Kernel, type Row, type Store, senders } from '@cux/kernel';
import { actions, computers, moves, people, records, Story } from '@cux/kernel/store-suite';
import { describe, expect, it } from 'vitest';
import type { Engine, Place } from './engine.ts';
import { everything, rowsOf } from './everything.ts';

type Sent = Parameters<Story['send']>;

/** A story that remembers what it sent. */
class RememberedStory extends Story {
  readonly sent: Sent[] = [];

  override send<Kind extends CommandKind>(
    kind: Kind,
    input: CommandInput<Kind>,
    principal = people.operator as Sent[2],
    key: string = this.key(),
  ): ReturnType<typeof Story.prototype.send<Kind>> {
    this.sent.push([kind, input, principal, key]);
    return super.send<Kind>(kind, input, principal, key);
  }
}

/** What one workspace is full of: everything that ids of it could lead to. */
interface Full {
  readonly story: RememberedStory;
  readonly commands: readonly Sent[];
  readonly rows: readonly Row[];
}

/** A workspace with a whole publication in it, and every command that there is, with ids of this workspace. */
async function full(store: Store): Promise<Full> {
  const story = new RememberedStory(store, { workspace: 'full' });
  await story.begin();
  await story.must('set-retention', { retention: { kind: 'standard', days: 14 } });
  const { attempt, readBack } = await story.publish();
  await story.readBack(readBack, attempt);
  // Nobody has read this one back.
  await story.begin('article-4');
  await story.publish('article-4');
  await story.begin('article-2');
  const gate = await story.draft('article-2');
  const computer = await computers.awakeComputer(story);
  const { computer_id } = computer;
  const { session_id } = await story.must('open-session', { computer_id, agent: people.agent });
  await story.begin('article-3');
  const work = await actions.atWork(story, 'todo-article-3');
  await story.must('begin-action', await actions.beginning(story, work, 'act-1'));
  await story.must('settle-action', actions.settling(work, 'act-1'));
  await story.must('begin-action', await actions.beginning(story, work, 'act-2'));
  const approval = await actions.askedFor(story, work, 'act-3');
  const joining = { ...actions.asked('act-4'), session_id: work.session_id, gate_id: approval.gate_id };
  await story.must('join-approval', joining);
  const { attempt_id, fence, process_id, permit_id } = attempt;
  const held = { attempt_id, fence, process_id };
  const custody = computers.custody(computer);
  const pair = await computers.control(story, computer);
  const asked = { gate_id: gate.gate_id, revision: gate.revision };
  const further: { readonly [Kind in CommandKind]?: CommandInput<Kind> } = {
    'pause-goal': { goal_id: 'goal-1', paused: true },
    'close-goal': { goal_id: 'goal-1' },
    'set-quota': { of: { scope: 'todo', todo_id: 'todo-article-2' }, limits: { attempts: 5 } },
    'set-retention': { retention: { kind: 'standard', days: 7 } },
    'reopen-todo': { todo_id: 'todo-article-2' },
    'cancel-todo': { todo_id: 'todo-article-2' },
    'renew-lease': { ...held, lease_ms: 60_000 },
    'abandon-attempt': { ...held, because: 'example.reason' },
    'take-over-attempt': { attempt_id, fence, dead_processes: [process_id] },
    'void-attempt': { ...held, permit_id: permit_id ?? '', proposal: records.proposalFor({ state: 'open' }) },
    'settle-outcome': await story.look(attempt_id, 'happened'),
    'decide-gates': {
      gates: [asked, { gate_id: attempt.request.gate_binding?.gate_id ?? '', revision: 1 }],
      decision: 'approve',
      reason: null,
    },
    'close-session': { session_id },
    'note-session': { session_id, kind: 'control-changed', attempt_id, gate_id: gate.gate_id, rule: null },
    'revoke-gate': { ...asked, reason: null },
    'activate-profile': { profile_id: computer.profile_id, revision: null },
    'release-computer': { ...custody, dead_processes: [] },
    'archive-computer': { computer_id, resource_version: 3 },
    'settle-observation': { ...custody, ...pair, session_id, active_target: 't2' },
    'supersede-approval': { gate_id: approval.gate_id, revision: approval.revision },
    'begin-takeover': pair,
    'finish-draining': pair,
    'hand-back': pair,
    // Refused: an attempt is under way.
    'retire-workspace': moves.retirement(),
    'arrive-workspace': { move_id: moves.moveId(1) },
    'take-back-workspace': { move_id: moves.moveId(1) },
    'expire-gate': asked,
    'drop-gate': { ...asked, process_id, dead_processes: [process_id] },
    'raise-standing-gate': {
      todo_id: 'todo-article-2',
      subject: {
        principal_id: people.agent.id,
        account: 'desk',
        origin: records.site,
        window_ms: 3_600_000,
      },
      attention: records.attention('Sign in to the newsroom as desk?'),
      provenance: [people.agent],
      expires_in_ms: 3_600_000,
    },
  };
  const rest = Object.entries(further).map(
    ([kind, input], index): Sent => [
      kind as CommandKind,
      input,
      senderOf(kind as CommandKind),
      `rest-${index}`,
    ],
  );
  return { story, commands: [...story.sent, ...rest], rows: oneOfEach(await rowsOf(store, 'full')) };
}

/** Somebody who may send it. */
function senderOf(kind: CommandKind): Sent[2] {
  const one = { human: people.owner, operator: people.operator, capability: people.capability } as const;
  const [first] = senders[kind];
  return one[first as keyof typeof one];
}

/** Sends the commands of another workspace, under their own keys, and answers all that comes of it. */
async function sendAll(store: Store, workspace: string, commands: readonly Sent[]): Promise<unknown> {
  const story = new Story(store, { workspace, series: 7 });
  const answers = [];
  for (const [kind, input, principal, key] of commands) {
    answers.push({ kind, answer: await story.send(kind, input, principal, key) });
  }
  return { answers, kept: await everything(store, workspace) };
}

async function opened(place: Place, use: (store: Store) => Promise<void>): Promise<void> {
  const store = await place.open();
  try {
    await use(store);
  } finally {
    await store.close();
  }
}

/** Every read of a kernel, for a row whose ids it is given. */
function kernelReads(
  kernel: Kernel,
  workspace: string,
): Readonly<Record<string, (row: Row) => Promise<unknown>>> {
  return {
    whereabouts: () => kernel.whereabouts(workspace),
    goal: ({ id }) => kernel.goal(workspace, id),
    goals: () => kernel.goals(workspace),
    quota: ({ id }) => kernel.quota(workspace, lastPart(id)),
    quotas: () => kernel.quotas(workspace),
    usage: () => kernel.usage(workspace),
    retention: async () =>
      (await kernel.retention(workspace)).revision === 0 ? null : 'somebody has set one',
    session: ({ id }) => kernel.session(workspace, id),
    sessions: () => kernel.sessions(workspace),
    action: () => kernel.action(workspace, people.agent.id, 'act-1'),
    actions: ({ parent_id }) => kernel.actions(workspace, parent_id ?? ''),
    sessionEvents: ({ parent_id }) => kernel.sessionEvents(workspace, parent_id ?? ''),
    profile: ({ id }) => kernel.profile(workspace, id),
    profiles: () => kernel.profiles(workspace),
    profileRevision: ({ parent_id }) => kernel.profileRevision(workspace, parent_id ?? '', 1),
    computer: ({ id }) => kernel.computer(workspace, id),
    computers: () => kernel.computers(workspace),
    wakings: ({ parent_id }) => kernel.wakings(workspace, parent_id ?? ''),
    computerUsage: ({ id }) => kernel.computerUsage(workspace, id),
    screen: ({ id, parent_id }) => kernel.screen(workspace, parent_id ?? '', id),
    todo: ({ id }) => kernel.todo(workspace, id),
    todos: ({ parent_id }) => kernel.todos(workspace, { goal_id: parent_id ?? '' }),
    attempt: ({ id }) => kernel.attempt(workspace, id),
    quietFor: ({ id }) => kernel.quietFor(workspace, id),
    unsettled: () => kernel.unsettled(workspace),
    attempts: ({ parent_id }) => kernel.attempts(workspace, { todo_id: parent_id ?? '' }),
    gate: ({ id }) => kernel.gate(workspace, id),
    gates: ({ parent_id }) => kernel.gates(workspace, { todo_id: parent_id ?? '' }),
    record: ({ id }) => kernel.record(workspace, records.capability, lastPart(id)),
    records: () => kernel.records(workspace, records.capability),
    evidence: ({ parent_id }) => kernel.evidence(workspace, parent_id ?? ''),
    recover: async () => {
      const report = await kernel.recover(workspace, 'process-9', { deadProcesses: ['process-1'] });
      const { actions, expired_gates, gone_gates, awaiting_reducer } = report;
      return [...actions, ...expired_gates, ...gone_gates, ...awaiting_reducer];
    },
    exportAudit: async () => {
      const lines: string[] = [];
      for await (const line of kernel.exportAudit(workspace)) lines.push(line);
      // The head line names the workspace that was asked for, and that nothing follows.
      return lines.length === 1 ? [] : lines;
    },
    verifyAudit: async () => {
      const verdict = await kernel.verifyAudit(workspace);
      return verdict.ok && verdict.events === 0 && verdict.head === '' ? [] : verdict;
    },
  };
}

/** One row of each kind and state: each leads to the same reads. */
function oneOfEach(rows: readonly Row[]): readonly Row[] {
  return [...new Map(rows.map((row) => [`${row.kind} ${row.state}`, row])).values()];
}

/** Some rows are named by what they belong to, and then by themselves. */
function lastPart(id: string): string {
  return id.split(' ').at(-1) ?? '';
}

function storeReads(
  store: Store,
  workspace: string,
): Readonly<Record<string, (row: Row) => Promise<unknown>>> {
  return {
    get: ({ kind, id }) => store.get(workspace, kind, id),
    list: async ({ kind, state, parent_id, subject_digest }) => [
      ...(await store.list(workspace, kind)),
      ...(await store.list(workspace, kind, { states: [state] })),
      ...(await store.list(workspace, kind, { parent_id: parent_id ?? '' })),
      ...(await store.list(workspace, kind, { subject_digest: subject_digest ?? '' })),
    ],
    kinds: () => store.kinds(workspace),
    answer: () => store.answer(workspace, 'operator:host', 'key-0-1'),
    answers: () => store.answers(workspace, null, 100),
    highestTime: async () => ((await store.highestTime(workspace)) === 0 ? [] : 'a time'),
    events: () => store.events(workspace, 0, 100),
    links: () => store.links(workspace, 0, 100),
  };
}

function isNothing(found: unknown): boolean {
  return found === null || (Array.isArray(found) && found.length === 0);
}

/** Ids of one workspace are of no use in another: no read finds anything, and no command behaves otherwise. */
export function workspaceTests(engine: Engine): void {
  describe(`two workspaces in one ${engine.name} store`, () => {
    it('show each other nothing: every read, with ids of the other one', async () => {
      await opened(await engine.place(), async (store) => {
        const { story, rows } = await full(store);
        const { kernel } = story;
        const reads = { ...kernelReads(kernel, 'empty'), ...storeReads(store, 'empty') };
        const all = [...Object.keys(kernel), ...Object.keys(store)];
        const others = [
          'execute',
          'now',
          'commit',
          'close',
          'workspaces',
          'identity',
          'intact',
          'decisionsAtOnce',
          'incarnation',
        ];
        expect(Object.keys(reads).sort()).toEqual(all.filter((name) => !others.includes(name)).sort());
        const found: string[] = [];
        const control = new Set<string>();
        const own = { ...kernelReads(kernel, 'full'), ...storeReads(store, 'full') };
        for (const [index, row] of rows.entries()) {
          // What asks for no row answers the same each time.
          const asked = (all: typeof reads) =>
            Object.entries(all).filter(([, read]) => index === 0 || read.length > 0);
          for (const [name, read] of asked(reads)) {
            if (!isNothing(await read(row))) found.push(`${name} ${row.kind}`);
          }
          for (const [name, read] of asked(own)) if (!isNothing(await read(row))) control.add(name);
        }
        expect(found).toEqual([]);
        // In their own workspace the same ids do find something; there is only nothing to be recovered.
        expect([...control].sort()).toEqual(
          Object.keys(reads)
            .filter((name) => name !== 'recover')
            .sort(),
        );
      });
    });

    it('let each other be: every command, with ids of the other one, as in a store without it', async () => {
      const alone = await engine.place();
      await opened(await engine.place(), async (store) => {
        const { commands } = await full(store);
        await (await alone.open()).close();
        // Of the same name, as that stands in the row of each workspace.
        await alone.change(`update store set identity = '${await store.identity()}'`);
        const before = await everything(store, 'full');
        expect([...new Set(commands.map(([kind]) => kind))].sort()).toEqual(Object.keys(senders).sort());
        await opened(alone, async (empty) => {
          // One after the other in one workspace, where the first ones make namesakes of the other's rows …
          expect(await sendAll(store, 'namesakes', commands)).toEqual(
            await sendAll(empty, 'namesakes', commands),
          );
          // … and each in a workspace where nothing is.
          const firsts = new Map(commands.map((command) => [command[0], command]));
          for (const [kind, command] of firsts) {
            const workspace = `only-${kind}`;
            expect(await sendAll(store, workspace, [command])).toEqual(
              await sendAll(empty, workspace, [command]),
            );
          }
        });
        expect(await everything(store, 'full')).toEqual(before);
      });
    });
  });
}
