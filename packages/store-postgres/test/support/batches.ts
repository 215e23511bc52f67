import type { CommitBatch, Row } from '@cux/kernel';

/** A batch that makes or moves one row, under a key of its own. */
export function batchOf(key: string, changes: Partial<CommitBatch> = {}): CommitBatch {
  return {
    workspace: 'one',
    expectations: [{ kind: 'todo', id: key, revision: 0 }],
    writes: [rowOf(key)],
    events: [{ kind: 'command-accepted', body: `{"key":"${key}"}` }],
    answer: { scope: 'human:x', key, command_digest: `digest of ${key}`, answer: `{"key":"${key}"}` },
    time: 1_000,
    valid_until: null,
    ...changes,
  };
}

export function rowOf(id: string, revision = 1): Row {
  return {
    kind: 'todo',
    id,
    revision,
    state: 'open',
    parent_id: null,
    subject_digest: null,
    body: `{"id":"${id}","revision":${revision}}`,
  };
}
