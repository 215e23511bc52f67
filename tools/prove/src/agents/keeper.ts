import type { CommandInput, CommandKind, CommandResult } from '@cux/kernel';
import { computers, people } from '@cux/kernel/store-suite';
import { changeOfTask } from '@cux/site-tasks';
import type { PlainComputer } from '../oracle/entities.ts';
import { newLife } from '../simulation/scheduler.ts';
import { sendCommand } from '../simulation/transport.ts';
import { Agent, type AgentPlace } from './agent.ts';
import type { AgentsWorld } from './agents-world.ts';
import { pageChanges } from './desk.ts';
import { engineId } from './engine.ts';
import { ask } from './host-process.ts';

const finished: readonly string[] = ['done', 'cancelled'];

/**
 * The operator of the agents' world: wakes Computers, puts them to sleep, archives one and makes another, gives out tasks. Beside that, what
 * changes by itself: pages and policies.
 */
export class Keeper {
  readonly #world: AgentsWorld;
  readonly #life = newLife('keeper');
  readonly #places: AgentPlace[];
  #count = 0;

  constructor(world: AgentsWorld, places: readonly AgentPlace[]) {
    this.#world = world;
    this.#places = [...places];
  }

  async live(): Promise<void> {
    for (;;) {
      const { scheduler, chance, healed } = this.#world;
      await scheduler.turn(this.#life, 'goes round', healed ? 1_000 : chance.below(4_000));
      await this.#oneThing();
    }
  }

  async #oneThing(): Promise<void> {
    const { chance, faults } = this.#world;
    const computer = chance.pick(
      this.#world.judge.mirror.all('computer').filter(({ lifecycle }) => lifecycle !== 'archived'),
    );
    if (computer === undefined) return;
    if (computer.lifecycle === 'sleeping') return this.#wake(computer);
    if (computer.lifecycle === 'archiving') return this.#release(computer);
    if (computer.lifecycle === 'awake' && this.#world.goesWrong(0.01)) {
      faults.add('Computer put to sleep', computer.computer_id);
      return this.#release(computer);
    }
    if (this.#world.goesWrong(0.004)) return this.#replace(computer);
    if (this.#world.goesWrong(0.05)) return this.#changePage(computer);
    if (this.#world.goesWrong(0.015)) {
      faults.add('policy changed');
      this.#world.changePolicy();
      return;
    }
    if (!this.#world.healed) await this.#giveWork(chance.pick(this.#places));
  }

  async #wake({ computer_id, revision }: PlainComputer): Promise<void> {
    const host = this.#world.livingProcess();
    if (host === undefined) return;
    const request = { computer_id, resource_version: revision, provider_id: engineId, stored_session: null };
    const woken = await ask(this.#world, host, { name: 'wake', computer_id }, () =>
      host.computers.wake(request),
    );
    this.#world.oracle.typedIn(computer_id, null);
    this.#world.trace(`  wake ${computer_id}: ${woken === null ? 'nobody answers' : woken.value.kind}`);
  }

  async #release({ computer_id }: PlainComputer): Promise<void> {
    const host = this.#world.holderOf(computer_id);
    if (host === undefined) return;
    await ask(this.#world, host, { name: 'release', computer_id }, () => host.computers.release(computer_id));
  }

  /** One is archived, and its agents get another one. */
  async #replace({ computer_id, revision, screen_id }: PlainComputer): Promise<void> {
    await this.#send('archive-computer', { computer_id, resource_version: revision });
    const made = await this.#send('put-profile', {
      profile_id: null,
      expected_latest: 0,
      terms: { ...computers.terms, sharing_scope: 'workspace' },
      activate: true,
    });
    const pair = made === null ? null : await this.#send('create-computer', { profile_id: made.profile_id });
    if (pair === null) return;
    for (const at of this.#places.filter((each) => each.screen_id === screen_id)) {
      const opened = await this.#send('open-session', { computer_id: pair.computer_id, agent: at.principal });
      if (opened !== null) this.admit({ ...at, ...pair, ...opened });
    }
  }

  /** An agent begins to live in a session. */
  admit(at: AgentPlace): void {
    if (!this.#places.includes(at)) this.#places.push(at);
    void new Agent(this.#world, at).live();
  }

  async #changePage({ computer_id }: PlainComputer): Promise<void> {
    const page = this.#world.pages.get(computer_id);
    const name = this.#world.chance.pick(pageChanges) ?? 'Rename';
    const host = this.#world.holderOf(computer_id);
    if (page === undefined || host === undefined) return;
    this.#world.faults.add('page changed', name);
    this.#world.oracle.typedIn(computer_id, null);
    await ask(this.#world, host, { name: 'the page', computer_id }, async () => {
      const found = await page.resolve({ role: 'button', name }).catch(() => null);
      if (found?.kind === 'found') await page.press(found.element, 1_000).catch(() => undefined);
    });
  }

  /** A task where an agent has none that is not over, and a look where a person has left something. */
  async #giveWork(at: AgentPlace | undefined): Promise<void> {
    if (at === undefined) return;
    const { mirror } = this.#world.judge;
    const mine = mirror
      .all('todo')
      .filter(({ record_id, state }) => record_id?.startsWith(at.task) === true && !finished.includes(state));
    const due = mirror.one('screen', at.screen_id)?.readback_due === true;
    const looks = mine.some(({ action_unit }) => action_unit === 'inspect_screen');
    if (due ? looks : mine.length >= 2) return;
    this.#count += 1;
    const record_id = `${at.task}-${due ? 'look' : 'more'}-${this.#count}`;
    const task = { site: 'desk', wanted: `Publish ${record_id}` };
    await this.#send('put-record', changeOfTask(record_id, task), people.author);
    await this.#send('create-todo', {
      goal_id: 'goal-1',
      todo_id: `todo-${record_id}`,
      capability: 'site-tasks',
      action_unit: due ? 'inspect_screen' : 'draft_until_review_gate',
      record_id,
    });
  }

  async #send<Kind extends CommandKind>(
    kind: Kind,
    input: CommandInput<Kind>,
    principal: (typeof people)[keyof typeof people] = people.operator,
  ): Promise<CommandResult<Kind> | null> {
    this.#count += 1;
    const answer = await sendCommand(this.#world, {
      life: this.#life,
      kind,
      principal,
      key: `keeper-${this.#count}`,
      input,
      kernel: () => this.#world.livingHost()?.kernel,
    });
    return answer?.kind === 'accepted' ? answer.result : null;
  }
}
