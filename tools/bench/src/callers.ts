import { createKernel, type Kernel, randomIds, type Store, systemClock } from '@cux/kernel';
import { records, Story, stoppedClock } from '@cux/kernel/store-suite';

const workspace = 'newsdesk';

/** A kernel as a host runs it, over a store. */
export function kernelOver(store: Store): Kernel {
  return createKernel({
    store,
    clock: systemClock,
    ids: randomIds,
    capabilities: [{ capability_id: records.capability, outcome: 'Approved content is published once.' }],
  });
}

/** Some callers of one kernel and workspace, and how many commands of theirs were answered. */
export class Callers {
  readonly #kernel: Kernel;
  readonly #stories: readonly Story[];
  #answered = 0;
  #articles = 0;

  /** @param series makes the names of these callers differ from those of others over the same store */
  constructor(store: Store, kernel: Kernel, count: number, series: string) {
    this.#kernel = this.#counting(kernel);
    this.#stories = Array.from({ length: count }, (_, nth) => {
      const story = new Story(store, { kernel: this.#kernel, workspace, clock: stoppedClock(Date.now()) });
      const key = story.key.bind(story);
      return Object.assign(story, { key: () => `${series}-${nth}-${key()}` });
    });
    this.#series = series;
  }

  readonly #series: string;

  /**
   * Commands answered in a second, of all callers together, each of which sends its next when its last is answered. What
   * is still sent after the time is over, so that every article comes to its end, does not count. The time is over when
   * the milliseconds are and a command was answered: a rate of nothing compares with nothing.
   */
  async rate(milliseconds: number): Promise<number> {
    const begun = performance.now();
    const before = this.#answered;
    let rate = Number.NaN;
    let over = false;
    const timer = setInterval(() => {
      if (over || this.#answered === before) return;
      over = true;
      rate = ((this.#answered - before) * 1_000) / (performance.now() - begun);
    }, milliseconds);
    try {
      await Promise.all(this.#stories.map((story, nth) => this.#work(story, nth, () => !over)));
    } finally {
      clearInterval(timer);
    }
    return rate;
  }

  /** Sends about so many commands; answers how many they were. */
  async send(commands: number): Promise<number> {
    const before = this.#answered;
    const more = () => this.#answered - before < commands;
    await Promise.all(this.#stories.map((story, nth) => this.#work(story, nth, more)));
    return this.#answered - before;
  }

  /** Articles one after another: drafted, asked about, approved, committed, reported, settled. */
  async #work(story: Story, nth: number, more: () => boolean): Promise<void> {
    while (more()) {
      this.#articles += 1;
      const article = `${this.#series}-${nth}-${this.#articles}`;
      await story.begin(article, `goal-${this.#series}-${nth}`);
      await story.publish(article);
    }
  }

  #counting(kernel: Kernel): Kernel {
    const execute: Kernel['execute'] = async (kind, envelope, input) => {
      const answer = await kernel.execute(kind, envelope, input);
      this.#answered += 1;
      return answer;
    };
    return { ...kernel, execute };
  }
}
