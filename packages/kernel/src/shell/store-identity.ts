import type { Store } from '../ports/store.ts';

/** The identity of a store, asked for once, and anew when the store may have become another one. */
export class StoreIdentity {
  readonly #store: Pick<Store, 'identity' | 'incarnation'>;
  #known: { readonly incarnation: number; readonly id: string } | null = null;

  constructor(store: Pick<Store, 'identity' | 'incarnation'>) {
    this.#store = store;
  }

  /** At once where nobody has to be asked. */
  read(): string | Promise<string> {
    const incarnation = this.#store.incarnation?.() ?? 0;
    return this.#known?.incarnation === incarnation ? this.#known.id : this.#ask(incarnation);
  }

  async #ask(incarnation: number): Promise<string> {
    const id = await this.#store.identity();
    this.#known = { incarnation, id };
    return id;
  }
}
