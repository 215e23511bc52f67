import type { ClientConfig } from 'pg';
import { parse, toClientConfig } from 'pg-connection-string';
import { storeFault } from './map-fault.ts';

export interface OpenOptions {
  /**
   * `postgres://user:password@host:port/database`, with the parameters that `pg` knows (`sslmode`, …). What it leaves
   * out comes from `PGUSER`, `PGPASSWORD`, `PGPASSFILE` and their like.
   */
  readonly url: string;
  /** The schema that holds the tables; made where it is missing. A name in lower case. Default `cux`. */
  readonly schema?: string;
  /** How long a server that went away is waited for, in milliseconds (0 or more). Default 10 000. */
  readonly patienceMs?: number;
  /** How long another process may hold a workspace, in milliseconds (1 or more). Default 10 000. */
  readonly lockTimeoutMs?: number;
  /** How long one statement may take, in milliseconds (1 or more). Default 30 000. */
  readonly statementTimeoutMs?: number;
}

/** The options, checked and whole. */
export interface Settings {
  readonly client: ClientConfig;
  readonly schema: string;
  readonly patienceMs: number;
}

/** Throws a `StoreFault` for an address or a schema that is none. Whatever it throws, the address is not in it. */
export function settingsOf(options: OpenOptions): Settings {
  const { url, schema = 'cux', patienceMs = 10_000 } = options;
  const { lockTimeoutMs = 10_000, statementTimeoutMs = 30_000 } = options;
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(schema)) throw storeFault('address_unreadable');
  const client: ClientConfig = {
    application_name: 'cux',
    // Waiting for a lock is part of a statement's time.
    statement_timeout: statementTimeoutMs + lockTimeoutMs,
    lock_timeout: lockTimeoutMs,
    // A process that stands still in the middle of a transaction holds up its workspaces no longer than this.
    idle_in_transaction_session_timeout: statementTimeoutMs,
    // A server that says nothing any more is as good as gone.
    query_timeout: statementTimeoutMs + lockTimeoutMs + 5_000,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    ...configOf(url),
    pipeline: true,
  };
  return { client, schema, patienceMs };
}

function configOf(url: string): ClientConfig {
  if (!/^postgres(ql)?:\/\//.test(url)) throw storeFault('address_unreadable');
  try {
    return toClientConfig(parse(url));
  } catch {
    throw storeFault('address_unreadable');
  }
}
