/** The unit of tenancy, as the kernel keeps it: made with the first command. */
export interface Workspace {
  readonly workspace_id: 'workspace';
  readonly revision: number;
  /** Salts every digest of the event log, so that a log that is handed on gives no short content away by guessing. */
  readonly salt: string;
}
