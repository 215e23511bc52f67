/** How much of a name's width a task takes: one place among others, or all of them. */
export type Share = 'one' | 'all';

interface Waiting {
  readonly share: Share;
  readonly begin: () => void;
}

interface Name {
  running: number;
  alone: boolean;
  readonly waiting: Waiting[];
}

/**
 * Lets as many tasks of a name run at a time as the width says, in the order in which they came. One that asks for all
 * places runs alone, and whoever comes after it waits behind it, so nobody is passed over for ever.
 */
export class Turns {
  readonly #width: number;
  readonly #names = new Map<string, Name>();

  constructor(width: number) {
    this.#width = width;
  }

  async take<Value>(name: string, share: Share, task: () => Promise<Value>): Promise<Value> {
    await this.#enter(name, share);
    try {
      return await task();
    } finally {
      this.#leave(name, share);
    }
  }

  #enter(name: string, share: Share): Promise<void> {
    const own = this.#names.get(name) ?? { running: 0, alone: false, waiting: [] };
    this.#names.set(name, own);
    return new Promise((resolve) => {
      own.waiting.push({ share, begin: resolve });
      this.#admit(own);
    });
  }

  #leave(name: string, share: Share): void {
    const own = this.#names.get(name);
    if (own === undefined) return;
    own.running -= 1;
    if (share === 'all') own.alone = false;
    this.#admit(own);
    if (own.running === 0 && own.waiting.length === 0) this.#names.delete(name);
  }

  #admit(own: Name): void {
    for (let next = own.waiting[0]; next !== undefined; next = own.waiting[0]) {
      const free = next.share === 'all' ? own.running === 0 : !own.alone && own.running < this.#width;
      if (!free) return;
      own.waiting.shift();
      own.running += 1;
      own.alone = next.share === 'all';
      next.begin();
    }
  }
}
