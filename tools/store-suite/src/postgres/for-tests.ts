import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { startPostgres } from './server.ts';

/** The server that a test run uses: the one of `CUX_TEST_POSTGRES_URL`, or one of its own. */
export interface TestDatabase {
  readonly url: string;
  end(): Promise<void>;
}

export async function openTestDatabase(): Promise<TestDatabase> {
  const named = process.env.CUX_TEST_POSTGRES_URL;
  if (named !== undefined && named !== '') return { url: named, end: async () => undefined };
  const server = await startPostgres();
  return { url: server.url, end: () => server.remove() };
}

/** A name for a schema of its own, so that tests share a database and nothing else. */
export function schemaName(): string {
  return `cux_test_${randomBytes(6).toString('hex')}`;
}

/** Plain SQL beside the store, to look at it and to change it behind the kernel's back. */
export async function runSql<Row>(url: string, text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const result = await client.query(text, values);
    return Array.isArray(result) ? (result.at(-1)?.rows ?? []) : result.rows;
  } finally {
    await client.end();
  }
}

export async function dropSchema(url: string, schema: string): Promise<void> {
  await runSql(url, `drop schema if exists "${schema}" cascade`);
}
