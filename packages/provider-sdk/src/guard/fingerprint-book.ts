import type { WriteFingerprint } from '@cux/contracts';

const mostEntries = 200;

/** Where further kinds of blocked writes are counted when a page has made too many. */
const overflow: WriteFingerprint = {
  method: 'OTHER',
  origin: '{more}',
  path: '',
  body_kind: 'unknown',
  shape: [],
  rule: 'guard.no-rule',
  count: 1,
};

/** Fingerprints merged by everything but their count; at most 200 entries, whatever a page does. */
export class FingerprintBook {
  readonly #entries = new Map<string, WriteFingerprint>();

  add(fingerprint: WriteFingerprint): void {
    const { count: _count, ...identity } = fingerprint;
    const key = JSON.stringify(identity);
    const known = this.#entries.get(key);
    if (known !== undefined) this.#entries.set(key, { ...known, count: known.count + 1 });
    else if (this.#entries.size < mostEntries - 1) this.#entries.set(key, fingerprint);
    else this.#addOverflow();
  }

  #addOverflow(): void {
    const count = (this.#entries.get('overflow')?.count ?? 0) + 1;
    this.#entries.set('overflow', { ...overflow, count });
  }

  list(): WriteFingerprint[] {
    return [...this.#entries.values()];
  }
}
