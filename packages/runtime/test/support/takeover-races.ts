import type { Principal } from '@cux/contracts';
import { expect } from 'vitest';
import type { ActionAnswer, ScreenTakeover, Settled } from '../../src/index.ts';
import type { AgentWorld } from './agent-world.ts';
import { people, workspace } from './people.ts';

const another = { kind: 'human', id: 'second-editor' } as const satisfies Principal;

/** A person who takes the Screen over, and what goes on there at the same moment. */
export interface Race {
  readonly meanwhile: string;
  readonly comesTo: string;
  /** Whether the engine has a part in it. */
  readonly inEngine?: true;
  /** Plays it with a task of its own; the writes are counted at the site. */
  readonly play: (parts: Racing) => Promise<void>;
}

interface Racing {
  readonly world: AgentWorld;
  readonly task: string;
  /** How often the site was told to publish since the race began. */
  readonly published: () => number;
}

const screenOf = ({ kernel, computer_id, screen_id }: AgentWorld) =>
  kernel.screen(workspace, computer_id, screen_id);

async function takeOver(
  world: AgentWorld,
  { person = people.editor, host = world.host }: { person?: Principal; host?: AgentWorld['host'] } = {},
): Promise<Settled<ScreenTakeover>> {
  const { computer_id, screen_id, site } = world;
  const control_epoch = (await screenOf(world))?.control_epoch ?? 0;
  return host.takeOver({
    ...{ computer_id, screen_id, control_epoch, person, start_url: null },
    ...{ allowed_origins: [site.origin], human_rules: [] },
  });
}

function taken(answer: Settled<ScreenTakeover>): ScreenTakeover {
  if (answer.kind === 'refused') throw new Error(`${answer.rule}: ${answer.message}`);
  return answer.value;
}

const word = (came: ActionAnswer): string => (came.kind === 'refused' ? came.rule : came.kind);

/** Begins a takeover, and resolves `draining` once the kernel has it: what is under way has not ended then. */
function beginning(world: AgentWorld) {
  const over = takeOver(world);
  const draining = expect.poll(async () => (await screenOf(world))?.control).toBe('draining');
  return { over, draining };
}

async function approved({ world, task }: Racing) {
  const asked = await world.askToPublish(`publish-${task}`, 'Hello', `todo-${task}`);
  await world.decide(asked.gate_id);
  return { ...asked, press: () => world.send(asked.intent, { key: `publish-${task}` }) };
}

/** An approved publication in which a takeover begins at one moment; it is the person's only when that is over. */
async function takenDuring(
  racing: Racing,
  arrange: (begin: () => Promise<void>) => void,
): Promise<{ readonly answer: string; readonly gate: string }> {
  const { world } = racing;
  const { gate_id, press } = await approved(racing);
  let over: Promise<Settled<ScreenTakeover>> | null = null;
  arrange(async () => {
    if (over !== null) return;
    const begun = beginning(world);
    over = begun.over;
    await begun.draining;
  });
  const answer = word(await press());
  if (over === null) throw new Error('the takeover was never begun');
  const screen = taken(await over);
  expect(await screenOf(world)).toMatchObject({ control: 'human' });
  await screen.handBack();
  expect(['performed', 'approval.superseded', 'screen.control']).toContain(word(await press()));
  const { status, closed_for } = await world.gate(gate_id);
  return { answer, gate: closed_for ?? status };
}

/** What is tried at the moment of a takeover. On every store and with every provider it comes to the same. */
export const races: readonly Race[] = [
  {
    meanwhile: 'an action is under way',
    inEngine: true,
    comesTo: 'it ends first, and the next one is refused',
    play: async ({ world, task }) => {
      const before = world.site.writes.length;
      await world.begin(`todo-${task}`);
      await world.observe();
      const [save, next] = [world.click('Save draft'), world.click('Delete')];
      world.site.delay = 200;
      const acting = world.send(save);
      await expect.poll(() => world.site.writes.length).toBe(before + 1);
      const taking = takeOver(world);
      expect(await acting).toMatchObject({ kind: 'performed' });
      world.site.delay = 0;
      const screen = taken(await taking);
      expect(await world.send(next)).toMatchObject({ kind: 'refused', rule: 'attempt.none' });
      await screen.handBack();
      expect(world.site.writes.length).toBe(before + 1);
    },
  },
  {
    meanwhile: 'a press is about to be committed',
    comesTo: 'it is not committed, nothing is sent, and the approval is over',
    play: async (racing) => {
      const came = await takenDuring(racing, (begin) => {
        racing.world.beforeCommand = async (kind) => {
          if (kind === 'commit-attempt') await begin();
        };
      });
      expect(came).toEqual({ answer: 'screen.stale-control', gate: 'superseded' });
      expect(racing.published()).toBe(0);
    },
  },
  {
    meanwhile: 'a press is committed and not yet made',
    inEngine: true,
    comesTo: 'it is made once, and then the Screen is the person’s',
    play: async (racing) => {
      const came = await takenDuring(racing, (begin) => {
        racing.world.rehearsal = async (moment) => {
          if (moment === 'before-press') await begin();
        };
      });
      expect(came).toEqual({ answer: 'performed', gate: 'consumed' });
      expect(racing.published()).toBe(1);
    },
  },
  {
    meanwhile: 'a press is made and not yet reported',
    inEngine: true,
    comesTo: 'it is reported, and then the Screen is the person’s',
    play: async (racing) => {
      const came = await takenDuring(racing, (begin) => {
        racing.world.rehearsal = async (moment) => {
          if (moment === 'after-press') await begin();
        };
      });
      expect(came).toEqual({ answer: 'performed', gate: 'consumed' });
      expect(racing.published()).toBe(1);
    },
  },
  {
    meanwhile: 'an approved action is sent',
    inEngine: true,
    comesTo: 'whoever is first: pressed once or not at all, and the answer says which',
    play: async (racing) => {
      const { world, published } = racing;
      const { press } = await approved(racing);
      const [answer, over] = await Promise.all([press(), takeOver(world)]);
      await taken(over).handBack();
      expect(published()).toBe(answer.kind === 'performed' ? 1 : 0);
      const again = word(await press());
      expect(again).toBe(answer.kind === 'performed' ? 'performed' : 'approval.superseded');
      expect(published()).toBe(answer.kind === 'performed' ? 1 : 0);
    },
  },
  {
    meanwhile: 'a person decides what was asked before',
    comesTo: 'nothing is pressed in their hands, and nothing after them',
    play: async ({ world, task, published }) => {
      const asked = await world.askToPublish(`publish-${task}`, 'Hello', `todo-${task}`);
      const [over] = await Promise.all([takeOver(world), world.decide(asked.gate_id)]);
      const press = () => world.send(asked.intent, { key: `publish-${task}` });
      expect(word(await press())).toBe('screen.control');
      const [, answer] = await Promise.all([taken(over).handBack(), press()]);
      expect(['screen.control', 'approval.superseded']).toContain(word(answer));
      expect(word(await press())).toBe('approval.superseded');
      expect(published()).toBe(0);
    },
  },
  {
    meanwhile: 'another person wants it',
    comesTo: 'one of them has it',
    play: async ({ world }) => {
      const answers = await Promise.all([takeOver(world), takeOver(world, { person: another })]);
      expect(answers.map(({ kind }) => kind).toSorted()).toEqual(['refused', 'settled']);
      for (const each of answers) if (each.kind === 'settled') await each.value.handBack();
    },
  },
  {
    meanwhile: 'it is wanted of a process that does not hold it',
    comesTo: 'the one that holds it gives it, the other refuses',
    play: async ({ world }) => {
      const stranger = await world.newHost();
      const [own, other] = await Promise.all([takeOver(world), takeOver(world, { host: stranger })]);
      expect(other).toMatchObject({ kind: 'refused', rule: 'computer.not-holder' });
      await taken(own).handBack();
    },
  },
  {
    meanwhile: 'an attempt begins',
    comesTo: 'it is refused or ended, and nobody acts beside the person',
    play: async ({ world, task }) => {
      const todo_id = `todo-${task}`;
      const [begun, over] = await Promise.all([
        world.host.begin({ session_id: world.session_id, todo_id }),
        takeOver(world),
      ]);
      const screen = taken(over);
      if (begun.kind === 'refused') expect(begun.rule).toBe('screen.control');
      const running = await world.kernel.attempts(workspace, { todo_id, states: ['admitted', 'running'] });
      expect(running).toEqual([]);
      await screen.handBack();
    },
  },
  {
    meanwhile: 'it is handed back twice at once',
    comesTo: 'it is given back once',
    play: async ({ world }) => {
      const screen = taken(await takeOver(world));
      const epoch = (await screenOf(world))?.control_epoch ?? 0;
      const both = await Promise.all([screen.handBack(), screen.handBack()]);
      expect(both).toMatchObject([{ kind: 'settled' }, { kind: 'settled' }]);
      expect(await screenOf(world)).toMatchObject({ control: 'agent', control_epoch: epoch + 1 });
    },
  },
  {
    meanwhile: 'its Computer is released',
    inEngine: true,
    comesTo: 'nobody has anything of it any more',
    play: async ({ world }) => {
      const [over] = await Promise.all([takeOver(world), world.host.release(world.computer_id)]);
      if (over.kind === 'settled') {
        const opened = over.value.open(people.editor);
        if (opened.kind === 'settled') expect(await opened.value.location()).toBeNull();
        await over.value.handBack();
      }
      expect(await world.kernel.computer(workspace, world.computer_id)).toMatchObject({
        lifecycle: 'sleeping',
      });
      expect(await screenOf(world)).toMatchObject({ attachment: 'detached' });
      await world.wake();
      expect(await screenOf(world)).toMatchObject({ control: 'agent', attachment: 'attached' });
    },
  },
];

/** Plays one race in a world in which nothing is under way, and leaves it like that. */
export async function playRace(world: AgentWorld, race: Race, task: string): Promise<void> {
  await world.newTask(task);
  const before = world.published();
  try {
    await race.play({ world, task, published: () => world.published() - before });
  } finally {
    world.beforeCommand = async () => undefined;
    world.rehearsal = async () => undefined;
    world.site.delay = 0;
  }
  if ((await screenOf(world))?.readback_due !== true) return;
  // What the person has left is read, so that the next one may write.
  await world.newTask(`look-${task}`, 'inspect_screen');
  await world.begin(`todo-look-${task}`);
  await world.observe();
  await world.host.end(world.session_id);
}
