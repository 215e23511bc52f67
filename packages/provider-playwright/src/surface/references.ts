import type { ElementRef, Lookup } from '@cux/provider-sdk';
import type { Point } from '../injected/hit.ts';
import type { DocumentWorld, PageTarget } from '../session/page-target.ts';

export interface Reference {
  readonly target: PageTarget;
  readonly world: DocumentWorld;
  /** The element's number in that document's world. */
  readonly id: number;
}

/** Where a check has found an element, for the press that follows it. */
export interface Aim {
  readonly point: Point;
  /** The same in a frame's own document, where a document of another origin is around it; null everywhere else. */
  readonly inner: Point | null;
  /** The ticket that its document has given out for it. */
  readonly ticket: number;
  /** Whether the pointer has been sent there already. */
  readonly pointed: boolean;
  /** Until when it is good, by `performance.now()`. */
  readonly until: number;
}

/** What each reference that was given out means. A reference of a document that has gone means nothing. */
export class References {
  private readonly byRef = new Map<string, Reference>();
  private readonly byElement = new Map<string, string>();
  private readonly aims = new Map<string, Aim>();
  private readonly shown = new Map<string, ElementRef>();
  private counter = 0;

  /** The same element of the same document keeps its reference. */
  give(reference: Reference): string {
    const key = `${reference.target.label}/${reference.world.uniqueContextId}/${reference.id}`;
    const known = this.byElement.get(key);
    if (known !== undefined) {
      return known;
    }
    this.counter += 1;
    const ref = `e${this.counter}`;
    this.byElement.set(key, ref);
    this.byRef.set(ref, reference);
    return ref;
  }

  /** Gives a reference to what an observation shows with this role and name. */
  show(reference: Reference, role: string, name: string): string {
    const element = this.element(reference, role, name);
    this.shown.set(element.ref, element);
    return element.ref;
  }

  element(reference: Reference, role: string, name: string): ElementRef {
    const { origin } = reference.world;
    const isOwn = origin === reference.target.mainWorld?.origin;
    return { ref: this.give(reference), role, name, ...(isOwn ? {} : { origin }) };
  }

  /** What an observation showed under this reference. The page is not asked. */
  lookUp(ref: string): Lookup {
    const element = this.shown.get(ref);
    if (element === undefined) {
      return { kind: 'unknown' };
    }
    return this.find(ref) === null ? { kind: 'stale' } : { kind: 'found', element };
  }

  aimAt(ref: string, aim: Aim): void {
    this.aims.set(ref, aim);
  }

  /** What the latest check has found, once. */
  takeAim(ref: string): Aim | null {
    const aim = this.aims.get(ref) ?? null;
    this.aims.delete(ref);
    return aim;
  }

  /** Null when its document is no longer the one on the screen. */
  find(ref: string): Reference | null {
    const reference = this.byRef.get(ref);
    if (reference === undefined) {
      return null;
    }
    const current = reference.target.worlds.get(reference.world.frameId);
    return current?.uniqueContextId === reference.world.uniqueContextId ? reference : null;
  }
}
