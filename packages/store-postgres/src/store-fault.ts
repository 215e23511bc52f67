/** What stops a store. `code` is stable; see `StoreFault`. */
export type StoreFaultCode =
  | 'newer_schema'
  | 'other_schema'
  | 'corrupt'
  | 'locked'
  | 'disk_full'
  | 'unavailable'
  | 'unresolved'
  | 'copy_unresolved'
  | 'address_unreadable'
  | 'refused_login'
  | 'database_missing'
  | 'permission_missing'
  | 'read_only'
  | 'not_durable'
  | 'server_unsuited'
  | 'timeout'
  | 'contention'
  | 'closed'
  | 'unexpected';

/** A fault of the store. The message is one sentence with the next step, and never a value, an address or a password. */
export class StoreFault extends Error {
  /**
   * - `newer_schema`: the tables were written by a newer version.
   * - `other_schema`: the tables were made by other steps than this version's.
   * - `corrupt`: the tables are none of ours, or are damaged.
   * - `locked`: another process has held the workspace for longer than the wait.
   * - `disk_full`: nothing more can be written; nothing of the command was.
   * - `unavailable`: the server cannot be reached, or is going down; nothing of the command was written.
   * - `unresolved`: the server went away while it was storing the command, and has not come back to be asked.
   * - `copy_unresolved`: the server went away while it kept a copy.
   * - `address_unreadable`: the address of the database is none.
   * - `refused_login`: user or password is wrong, or the server lets them in from elsewhere only.
   * - `database_missing`: there is no such database.
   * - `permission_missing`: the user may not do what has to be done.
   * - `read_only`: a replica, or a server that takes no writes.
   * - `not_durable`: the server answers before what it answers for is on disk.
   * - `server_unsuited`: an older server than 15, or a database whose encoding is not UTF8.
   * - `timeout`: the server took too long and was told to stop; nothing of the command was written.
   * - `contention`: others kept getting in the way; nothing of the command was written.
   * - `closed`: the store was closed by this process.
   * - `unexpected`: anything else that the server says; `sqlState` is its own word for it.
   */
  readonly code: StoreFaultCode;
  /** The server's five characters for what happened; null when it was not the server that said so. */
  readonly sqlState: string | null;

  constructor(code: StoreFaultCode, message: string, sqlState: string | null = null) {
    super(message);
    this.name = 'StoreFault';
    this.code = code;
    this.sqlState = sqlState;
  }

  static isInstance(value: unknown): value is StoreFault {
    return value instanceof Error && value.name === 'StoreFault' && 'code' in value;
  }
}
