import type { Finding } from '../judge/finding.ts';
import type { ParseRule } from './decode.ts';
import { planLimits } from './limits.ts';
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

/** Values of all kinds together. */
const maximumNodes = 200_000;
const maximumDepth = 64;

/** Thrown by the copy, to leave it; caught in `tryWireBytes`. */
class CopyStop extends Error {
  readonly rule: ParseRule;

  constructor(rule: ParseRule) {
    super(rule);
    this.rule = rule;
  }
}

/** What a value may be as text, and what a member without a value is. */
export interface WireOptions {
  /** In bytes of UTF-8; as much as a plan when left out. */
  readonly maximumBytes?: number;
  /** Keys of all objects together; as many as values when left out. */
  readonly maximumKeys?: number;
  /** Members whose value is `undefined` are left out, as `JSON.stringify` does; else they are refused. */
  readonly omitsUndefined?: boolean;
}

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
 * getter or a `toJSON`; what is judged afterwards is the copy. The walk ends as soon as the value cannot be within its
 * size or its number of keys any more. Never throws.
 */
export function tryWireBytes(value: unknown, options: WireOptions = {}): WireBytes {
  try {
    const copy = new PlainCopy(options).copy(value, 0);
    // A proxy cannot be told from an object by looking; the structured clone algorithm refuses it.
    structuredClone(value);
    return { ok: true, bytes: new TextEncoder().encode(JSON.stringify(copy)) };
  } catch (error) {
    const rule = error instanceof CopyStop ? error.rule : 'parse.not-plain-data';
    return { ok: false, findings: [parseFinding(rule, [])] };
  }
}

class PlainCopy {
  readonly #ancestors = new Set<object>();
  readonly #omitsUndefined: boolean;
  #nodes: number;
  #keys: number;
  #characters: number;

  constructor({ maximumBytes = planLimits.maximumBytes, maximumKeys, omitsUndefined = false }: WireOptions) {
    this.#omitsUndefined = omitsUndefined;
    this.#keys = maximumKeys ?? maximumNodes;
    // A value takes at least a byte too.
    this.#nodes = Math.min(maximumNodes, maximumBytes);
    this.#characters = maximumBytes;
  }

  copy(value: unknown, depth: number): unknown {
    this.#spendNodes(1);
    if (depth > maximumDepth) throw new CopyStop('parse.too-deep');
    if (typeof value === 'string') return this.#text(value);
    if (value === null || typeof value === 'boolean') return value;
    if (Object.is(value, -0)) throw new CopyStop('parse.negative-zero');
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    if (typeof value !== 'object' || this.#ancestors.has(value)) throw new CopyStop('parse.not-plain-data');
    this.#ancestors.add(value);
    const copied = Array.isArray(value) ? this.#array(value, depth) : this.#object(value, depth);
    this.#ancestors.delete(value);
    return copied;
  }

  /** A character is at least one byte, so a text can be refused by its length alone. */
  #text(text: string): string {
    this.#characters -= text.length;
    if (this.#characters < 0) throw new CopyStop('parse.too-large');
    return text;
  }

  #spendNodes(count: number): void {
    this.#nodes -= count;
    if (this.#nodes < 0) throw new CopyStop('parse.too-large');
  }

  #array(value: readonly unknown[], depth: number): unknown[] {
    if (Object.getPrototypeOf(value) !== Array.prototype) throw new CopyStop('parse.not-plain-data');
    if (value.length > this.#nodes) throw new CopyStop('parse.too-large');
    const keys = ownKeys(value, this.#nodes + 1);
    const entries = dataProperties(value, keys).filter(([key]) => key !== 'length');
    if (entries.length !== value.length) throw new CopyStop('parse.not-plain-data');
    return entries.map(([, item]) => this.copy(item, depth + 1));
  }

  #object(value: object, depth: number): Record<string, unknown> {
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype !== Object.prototype && prototype !== null) throw new CopyStop('parse.not-plain-data');
    const copied: Record<string, unknown> = Object.create(null);
    const keys = ownKeys(value, this.#nodes);
    this.#keys -= keys.length;
    if (this.#keys < 0) throw new CopyStop('parse.too-many-keys');
    for (const [key, item] of dataProperties(value, keys)) {
      if (item === undefined && this.#omitsUndefined) continue;
      copied[this.#text(key)] = this.copy(item, depth + 1);
    }
    return copied;
  }
}

function ownKeys(value: object, maximum: number): readonly PropertyKey[] {
  const keys = Reflect.ownKeys(value);
  if (keys.length > maximum) throw new CopyStop('parse.too-large');
  return keys;
}

function dataProperties(
  value: object,
  keys: readonly PropertyKey[],
): readonly (readonly [string, unknown])[] {
  return keys.map((key) => {
    const property = Object.getOwnPropertyDescriptor(value, key);
    if (typeof key !== 'string' || property === undefined || !('value' in property)) {
      throw new CopyStop('parse.not-plain-data');
    }
    if (!property.enumerable && key !== 'length') throw new CopyStop('parse.not-plain-data');
    return [key, property.value] as const;
  });
}
