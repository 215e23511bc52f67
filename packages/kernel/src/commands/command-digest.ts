import { type Digest, digestOf, digestOfBytes, isBytes } from '@cux/contracts';
import type { CommandKind } from './command.ts';

/**
 * What makes two commands the same one: kind and whole input, bytes included. Key order and the envelope are no part
 * of it; the key that it is compared under belongs to one workspace and principal already.
 * Throws a `TypeError` for an input that JSON cannot hold.
 */
export function commandDigest(kind: CommandKind, input: unknown): Digest {
  return digestOf('cux/command', { kind, input: withoutBytes(input) });
}

function withoutBytes(value: unknown): unknown {
  if (isBytes(value)) return { bytes: digestOfBytes(value) };
  if (Array.isArray(value)) return value.map(withoutBytes);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withoutBytes(each)]));
}
