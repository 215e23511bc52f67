import { schemaName } from '@cux/store-suite/postgres';
import { inject } from 'vitest';
import type { OpenOptions } from '../../src/index.ts';

/** The server that all test files share. */
export const url = inject('postgres');

/** A fresh schema on the server that all test files share; it goes when the run is over. */
export function freshPlace(): OpenOptions & { readonly schema: string } {
  return { url, schema: schemaName(inject('prefix')) };
}
