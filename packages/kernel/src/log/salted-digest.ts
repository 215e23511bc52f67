import { type Digest, type DigestDomain, digestOf } from '@cux/contracts';
import type { Row } from '../ports/store.ts';

/** What stands in the log as a salted digest. */
export type Logged = Extract<DigestDomain, `cux/logged-${string}`>;

/** The digest of a value as it may stand in the event log: with the workspace's salt, in a domain of its own kind. */
export function saltedDigest(domain: Logged, salt: string, value: unknown): Digest {
  return digestOf(domain, { salt, value });
}

/** The salted digest of a whole row, columns included: what `verifyAudit` compares the present rows with. */
export function rowDigest(salt: string, row: Row): Digest {
  return saltedDigest('cux/logged-row', salt, {
    // In canonical order, which is written fastest.
    body: row.body,
    id: row.id,
    kind: row.kind,
    parent_id: row.parent_id,
    revision: row.revision,
    state: row.state,
    subject_digest: row.subject_digest,
  });
}
