/** The columns of the tables. All of a workspace's rows carry the workspace. */
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
  answer: { workspace: string; scope: string; key: string; command_digest: string; answer: string };
  workspace_time: { workspace: string; highest: number };
  /** One row. */
  store: { identity: string };
  move_end: { move_id: string; ended: 'arrived' | 'refused' };
  schema_migration: { version: number; name: string; checksum: string };
}

/** The tables that the first step makes, and every later version has. */
export const tableNames = ['row', 'event', 'link', 'answer', 'workspace_time'] as const;
