import { z } from 'zod';

/** The kinds of id that the kernel issues; the kind is the id's prefix. */
export const issuedIdKinds = [
  'attempt',
  'gate',
  'permit',
  'session',
  'key',
  'computer',
  'profile',
  'screen',
  'observation',
  'usage',
  'store',
  'move',
] as const;

export type IssuedIdKind = (typeof issuedIdKinds)[number];

/** The body of an issued id: 26 characters of Crockford base 32 in lower case (a ULID's alphabet). */
export const issuedIdBody = /^[0-9a-hjkmnp-tv-z]{26}$/;

/** The grammar of one kind of issued id, for example `gate_01j9…`. */
export function issuedId(kind: IssuedIdKind) {
  return z.string().regex(new RegExp(`^${kind}_[0-9a-hjkmnp-tv-z]{26}$`));
}

/** The port through which every id is made; nothing else in cux makes one. */
export interface Ids {
  /** A fresh id of this kind; never returns the same value twice in the life of a store. */
  next(kind: IssuedIdKind): string;
}
