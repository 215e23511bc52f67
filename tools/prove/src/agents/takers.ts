import { people } from '@cux/kernel/store-suite';
import type { ScreenTakeover } from '@cux/runtime';
import { newLife } from '../simulation/scheduler.ts';
import type { AgentsWorld } from './agents-world.ts';
import { deskOrigin, personsRules } from './desk.ts';
import { ask, type HostProcess } from './host-process.ts';

/** People who take a Screen over, do something by hand, and give it back. */
export class Takers {
  readonly #world: AgentsWorld;
  readonly #life = newLife('takers');

  constructor(world: AgentsWorld) {
    this.#world = world;
  }

  async live(): Promise<void> {
    for (;;) {
      const { scheduler, chance } = this.#world;
      await scheduler.turn(this.#life, 'looks at the Screens', 10_000 + chance.below(60_000));
      await this.#takeOne();
    }
  }

  async #takeOne(): Promise<void> {
    const { chance, faults, judge, healed } = this.#world;
    // In the end only what a fault has left between agent and person is taken, and given back.
    const wanted = (screenId: string) => !healed || judge.mirror.one('screen', screenId)?.control !== 'agent';
    const computer = chance.pick(
      judge.mirror
        .all('computer')
        .filter(({ lifecycle, screen_id }) => lifecycle === 'awake' && wanted(screen_id)),
    );
    const host = this.#world.holderOf(computer?.computer_id ?? '');
    const screen = judge.mirror.one('screen', computer?.screen_id ?? '');
    if (computer === undefined || host === undefined || screen === null) return;
    const { computer_id, screen_id } = computer;
    faults.add('Screen taken over', computer_id);
    const taken = await this.#ask(host, computer_id, 'take over', () =>
      host.computers.takeOver({
        ...{ computer_id, screen_id, control_epoch: screen.control_epoch, person: people.owner },
        start_url: chance.happens(0.3) ? `${deskOrigin}/desk` : null,
        allowed_origins: [deskOrigin],
        human_rules: chance.happens(0.5) ? personsRules : [],
      }),
    );
    this.#world.oracle.typedIn(computer_id, null);
    this.#world.trace(`  take over ${computer_id}: ${taken === null ? 'nobody answers' : taken.kind}`);
    if (taken?.kind !== 'settled') return;
    await this.#byHand(host, computer_id, taken.value);
    await this.#handBack(host, computer_id, taken.value);
  }

  async #byHand(host: HostProcess, computer_id: string, taken: ScreenTakeover): Promise<void> {
    const opened = taken.open(people.owner);
    if (opened.kind === 'refused') return;
    const hands = opened.value;
    await this.#ask(host, computer_id, 'by hand', async () => {
      await hands.type({ role: 'textbox', name: 'Title' }, 'By hand').catch(() => undefined);
      await hands.press({ role: 'button', name: 'Publish' }).catch(() => undefined);
    });
    await this.#world.scheduler.turn(this.#life, 'has the Screen', this.#world.chance.below(15_000));
  }

  /** They press the button until somebody answers, or nobody is there any more. */
  async #handBack(host: HostProcess, computer_id: string, taken: ScreenTakeover): Promise<void> {
    for (let round = 0; round < 20 && !host.life.ended; round += 1) {
      const answer = await this.#ask(host, computer_id, 'hand back', () => taken.handBack());
      if (answer !== null) return;
      await this.#world.scheduler.turn(this.#life, 'hands back again', 1_000);
    }
  }

  async #ask<Value>(
    host: HostProcess,
    computer_id: string,
    name: string,
    work: () => Promise<Value>,
  ): Promise<Value | null> {
    return (await ask(this.#world, host, { name, computer_id }, work, this.#life))?.value ?? null;
  }
}
