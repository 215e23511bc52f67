/** One element of one document. */
export interface Place {
  readonly generation: number;
  readonly id: string;
}

/** The references of a session: the same element of the same document keeps its own, and no two share one. */
export class References {
  readonly #byPlace = new Map<string, string>();
  readonly #places = new Map<string, Place>();

  give(place: Place): string {
    const key = `${place.generation}:${place.id}`;
    const known = this.#byPlace.get(key);
    if (known !== undefined) return known;
    const ref = `e${this.#places.size + 1}`;
    this.#byPlace.set(key, ref);
    this.#places.set(ref, place);
    return ref;
  }

  placeOf(ref: string): Place | null {
    return this.#places.get(ref) ?? null;
  }
}
