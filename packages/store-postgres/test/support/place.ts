import { dropSchema, schemaName } from '@cux/store-suite/postgres';
import { afterAll, inject } from 'vitest';
import type { OpenOptions } from '../../src/index.ts';

const made: string[] = [];

/** The server that all test files share. */
export const url = inject('postgres');

/** A fresh schema on the server that all test files share; it goes when the file's tests are over. */
export function freshPlace(): OpenOptions & { readonly schema: string } {
  const schema = schemaName();
  made.push(schema);
  return { url, schema };
}

afterAll(async () => {
  for (const schema of made.splice(0)) await dropSchema(url, schema);
});
