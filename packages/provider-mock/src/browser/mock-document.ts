import type { Fixture, FixtureModal, FixtureScreen } from '../fixture/fixture.ts';
import { type ElementState, loadElement } from './element-state.ts';

/** One loaded document: its elements, what lies over it, and the address it came from. */
export class MockDocument {
  readonly generation: number;
  readonly url: URL;
  /** Null for an address that the fixture does not know: an empty page. */
  readonly screen: FixtureScreen | null;
  /** What the first placeholder of the screen's path stands for. */
  readonly addressPart: string;
  readonly elements = new Map<string, ElementState>();
  readonly #modals: readonly FixtureModal[];
  readonly #open: string[] = [];

  constructor(
    fixture: Fixture,
    generation: number,
    url: URL,
    screen: { readonly screen: FixtureScreen; readonly addressPart: string } | null,
  ) {
    this.generation = generation;
    this.url = url;
    this.screen = screen?.screen ?? null;
    this.addressPart = screen?.addressPart ?? '';
    this.#modals = fixture.modals;
    for (const declared of this.screen?.elements ?? []) {
      this.elements.set(declared.id, loadElement(declared, null));
    }
  }

  /** Topmost last. */
  openModals(): readonly FixtureModal[] {
    return this.#open.flatMap((id) => this.#modals.find((modal) => modal.id === id) ?? []);
  }

  openModal(id: string): void {
    const modal = this.#modals.find((candidate) => candidate.id === id);
    if (modal === undefined || this.#open.includes(id)) return;
    this.#open.push(id);
    for (const declared of modal.elements) this.elements.set(declared.id, loadElement(declared, id));
  }

  closeModal(id: string): void {
    const index = this.#open.indexOf(id);
    if (index < 0) return;
    this.#open.splice(index, 1);
    for (const [key, element] of this.elements) if (element.modal === id) this.elements.delete(key);
  }

  /** Whether something lies over it: its own cover, or a modal above that is not a popover. */
  isCovered(element: ElementState): boolean {
    const above = this.openModals().slice(this.#open.indexOf(element.modal ?? '') + 1);
    return element.covered || above.some(({ presentation }) => presentation !== 'popover');
  }
}
