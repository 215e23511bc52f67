import { describe, expect, it } from 'vitest';
import { evasions } from './corpus/evasions.ts';
import { isCaught } from './corpus/recall.ts';
import { tuningKinds, tuningSamples } from './corpus/tuning.ts';

const backwards = evasions.find(({ name }) => name === 'backwards');
if (backwards === undefined) throw new Error('the corpus turns texts around');

/**
 * What of the tuning set passes when it is written backwards: what is known by its form alone, not by a word or a
 * beginning. A number is left out on purpose: every tenth honest one has check digits when it is turned around.
 */
const passing = [
  'authorization: bare basic',
  'named secret: crypt hash',
  'named secret: master key',
  'named secret: wallet import key',
  'named secret: wallet import key, compressed',
  'number: amex',
  'number: belgian account',
  'number: iban',
  'number: iban in groups',
  'number: mastercard in groups',
  'number: swiss account',
  'number: visa',
  'password: pin',
  'private key: private jwk',
  'raw evidence: deflate',
  'raw evidence: html fragment',
  'raw evidence: list items',
  'token: airtable token',
  'token: facebook',
  'token: telegram bot',
  'token: twilio key',
  'token: twitter bearer',
];

describe('a secret written backwards', () => {
  const caught = new Map<string, number>();
  const named = ({ family, name }: (typeof tuningKinds)[number]) => `${family}: ${name}`;
  const samples = tuningSamples(3);
  for (const { kind, text } of samples) {
    const found = Number(isCaught(backwards.hide(text)));
    caught.set(named(kind), (caught.get(named(kind)) ?? 0) + found);
  }

  it('is caught, each sample of it, but for the kinds that are listed here', () => {
    const missed = [...caught].filter(([, times]) => times < 3).map(([kind]) => kind);
    expect(caught.size).toBe(tuningKinds.length);
    expect(missed.sort()).toEqual(passing);
  });

  it('is caught as it stands, also of the kinds that pass backwards', () => {
    const plain = samples.filter(({ kind }) => passing.includes(named(kind)));
    expect(plain.filter(({ text }) => !isCaught(text)).map(({ kind }) => named(kind))).toEqual([]);
  });
});
