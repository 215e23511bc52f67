import type { ProtocolChannel } from './protocol-channel.ts';

type FrameEntry = Awaited<ReturnType<typeof readTree>>;

async function readTree(channel: ProtocolChannel) {
  return (await channel.send('Page.getFrameTree')).frameTree;
}

/** Which frame of a page hangs in which other, whatever process it lives in. */
export class FrameTree {
  readonly #parents = new Map<string, string>();

  /** Follows the frames of one process, and learns those that are there already. Answers the outermost one. */
  async follow(channel: ProtocolChannel): Promise<string> {
    channel.on('Page.frameAttached', ({ frameId, parentFrameId }) =>
      this.#parents.set(frameId, parentFrameId),
    );
    channel.on('Page.frameDetached', ({ frameId, reason }) => {
      // One that was swapped lives on in another process.
      if (reason === 'remove') {
        this.#parents.delete(frameId);
      }
    });
    const tree = await readTree(channel);
    this.#learn(tree);
    return tree.frame.id;
  }

  parentOf(frameId: string): string | null {
    return this.#parents.get(frameId) ?? null;
  }

  #learn({ frame, childFrames }: FrameEntry): void {
    if (frame.parentId !== undefined) {
      this.#parents.set(frame.id, frame.parentId);
    }
    for (const child of childFrames ?? []) {
      this.#learn(child);
    }
  }
}
