import type { Digest } from '@cux/contracts';
import { saltedDigest } from '../log/salted-digest.ts';
import type { Evidence } from '../state/evidence.ts';
import { type Context, type Deciding, read } from './deciding.ts';

export function evidenceId({ salt }: Context, attemptId: string, digest: Digest): string {
  return `${attemptId} ${saltedDigest('cux/logged-name', salt, digest)}`;
}

/** What an attempt has kept under this digest; null when it has kept no such thing. */
export function* keptEvidence(
  context: Context,
  attemptId: string,
  digest: Digest,
): Deciding<Evidence | null> {
  return yield* read('evidence', evidenceId(context, attemptId, digest));
}
