import { StoreFault, type StoreFaultCode } from './store-fault.ts';

const sentences: Readonly<Record<Exclude<StoreFaultCode, 'newer_schema' | 'other_schema'>, string>> = {
  corrupt:
    'The tables in this schema are damaged or are none of this cux; restore a backup, or name another schema.',
  locked: 'Another process has held the workspace for too long; stop it or retry the same command.',
  disk_full:
    "The database server's disk is full and nothing was written; free some space and retry the same command.",
  unavailable:
    'The database server cannot be reached and nothing was written; check that it runs and retry the same command.',
  copy_unresolved:
    'The database server went away while it kept the copy; copy again, and it says whether it has the workspace.',
  address_unreadable:
    'The address of the database cannot be read; write it as postgres://user@host:port/database.',
  unresolved:
    'The database server went away while it stored the command; when it is back, send the same command under the same key and it says whether it was stored.',
  refused_login: 'The database server refuses this user or password; correct them where the store is named.',
  database_missing: 'There is no such database on the server; create it, or name another one.',
  permission_missing:
    'The database user lacks a permission and nothing was written; grant it on the schema, or let its owner run `cux store migrate`.',
  read_only:
    'The database server takes no writes, as a replica does; name the primary server where the store is named.',
  not_durable:
    'The database server answers before its writes are on disk; set synchronous_commit and fsync to on for this user and database.',
  server_unsuited: 'The store needs PostgreSQL 15 or newer and a database in UTF8; name another database.',
  timeout:
    'The database server took too long and nothing was written; look at its load and retry the same command.',
  contention: 'Other transactions kept getting in the way and nothing was written; retry the same command.',
  closed: 'The store is closed in this process; open it again.',
  unexpected:
    'The database server refused what it was asked and nothing was written; look at its log and retry the same command.',
};

/** What a failed try means for the next one. */
export type Trouble =
  /** The connection is gone, and with it any transaction that had not been committed. */
  | { readonly kind: 'lost' }
  /** The server has undone the transaction, and it may well succeed when it is tried again. */
  | { readonly kind: 'retry'; readonly sqlState: string }
  /** Trying again would not help. What nobody foresaw stays as it is. */
  | { readonly kind: 'fault'; readonly fault: unknown };

export function storeFault(code: keyof typeof sentences, sqlState: string | null = null): StoreFault {
  return new StoreFault(code, sentences[code], sqlState);
}

/** Reads an error of the driver. Nothing of its text goes on: it may speak of values, addresses and users. */
export function troubleOf(error: unknown): Trouble {
  if (StoreFault.isInstance(error)) {
    return error.code === 'unavailable' ? { kind: 'lost' } : { kind: 'fault', fault: error };
  }
  const sqlState = sqlStateOf(error);
  if (sqlState === null) return withoutState(error);
  if (/^(08...|57P0[1235]|25P03|53300)$/.test(sqlState)) return { kind: 'lost' };
  if (sqlState === '40001' || sqlState === '40P01') return { kind: 'retry', sqlState };
  return { kind: 'fault', fault: storeFault(codeOf(sqlState), sqlState) };
}

/** The fault in which a trouble ends when there is no further try. */
export function faultOf(trouble: Trouble): unknown {
  if (trouble.kind === 'fault') return trouble.fault;
  return trouble.kind === 'lost' ? storeFault('unavailable') : storeFault('contention', trouble.sqlState);
}

/** The driver's own errors are plain ones, the network's have a code; anything else is a mistake of this program. */
function withoutState(error: unknown): Trouble {
  if (!(error instanceof Error)) return { kind: 'fault', fault: error };
  // The driver gives up on a login by itself, for example where it was given no password.
  if (error.message.startsWith('SASL')) return { kind: 'fault', fault: storeFault('refused_login') };
  const isNetwork = 'code' in error && /^[A-Z]/.test(String(error.code));
  return error.constructor === Error || isNetwork ? { kind: 'lost' } : { kind: 'fault', fault: error };
}

function sqlStateOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null;
  // The driver's own and the network's codes are words; the server's are five characters, and it sends a severity.
  return 'severity' in error && /^[0-9A-Z]{5}$/.test(error.code) ? error.code : null;
}

function codeOf(sqlState: string): keyof typeof sentences {
  if (/^28/.test(sqlState)) return 'refused_login';
  if (sqlState === '3D000') return 'database_missing';
  if (sqlState === '42501') return 'permission_missing';
  if (sqlState === '25006') return 'read_only';
  if (sqlState === '55P03') return 'locked';
  if (sqlState === '57014') return 'timeout';
  if (sqlState === '53100') return 'disk_full';
  if (/^XX00[12]$/.test(sqlState) || /^(42P01|42703|3F000)$/.test(sqlState)) return 'corrupt';
  return 'unexpected';
}
