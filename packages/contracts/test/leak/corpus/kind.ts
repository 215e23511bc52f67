import type { Letters } from './random.ts';

/** What a secret is of; the rows of the recall table. */
export const secretFamilies = [
  'token',
  'signed token',
  'private key',
  'authorization',
  'cookie',
  'link',
  'connection',
  'second factor',
  'password',
  'named secret',
  'raw evidence',
  'number',
] as const;

export type SecretFamily = (typeof secretFamilies)[number];

/** A kind of secret and a way to make one. Nothing is a secret: each is made anew from random letters. */
export interface SecretKind {
  readonly family: SecretFamily;
  readonly name: string;
  readonly make: (letters: Letters) => string;
}

/** Kinds of one family, written as rows. */
export function kinds(
  family: SecretFamily,
  rows: readonly (readonly [name: string, make: (letters: Letters) => string])[],
): readonly SecretKind[] {
  return rows.map(([name, make]) => ({ family, name, make }));
}

/** A made secret. */
export interface Sample {
  readonly kind: SecretKind;
  readonly text: string;
}

/** Several samples of each kind, from a source that is the same in every run with its seed. */
export function samplesOf(all: readonly SecretKind[], letters: Letters, each: number): readonly Sample[] {
  return all.flatMap((kind) => Array.from({ length: each }, () => ({ kind, text: kind.make(letters) })));
}
