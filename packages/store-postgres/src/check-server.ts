import type { Connection } from './lane.ts';
import { storeFault } from './map-fault.ts';

interface ServerState {
  readonly version: number;
  readonly encoding: string;
  readonly synchronous_commit: string;
  readonly fsync: string;
  readonly replica: boolean;
}

/** What `synchronous_commit` says when an answer means that the server's own disk has it. */
export function isDurable(synchronousCommit: string): boolean {
  return ['on', 'local', 'remote_write', 'remote_apply'].includes(synchronousCommit);
}

/** Refuses, with a `StoreFault`, a server on which an acknowledged command could be lost or none be written. */
export async function checkServer(connection: Connection): Promise<void> {
  const [state] = await connection.send<ServerState>({
    text: `select current_setting('server_version_num')::int as version,
      current_setting('server_encoding') as encoding,
      current_setting('synchronous_commit') as synchronous_commit,
      current_setting('fsync') as fsync,
      pg_is_in_recovery() as replica`,
  });
  if (state === undefined || state.version < 150_000 || state.encoding !== 'UTF8') {
    throw storeFault('server_unsuited');
  }
  if (state.replica) throw storeFault('read_only');
  if (!isDurable(state.synchronous_commit) || state.fsync !== 'on') throw storeFault('not_durable');
}
