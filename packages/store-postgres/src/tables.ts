/** The tables, as Kysely sees them. All of a workspace's rows carry the workspace. */
export interface Tables {
  row: {
    workspace: string;
    kind: string;
    id: string;
    revision: number;
    state: string;
    parent_id: string | null;
    subject_digest: string | null;
    body: string;
  };
  event: { workspace: string; sequence: number; batch: number; kind: string; body: string };
  link: {
    workspace: string;
    batch: number;
    first_sequence: number;
    last_sequence: number;
    previous_hash: string;
    hash: string;
  };
  /** `written_by` names the one try of one process that wrote the answer, so that this process can tell its own. */
  answer: {
    workspace: string;
    scope: string;
    key: string;
    command_digest: string;
    answer: string;
    written_by: string;
  };
  workspace_time: { workspace: string; highest: number };
  /** One row. */
  store: { identity: string };
  move_end: { move_id: string; ended: 'arrived' | 'refused' };
  schema_migration: { version: number; name: string; checksum: string };
}

/** The tables that hold what belongs to a workspace; every version has them. */
export const tableNames = ['row', 'event', 'link', 'answer', 'workspace_time'] as const;
