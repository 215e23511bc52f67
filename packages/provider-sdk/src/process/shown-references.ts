import type { ElementRef, Lookup } from '../surface/surface.ts';

const line = /^\s*(\S+) ("(?:[^"\\]|\\.)*") \[ref=([^\]\s]+)\]$/;

/** References that are remembered at most; then only those of the latest observation are. */
const kept = 50_000;

/**
 * What a provider's observations have shown, so that a reference can be looked up without asking the provider. Whether
 * it still means that element is the provider's to say when it acts on it.
 */
export class ShownReferences {
  readonly #elements = new Map<string, ElementRef>();

  remember(tree: string): void {
    if (this.#elements.size > kept) this.#elements.clear();
    for (const each of tree.split('\n')) {
      const [, role, quoted, ref] = line.exec(each) ?? [];
      if (role !== undefined && quoted !== undefined && ref !== undefined) {
        this.#elements.set(ref, { ref, role, name: quoted.slice(1, -1) });
      }
    }
  }

  lookUp(ref: string): Lookup {
    const element = this.#elements.get(ref);
    return element === undefined ? { kind: 'unknown' } : { kind: 'found', element };
  }
}
