import { array, asyncProperty, assert as check, constantFrom, integer, record } from 'fast-check';
import { expect, it } from 'vitest';
import { type Store, usageTotals } from '../src/index.ts';
import { actions, computers, people, records, stoppedClock } from '../src/store-suite/index.ts';
import { expectLedger } from './support/ledger.ts';
import { memoryStore } from './support/memory-store.ts';
import { Counted, CountedStory, type Desk } from './support/usage-world.ts';

const moves = [
  'wake',
  'observe',
  'begin',
  'begin',
  'act',
  'act',
  'refuse',
  'ask',
  'ask',
  'join',
  'approve',
  'approve',
  'reject',
  'revoke',
  'reopen',
  'expire',
  'supersede',
  'press',
  'press',
  'person-settles',
  'end',
  'take-over',
  'release',
  'crash',
  'repeat',
  'time',
] as const;

type Move = (typeof moves)[number];

interface Step {
  readonly move: Move;
  readonly desk: number;
  readonly pick: number;
}

/** Two desks over one store; hosts come and go, and what they did is counted beside. */
class World {
  readonly store: Store = memoryStore();
  readonly clock = stoppedClock();
  readonly counted = new Counted();
  readonly sent: CountedStory['sent'] = [];
  readonly desks: Desk[] = [];
  story: CountedStory;
  #lives = 0;
  #names = 0;

  constructor() {
    this.story = this.#life();
  }

  #life(): CountedStory {
    this.#lives += 1;
    const { store, counted, sent, clock } = this;
    return new CountedStory(store, { counted, sent, clock, series: this.#lives });
  }

  name(): string {
    this.#names += 1;
    return `name-${this.#names}`;
  }

  async open(): Promise<void> {
    for (const article of ['article-1', 'article-2']) {
      await this.story.begin(article);
      const made = await computers.makeComputer(this.story);
      this.desks.push({
        made,
        session_id: await actions.openOn(this.story, made),
        todo_id: `todo-${article}`,
      });
    }
  }

  /** The host dies; another one shows it and cleans up, some time later. */
  async crash(later: number): Promise<void> {
    const dead = this.story.processId;
    for (const waking of this.counted.wakings) {
      if (waking.ended !== null) continue;
      waking.ended = this.clock.now();
      waking.lost = true;
    }
    this.clock.advance(later);
    this.story = this.#life();
    const { kernel, workspace, processId } = this.story;
    await kernel.recover(workspace, processId, { deadProcesses: [dead] });
    for (const { computer_id, generation, placement } of await kernel.computers(workspace)) {
      if (placement === null) continue;
      const custody = { computer_id, generation, process_id: processId };
      await this.story.must('release-computer', { ...custody, dead_processes: [dead] });
    }
  }
}

/** The Computer as this life of the host would name it. */
async function placeOf({ story }: World, { made }: Desk) {
  const computer = await story.kernel.computer(story.workspace, made.computer_id);
  return { ...made, generation: computer?.generation ?? 0, process_id: story.processId };
}

async function workAt(world: World, desk: Desk) {
  const { kernel, workspace } = world.story;
  const attempt_id = (await kernel.session(workspace, desk.session_id))?.attempt_id ?? '';
  const attempt = await kernel.attempt(workspace, attempt_id);
  if (attempt === null) return null;
  return { awake: await placeOf(world, desk), session_id: desk.session_id, attempt };
}

async function gateAt({ story }: World, { todo_id }: Desk) {
  const { gate_id } = await story.todo(todo_id);
  return gate_id === null ? null : story.gate(gate_id);
}

type Play = (world: World, desk: Desk, pick: number) => Promise<unknown>;

const plays: { readonly [Name in Move]: Play } = {
  wake: async (world, desk, pick) => {
    const { story } = world;
    const input = await computers.waking(story, desk.made.computer_id);
    const woken = await story.send('wake-computer', input);
    if (woken.kind === 'refused') return;
    world.clock.advance(pick);
    const held = computers.custody({ ...desk.made, ...woken.result, process_id: story.processId });
    const geometry = pick % 5 === 0 ? { ...computers.geometry, width: 640 } : computers.geometry;
    await story.send('attach-screen', { ...held, geometry, active_target: 't1' });
  },
  observe: async (world, desk) =>
    world.story.send(
      'settle-observation',
      await computers.observing(world.story, await placeOf(world, desk), desk.session_id),
    ),
  begin: async (world, desk) => {
    const todo = await world.story.todo(desk.todo_id);
    if (todo.state === 'open' && todo.gate_id === null) {
      await actions.runIn(world.story, desk.session_id, 'draft', {}, desk.todo_id);
    }
  },
  act: async (world, desk, pick) => {
    const work = await workAt(world, desk);
    if (work === null) return;
    const key = world.name();
    const { story } = world;
    await story.send('begin-action', await actions.beginning(story, work, key));
    world.clock.advance(pick);
    const outcome = (['performed', 'stopped', 'outcome_unknown'] as const)[pick % 3] ?? 'performed';
    if (pick % 7 !== 0) await story.send('settle-action', { ...actions.settling(work, key), outcome });
  },
  refuse: async (world, { session_id }) => {
    const noted = { session_id, kind: 'action-refused', attempt_id: null, gate_id: null } as const;
    await world.story.send('note-session', { ...noted, rule: 'policy.forbidden' });
  },
  ask: async (world, desk) => {
    const work = await workAt(world, desk);
    if (work !== null) await actions.askedFor(world.story, work, world.name());
  },
  join: async (world, desk) => {
    const gate = await gateAt(world, desk);
    const asked = { ...actions.asked(world.name()), session_id: desk.session_id };
    if (gate !== null) await world.story.send('join-approval', { ...asked, gate_id: gate.gate_id });
  },
  approve: async (world, desk) => {
    const gate = await gateAt(world, desk);
    if (gate !== null) await world.story.decide(gate);
  },
  reject: async (world, desk) => {
    const gate = await gateAt(world, desk);
    if (gate !== null) await world.story.decide(gate, 'reject');
  },
  revoke: async (world, desk) => {
    const gate = await gateAt(world, desk);
    if (gate === null) return;
    const input = { gate_id: gate.gate_id, revision: gate.revision, reason: null };
    await world.story.send('revoke-gate', input, people.reviewer);
  },
  /** A person's doing as well, and about no session. */
  reopen: async ({ story }, { todo_id }) => story.send('reopen-todo', { todo_id }, people.owner),
  expire: async (world, desk) => {
    const gate = await gateAt(world, desk);
    if (gate === null || gate.status === 'closed') return;
    world.clock.advance(3_600_000);
    await world.story.send('expire-gate', { gate_id: gate.gate_id, revision: gate.revision });
  },
  supersede: async (world, desk) => {
    const gate = await gateAt(world, desk);
    if (gate === null) return;
    await world.story.send('supersede-approval', { gate_id: gate.gate_id, revision: gate.revision });
  },
  press: async (world, desk, pick) => {
    const gate = await gateAt(world, desk);
    if (gate?.status !== 'open' || (await workAt(world, desk)) !== null) return;
    const work = { awake: await placeOf(world, desk), session_id: desk.session_id };
    const { subject, todo_id } = gate;
    if (!('record_id' in subject)) return;
    const { story } = world;
    const attempt = await actions.runIn(story, desk.session_id, 'external_write', { subject }, todo_id);
    const after = await actions.pressed(story, { ...work, attempt });
    if (pick % 4 === 0) return;
    await story.report(after.attempt, pick % 4 === 1 ? 'press-unknown' : 'published');
    if (pick % 4 === 3) return;
    const key = [...world.counted.actions].find(([, { gate: of }]) => of === gate.gate_id)?.[0] ?? '';
    const outcome = pick % 4 === 1 ? 'outcome_unknown' : 'performed';
    await story.send('settle-action', { ...actions.settling(after, key), outcome });
  },
  'person-settles': async (world, { todo_id }) => {
    const { kernel, workspace } = world.story;
    const [unknown] = await kernel.attempts(workspace, { states: ['outcome_unknown'], todo_id });
    if (unknown === undefined) return;
    await world.story.waitOut(unknown.attempt_id);
    const input = await world.story.look(unknown.attempt_id, 'happened');
    await world.story.send('settle-outcome', input, people.reviewer);
  },
  end: async (world, desk) => {
    const work = await workAt(world, desk);
    if (work === null) return;
    await world.story.report(work.attempt, 'drafted');
    await world.story.settle(work.attempt, records.proposalFor({ state: 'open' }));
  },
  'take-over': async (world, desk, pick) => {
    const { story } = world;
    const pair = () => computers.control(story, desk.made);
    await story.must('begin-takeover', await pair(), people.reviewer);
    const work = await workAt(world, desk);
    if (work !== null) {
      await story.send('abandon-attempt', { ...actions.held(work.attempt), because: 'takeover' });
    }
    await story.send('finish-draining', await pair());
    world.clock.advance(pick);
    await story.must('hand-back', await pair(), people.reviewer);
    const look = world.name();
    await story.addTodo(look, 'inspect_screen');
    const { attempt_id, fence } = await story.must(
      'admit-attempt',
      await story.admission(look, 'read', { session_id: desk.session_id }),
    );
    const held = { attempt_id, fence, process_id: story.processId };
    await story.must('start-attempt', { ...held, session_reference: `session-${attempt_id}` });
    const reading = await story.attempt(attempt_id);
    await story.report(reading, 'read');
    await story.settle(
      reading,
      records.proposalFor({ state: 'done' }, { evidence: [records.evidenceDigest] }),
    );
  },
  release: async (world, desk) => {
    const held = computers.custody(await placeOf(world, desk));
    await world.story.send('release-computer', { ...held, dead_processes: [] });
  },
  crash: (world, _desk, pick) => world.crash(pick * 100),
  /** A command that was answered is answered again, and counts for nothing. */
  repeat: async (world, _desk, pick) => {
    const again = world.sent[pick % Math.max(1, world.sent.length)];
    if (again === undefined) return;
    const answer = await world.story.send(...again);
    if (answer.kind === 'accepted') expect(answer.replayed).toBe(true);
  },
  time: async ({ clock }, _desk, pick) => clock.advance(pick * 10),
};

/** A refusal of a step is as good as anything; a fault is not. */
async function play(world: World, { move, desk, pick }: Step): Promise<void> {
  const at = world.desks[desk];
  if (at === undefined) return;
  try {
    await plays[move](world, at, pick);
  } catch (error) {
    if (!(error instanceof Error) || !/ was refused: /.test(error.message)) throw error;
  }
}

/** The ledger as a mapping, over both Computers. */
async function ledgerOf({ story, desks }: World): Promise<Readonly<Record<string, number>>> {
  const lines = [];
  for (const { made } of desks) {
    lines.push(...((await story.kernel.computerUsage(story.workspace, made.computer_id)) ?? []));
  }
  return Object.fromEntries(
    usageTotals(lines)
      .filter(({ measure }) => !measure.endsWith('milliseconds'))
      .map(({ measure, outcome, quantity }) => [`${measure} ${outcome ?? ''}`.trim(), quantity]),
  );
}

/** The same from what was counted beside, and from what the gates themselves say of their end. */
async function wanted({ story, counted, clock }: World): Promise<Readonly<Record<string, number>>> {
  const sums: Record<string, number> = {};
  const add = (name: string, amount = 1): void => {
    if (amount > 0) sums[name] = (sums[name] ?? 0) + amount;
  };
  const { observations = 0, refused = 0, took_over = 0, decided = 0, acted = 0 } = counted.simple;
  add('observations', observations);
  add('actions refused', refused);
  add('interventions took_over', took_over);
  add('interventions decided', decided);
  add('interventions acted', acted);
  add('evidence_bytes', counted.evidence.size * 10);
  for (const id of counted.gates) {
    const { status, closed_for, decided_by, expires_at, consumed_by } = await story.gate(id);
    add('approvals asked');
    if (decided_by !== null && closed_for !== 'rejected') add('approvals approved');
    if (closed_for !== null) add(`approvals ${closed_for}`);
    const keys = [...counted.actions.values()].filter(({ gate }) => gate === id);
    const settled = keys.filter(({ outcome }) => outcome !== 'asked');
    for (const { outcome } of settled) add(`actions ${outcome}`);
    const open = keys.length - settled.length;
    const waits = status !== 'closed' && clock.now() < expires_at;
    const carried = consumed_by !== null && settled.length === 0 ? 1 : 0;
    if (waits) add('actions waiting', open);
    else add('actions not_done', open - carried);
    if (carried === 0 || consumed_by === null) continue;
    const { receipt, outcome } = await story.attempt(consumed_by);
    const done = receipt?.stop_reason === 'completed' || outcome === 'happened';
    add(done ? 'actions performed' : 'actions outcome_unknown');
  }
  for (const { gate, outcome } of counted.actions.values()) if (gate === null) add(`actions ${outcome}`);
  return sums;
}

/** No waking lost, none doubled: the truth lies between what is proved and what may have been. */
async function expectAwakeTime({ story, counted, clock, desks }: World): Promise<void> {
  const proved = new Map<string, number>();
  const most = new Map<string, number>();
  for (const { made } of desks) {
    const lines = (await story.kernel.computerUsage(story.workspace, made.computer_id)) ?? [];
    for (const { measure, computer_id, generation, quantity } of lines) {
      if (!measure.endsWith('milliseconds')) continue;
      const name = `${computer_id} ${generation}`;
      const isProved = measure === 'awake_milliseconds';
      if (isProved) expect(proved.has(name), 'one line for each waking').toBe(false);
      if (isProved) proved.set(name, quantity);
      most.set(name, (most.get(name) ?? 0) + quantity);
    }
  }
  expect([...proved.keys()].sort()).toEqual(
    counted.wakings.map(({ computer_id, generation }) => `${computer_id} ${generation}`).sort(),
  );
  for (const { computer_id, generation, attached, ended, lost } of counted.wakings) {
    const name = `${computer_id} ${generation}`;
    const truth = (ended ?? clock.now()) - attached;
    expect(proved.get(name)).toBeLessThanOrEqual(truth);
    expect(most.get(name)).toBeGreaterThanOrEqual(truth);
    if (ended !== null && !lost) expect([proved.get(name), most.get(name)]).toEqual([truth, truth]);
  }
}

it('is what was counted beside it, whatever is refused, repeated or lost with its host', async () => {
  const seen = new Set<string>();
  const step = record({
    move: constantFrom(...moves),
    desk: integer({ min: 0, max: 1 }),
    pick: integer({ min: 0, max: 40 }),
  });
  await check(
    asyncProperty(array(step, { minLength: 20, maxLength: 40 }), async (steps) => {
      const world = new World();
      await world.open();
      for (const each of [...opening, ...steps]) await play(world, each);
      const ledger = await ledgerOf(world);
      for (const name of Object.keys(ledger)) seen.add(name);
      expect(ledger).toEqual(await wanted(world));
      await expectAwakeTime(world);
      await expectLedger(world.story);
      await archiveAll(world);
      expect(await ledgerOf(world)).toEqual(await wanted(world));
      await expectAwakeTime(world);
    }),
    { numRuns: 12, seed: 7, examples: [[everyOutcome]] },
  );
  // Every outcome that the contract has did occur: none is proved by never having been met.
  expect([...seen].sort()).toEqual(all);
});

const opening: readonly Step[] = [0, 1].flatMap((desk) =>
  (['wake', 'begin', 'observe'] as const).map((move) => ({ move, desk, pick: 3 })),
);

/** A way through every outcome, so that what is random has to find none of them. */
const everyOutcome: readonly Step[] = (
  [
    ['act', 0, 1],
    ['act', 0, 4],
    ['act', 0, 3],
    ['act', 0, 7],
    ['refuse', 0, 0],
    ['ask', 0, 0],
    ['join', 0, 0],
    ['approve', 0, 0],
    ['press', 0, 1],
    ['person-settles', 0, 0],
    ['take-over', 0, 5],
    ['ask', 1, 0],
    ['revoke', 1, 0],
    ['reopen', 1, 0],
    ['begin', 1, 0],
    ['ask', 1, 0],
    ['reject', 1, 0],
    ['reopen', 1, 0],
    ['begin', 1, 0],
    ['ask', 1, 0],
    ['expire', 1, 0],
    ['begin', 1, 0],
    ['ask', 1, 0],
    ['supersede', 1, 0],
    ['crash', 0, 9],
  ] as const
).map(([move, desk, pick]): Step => ({ move, desk, pick }));

const all = [
  'actions not_done',
  'actions outcome_unknown',
  'actions performed',
  'actions refused',
  'actions stopped',
  'actions waiting',
  'approvals approved',
  'approvals asked',
  'approvals consumed',
  'approvals expired',
  'approvals rejected',
  'approvals revoked',
  'approvals superseded',
  'evidence_bytes',
  'interventions acted',
  'interventions decided',
  'interventions took_over',
  'observations',
];

/** What was used stays when the Computers are archived. */
async function archiveAll(world: World): Promise<void> {
  const { story, desks } = world;
  for (const desk of desks) {
    const { computer_id } = desk.made;
    const { revision, placement } = (await story.kernel.computer(story.workspace, computer_id)) ?? {};
    await story.must('archive-computer', { computer_id, resource_version: revision ?? 0 });
    if (placement != null) await plays.release(world, desk, 0);
    expect(await story.kernel.computer(story.workspace, computer_id)).toMatchObject({
      lifecycle: 'archived',
    });
  }
}
