import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { startPostgres } from './server.ts';

/** The server that a test run uses: the one of `CUX_TEST_POSTGRES_URL`, or one of its own. */
export interface TestDatabase {
  readonly url: string;
  /** What the names of all schemas and databases of this run begin with. */
  readonly prefix: string;
  /** Ends the run's own server; takes what the run has made from one that was named. */
  end(): Promise<void>;
}

export async function openTestDatabase(): Promise<TestDatabase> {
  const prefix = schemaName();
  const named = process.env.CUX_TEST_POSTGRES_URL;
  if (named !== undefined && named !== '') return { url: named, prefix, end: () => clearUp(named, prefix) };
  const server = await startPostgres();
  return { url: server.url, prefix, end: () => server.remove() };
}

async function clearUp(url: string, prefix: string): Promise<void> {
  const like = `${prefix.replaceAll('_', '\\_')}%`;
  const schemas = await runSql<{ name: string }>(url, namesOf('pg_namespace', 'nspname'), [like]);
  for (const { name } of schemas) await runSql(url, `drop schema "${name}" cascade`);
  const databases = await runSql<{ name: string }>(url, namesOf('pg_database', 'datname'), [like]);
  for (const { name } of databases) await runSql(url, `drop database "${name}" with (force)`);
}

function namesOf(catalogue: string, column: string): string {
  return `select ${column} as name from ${catalogue} where ${column} like $1`;
}

/** A name of its own, so that tests share a server and nothing else. */
export function schemaName(prefix = 'cux_test'): string {
  return `${prefix}_${randomBytes(6).toString('hex')}`;
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
