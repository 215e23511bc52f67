import { type JsonLimits, type JsonReading, readStrictJson } from '@cux/contracts';

/** Reads a record that stands as a text in a line. Encoding it would hide half a character, so that is looked for first. */
export function readText(text: string, limits?: JsonLimits): JsonReading {
  if (!/\p{Surrogate}/u.test(text)) return readStrictJson(new TextEncoder().encode(text), limits);
  return {
    ok: false,
    findings: [
      {
        rule: 'parse.lone-surrogate',
        path: '',
        message: 'Text must not hold a surrogate without its other half.',
      },
    ],
  };
}
