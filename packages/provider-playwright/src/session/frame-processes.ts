import { hasChildren, type ProtocolChannel } from './protocol-channel.ts';

/** One process below another one: what it is spoken to by, and those below itself. */
interface Child {
  readonly channel: ProtocolChannel;
  readonly below: FrameProcesses;
}

/**
 * The processes that frames of other sites live in, as the browser attaches and detaches them. A browser tells of the end of
 * one only once, so it ends those below it as well.
 */
export class FrameProcesses {
  readonly #children = new Map<string, Child>();
  readonly #joined: (channel: ProtocolChannel, below: FrameProcesses) => Promise<unknown>;
  readonly #left: (channel: ProtocolChannel) => void;

  constructor(
    joined: (channel: ProtocolChannel, below: FrameProcesses) => Promise<unknown>,
    left: (channel: ProtocolChannel) => void,
  ) {
    this.#joined = joined;
    this.#left = left;
  }

  /** Without a way to speak to them they are left alone, and run as if nobody had asked. */
  async follow(parent: ProtocolChannel): Promise<void> {
    if (!hasChildren(parent)) {
      return;
    }
    parent.on('Target.attachedToTarget', ({ sessionId }) => {
      const channel = parent.createChildSession(sessionId);
      const below = new FrameProcesses(this.#joined, this.#left);
      this.#children.set(sessionId, { channel, below });
      this.#joined(channel, below).catch(() => undefined);
    });
    parent.on('Target.detachedFromTarget', ({ sessionId }) => {
      const child = this.#children.get(sessionId);
      if (child !== undefined) {
        this.#children.delete(sessionId);
        parent.disposeChildSession(sessionId);
        child.below.#end(child.channel);
      }
    });
    await parent.send('Target.setAutoAttach', {
      autoAttach: true,
      waitForDebuggerOnStart: true,
      flatten: true,
      filter: [{ type: 'iframe', exclude: false }],
    });
  }

  #end(channel: ProtocolChannel): void {
    this.#left(channel);
    for (const [sessionId, child] of this.#children) {
      if (hasChildren(channel)) {
        channel.disposeChildSession(sessionId);
      }
      child.below.#end(child.channel);
    }
    this.#children.clear();
  }
}
