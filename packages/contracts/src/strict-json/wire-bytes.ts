import type { Finding } from '../judge/finding.ts';
import { parseFinding } from './read-json.ts';

/** Bytes of an in-process value, or why it is not plain data. */
export type WireBytes =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly findings: readonly Finding[] };

/** Thrown by `toWireBytes` for a value that is not plain data: a fault of the code that built it. */
export class NotPlainDataError extends TypeError {
  readonly code = 'not-plain-data';

  static isInstance(error: unknown): error is NotPlainDataError {
    return error instanceof Error && (error as { code?: unknown }).code === 'not-plain-data';
  }
}

const maximumNodes = 200_000;
const maximumDepth = 64;

/**
 * Serialises one's own in-process value, once, so that it takes the same path as bytes from outside.
 *
 * @throws NotPlainDataError when the value is not plain data; use `tryWireBytes` for a stranger's value
 */
export function toWireBytes(value: unknown): Uint8Array {
  const wire = tryWireBytes(value);
  if (!wire.ok) throw new NotPlainDataError('the value is not plain data');
  return wire.bytes;
}

/**
 * Serialises a stranger's in-process value. It is read exactly once, property by property and without running a
 * getter or a `toJSON`; what is judged afterwards is the copy. Never throws.
 */
export function tryWireBytes(value: unknown): WireBytes {
  try {
    const copy = new PlainCopy().copy(value, 0);
    // A proxy cannot be told from an object by looking; the structured clone algorithm refuses it.
    structuredClone(value);
    return { ok: true, bytes: new TextEncoder().encode(JSON.stringify(copy)) };
  } catch {
    return { ok: false, findings: [parseFinding('parse.not-plain-data', [])] };
  }
}

class PlainCopy {
  readonly #ancestors = new Set<object>();
  #nodes = 0;

  copy(value: unknown, depth: number): unknown {
    this.#nodes += 1;
    if (this.#nodes > maximumNodes || depth > maximumDepth) throw new NotPlainDataError('too large');
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    if (typeof value !== 'object') throw new NotPlainDataError('not a JSON type');
    if (this.#ancestors.has(value)) throw new NotPlainDataError('a cycle');
    this.#ancestors.add(value);
    const copied = Array.isArray(value) ? this.#array(value, depth) : this.#object(value, depth);
    this.#ancestors.delete(value);
    return copied;
  }

  #array(value: readonly unknown[], depth: number): unknown[] {
    const entries = dataProperties(value).filter(([key]) => key !== 'length');
    if (Object.getPrototypeOf(value) !== Array.prototype || entries.length !== value.length) {
      throw new NotPlainDataError('not a plain array');
    }
    return entries.map(([, item]) => this.copy(item, depth + 1));
  }

  #object(value: object, depth: number): Record<string, unknown> {
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype !== Object.prototype && prototype !== null) throw new NotPlainDataError('a class instance');
    const copied: Record<string, unknown> = Object.create(null);
    for (const [key, item] of dataProperties(value)) copied[key] = this.copy(item, depth + 1);
    return copied;
  }
}

function dataProperties(value: object): readonly (readonly [string, unknown])[] {
  return Reflect.ownKeys(value).map((key) => {
    const property = Object.getOwnPropertyDescriptor(value, key);
    if (typeof key !== 'string' || property === undefined || !('value' in property)) {
      throw new NotPlainDataError('an accessor or a symbol');
    }
    if (!property.enumerable && key !== 'length') throw new NotPlainDataError('a hidden property');
    return [key, property.value] as const;
  });
}
