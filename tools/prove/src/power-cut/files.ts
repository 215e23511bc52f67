import type { Chance } from '../random/seeded.ts';
import type { FileCall } from './trace.ts';

/** What disks write at once: a write may be torn between two of these. */
const sector = 512;

interface FileState {
  /** What is on the disk for sure: the content at the last sync. Null: there is no such file. */
  synced: Buffer | null;
  /** What a reader sees. */
  current: Buffer | null;
  /** What came since the last sync, in order. */
  pending: FileCall[];
}

/** What a power cut leaves of the calls that no sync has covered. */
export type Loss =
  /** None of them reached the disk. */
  | 'all'
  /** Any of them may have, each for itself, and a write may be torn. */
  | 'some';

/**
 * Files as a power cut leaves them: a model of what a disk has promised. What was synced is there. A file that was made
 * counts as there once it was synced; a removal stands at once.
 */
export class Files {
  readonly #files = new Map<string, FileState>();

  carryOut(call: FileCall): void {
    const file = this.#files.get(call.name) ?? { synced: null, current: null, pending: [] };
    this.#files.set(call.name, file);
    if (call.kind === 'remove') this.#files.delete(call.name);
    else if (call.kind === 'sync') {
      file.synced = file.current;
      file.pending = [];
    } else {
      file.current = applied(file.current, call, call.data.length);
      file.pending.push(call);
    }
  }

  /** What is found after a power cut now. */
  afterPowerCut(loss: Loss, chance: Chance): ReadonlyMap<string, Buffer> {
    const found = new Map<string, Buffer>();
    for (const [name, { synced, pending }] of this.#files) {
      let content = synced;
      for (const call of loss === 'some' ? pending : []) {
        if (chance.happens(0.5)) continue;
        const whole = chance.happens(0.7);
        const sectors = Math.floor(call.data.length / sector);
        content = applied(content, call, whole ? call.data.length : chance.below(sectors + 1) * sector);
      }
      if (content !== null) found.set(name, content);
    }
    return found;
  }
}

/** @param length how much of the data arrives */
function applied(content: Buffer | null, { kind, offset, data }: FileCall, length: number): Buffer {
  const before = content ?? Buffer.alloc(0);
  if (kind === 'truncate') {
    const cut = Buffer.alloc(offset);
    before.copy(cut, 0, 0, Math.min(offset, before.length));
    return cut;
  }
  const after = Buffer.alloc(Math.max(before.length, offset + length));
  before.copy(after);
  data.copy(after, offset, 0, length);
  return after;
}
