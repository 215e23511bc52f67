import type { Effect } from '../oracle/facts.ts';
import type { World } from './world.ts';

/** The longest a request is on its way, in milliseconds: less than the quiet time, which is what that is for. */
const longestWay = 9_000;

/** The site: it publishes whatever arrives, and counts it. It knows nothing of approvals. */
export class Site {
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  /**
   * A write leaves a host. It arrives at once, later or never; what happens on its way is nobody's to take back.
   * Answers whether the host hears that it arrived.
   */
  send(effect: Effect): boolean {
    const { faults, scheduler, nature, plants } = this.#world;
    if (this.#world.goesWrong(0.06)) {
      faults.add('request to the site lost', effect.attempt_id);
      return false;
    }
    if (this.#world.goesWrong(0.25)) {
      faults.add('request to the site late', effect.attempt_id);
      const way = this.#world.chance.below(longestWay);
      void scheduler.turn(nature, 'a late request arrives', way).then(() => this.#arrive(effect));
      return false;
    }
    this.#arrive(effect);
    if (plants.siteTwice === true) this.#arrive(effect);
    if (this.#world.goesWrong(0.08)) {
      faults.add('response of the site lost', effect.attempt_id);
      return false;
    }
    return true;
  }

  #arrive(effect: Effect): void {
    this.#world.trace(`  the site publishes ${effect.record_id} (${effect.attempt_id})`);
    this.#world.judge.arrived(effect);
  }

  /** What somebody sees who looks at the site now. */
  has(attemptId: string): boolean {
    return this.#world.judge.effects.some((effect) => effect.attempt_id === attemptId);
  }
}
