import type { Digest } from '@cux/contracts';

/** One field of a query or a body, in the form that predicates look at. */
export interface ReadField {
  /** The name as sent; in JSON a JSON Pointer (RFC 6901). */
  readonly name: string;
  readonly kind: 'string' | 'number' | 'boolean' | 'null' | 'object' | 'array' | 'file';
  /** Null for an object, an array, a file and JSON's null. */
  readonly value: string | number | boolean | null;
  /** What a field of kind `file` holds. */
  readonly file?: { readonly name: string; readonly digest: Digest };
}

/** Field names that some servers take for one: case folded, look-alike letters of Unicode made equal. */
export function foldedPointer(pointer: string): string {
  return pointer.normalize('NFKC').toLowerCase();
}
