import type { CapturedEvidence } from '@cux/provider-sdk';
import type { RunContext } from '../host/run-context.ts';
import type { AdmittedAttempt } from './admit.ts';
import { EvidenceRefused } from './evidence-refused.ts';

/** Keeps what was captured in the vault, registers it with the kernel, and answers its digest. */
export async function keepEvidence(
  context: RunContext,
  attempt: AdmittedAttempt,
  evidence: CapturedEvidence,
): Promise<string> {
  const digest = await context.vault.put(evidence.bytes);
  const answer = await context.send('add-evidence', [attempt.attemptId, attempt.fence, digest], {
    attempt_id: attempt.attemptId,
    fence: attempt.fence,
    evidence_class: evidence.evidenceClass,
    digest,
    size: evidence.bytes.length,
    redacted: evidence.redacted,
  });
  if (answer.kind === 'refused') throw new EvidenceRefused(answer.rule, answer.message);
  context.emit({
    kind: 'evidence-kept',
    evidence_class: evidence.evidenceClass,
    digest,
    media_type: evidence.mediaType,
  });
  return digest;
}
