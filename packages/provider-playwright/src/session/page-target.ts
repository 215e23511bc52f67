import type { CDPSession, Dialog, Page } from 'playwright-core';
import { FrameTree } from './frame-tree.ts';
import { setUpPage } from './isolated-world.ts';
import { directChannel, type ProtocolChannel } from './protocol-channel.ts';
import { Tickets } from './tickets.ts';

/** One document of the page, as the isolated world in it. */
export interface DocumentWorld {
  readonly frameId: string;
  readonly uniqueContextId: string;
  /** The number of this world on its channel. */
  readonly contextId: number;
  /** The document's own origin; `null` where it shares one with nobody. */
  readonly origin: string;
  /** Where it is asked: the page's own channel, or that of the process which a frame of another site lives in. */
  readonly channel: ProtocolChannel;
  /** Rises with every document of this target. */
  readonly generation: number;
}

/** What ended a wait that has nothing to do with its answer. */
export type Interrupted = 'dialog' | 'closed' | 'timeout';

export type Answer<Value> =
  | { readonly kind: 'value'; readonly value: Value }
  /** The document that was asked is no longer there. */
  | { readonly kind: 'gone' }
  | { readonly kind: Interrupted };

/** One page with its channel, its documents, and the native dialog that holds it, if any. */
export class PageTarget {
  readonly label: string;
  readonly page: Page;
  readonly channel: ProtocolChannel;
  /** What is told in the order in which Playwright tells its own: documents come and go with the page's address. */
  readonly events: Pick<ProtocolChannel, 'on'>;
  readonly worlds = new Map<string, DocumentWorld>();
  readonly frames = new FrameTree();
  readonly tickets = new Tickets();
  mainFrameId = '';
  dialog: Dialog | null = null;
  closed = false;
  /** A person holds the screen: documents that open meanwhile let their pointer pass too. */
  human = false;
  /** The end of what keys on an element were let do. */
  keysEnding: Promise<unknown> = Promise.resolve();
  private generation = 0;
  private readonly interruptions = new Set<(reason: 'dialog' | 'closed') => void>();

  private constructor(label: string, page: Page, session: CDPSession) {
    this.label = label;
    this.page = page;
    this.channel = directChannel(session);
    this.events = session;
  }

  static async attach(label: string, page: Page, script: string, human = false): Promise<PageTarget> {
    const target = new PageTarget(label, page, await page.context().newCDPSession(page));
    target.human = human;
    page.on('close', () => target.end());
    page.on('crash', () => target.end());
    // Somebody listens, so the chooser stays unanswered instead of opening a window.
    page.on('filechooser', () => undefined);
    await setUpPage(target, script);
    return target;
  }

  addWorld(world: Omit<DocumentWorld, 'generation'>): void {
    this.generation += 1;
    this.worlds.set(world.frameId, { ...world, generation: this.generation });
  }

  dropWorlds(are: (world: DocumentWorld) => boolean): void {
    for (const [frameId, world] of this.worlds) {
      if (are(world)) {
        this.worlds.delete(frameId);
      }
    }
  }

  get mainWorld(): DocumentWorld | null {
    return this.worlds.get(this.mainFrameId) ?? null;
  }

  /** A native dialog holds the page: nothing in it runs until it is answered, and it is not answered here. */
  hold(dialog: Dialog): void {
    this.dialog = dialog;
    this.interrupt('dialog');
  }

  end(): void {
    this.closed = true;
    this.interrupt('closed');
  }

  private interrupt(reason: 'dialog' | 'closed'): void {
    for (const interrupted of this.interruptions) {
      interrupted(reason);
    }
  }

  /** Waits for `work`, but not past a dialog, the end of the target, or the time; null leaves the time to the caller. */
  async guarded<Value>(work: Promise<Value>, timeoutMs: number | null): Promise<Answer<Value>> {
    if (this.closed || this.dialog !== null) {
      work.catch(() => undefined);
      return { kind: this.closed ? 'closed' : 'dialog' };
    }
    return new Promise((resolve) => {
      const settle = (answer: Answer<Value>) => {
        clearTimeout(timer);
        this.interruptions.delete(interrupted);
        resolve(answer);
      };
      const interrupted = (reason: 'dialog' | 'closed') => settle({ kind: reason });
      const timer = timeoutMs === null ? undefined : setTimeout(() => settle({ kind: 'timeout' }), timeoutMs);
      this.interruptions.add(interrupted);
      work.then(
        (value) => settle({ kind: 'value', value }),
        () => settle({ kind: this.closed ? 'closed' : 'gone' }),
      );
    });
  }
}

/** Whether the page has a frame without our agent: one that is just coming, or that this engine cannot reach. */
export function hasUnreadFrames({ page, worlds }: PageTarget): boolean {
  return page.frames().length > worlds.size;
}
