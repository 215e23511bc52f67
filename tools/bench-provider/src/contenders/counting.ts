import type { Store } from '@cux/kernel';
import { chromium } from 'playwright-core';

/** Messages to the browser, and how often it had to be waited for: messages that are on their way together count once. */
export interface Counted {
  readonly messages: number;
  readonly trips: number;
}

interface Channel {
  send(method: string, parameters?: object): Promise<unknown>;
}

/** Playwright's own end of the pipe: whatever is sent goes through it. */
interface ServerSide {
  readonly _connection: { toImpl(session: ServerSide): { readonly _session: Channel } };
}

/** Counts what every protocol channel of this process sends. */
export class ProtocolCounter {
  #messages = 0;
  #trips = 0;
  #pending = 0;

  /** Channels share one prototype behind Playwright's client, which a browser is started for once. */
  static async install(executablePath: string): Promise<ProtocolCounter> {
    const counter = new ProtocolCounter();
    const browser = await chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 });
    const page = await browser.newPage();
    const session = (await page.context().newCDPSession(page)) as unknown as ServerSide;
    const prototype = Object.getPrototypeOf(session._connection.toImpl(session)._session) as Channel;
    await browser.close();
    const { send } = prototype;
    prototype.send = function counted(this: Channel, method: string, parameters?: object) {
      return counter.#follow(send.call(this, method, parameters));
    };
    return counter;
  }

  async #follow<Value>(answer: Promise<Value>): Promise<Value> {
    this.#messages += 1;
    this.#trips += this.#pending === 0 ? 1 : 0;
    this.#pending += 1;
    try {
      return await answer;
    } finally {
      this.#pending -= 1;
    }
  }

  /** What has been sent since the last call. */
  take(): Counted {
    const counted = { messages: this.#messages, trips: this.#trips };
    this.#messages = 0;
    this.#trips = 0;
    return counted;
  }
}

/** The same store, and how many transactions it has carried out. */
export function countingCommits(store: Store): { readonly counted: Store; readonly commits: () => number } {
  let commits = 0;
  const counted: Store = {
    ...store,
    commit: (batch) => {
      commits += 1;
      return store.commit(batch);
    },
  };
  return { counted, commits: () => commits };
}
