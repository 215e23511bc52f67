import { describeAttention } from '@cux/content-ops';
import type { Digest } from '@cux/contracts';
import type { AttentionEntry } from '@cux/runtime';
import { named } from '../output.ts';

/** What a person is shown of one todo, line by line. */
export function attentionLines(
  { question, attempted, forbidden, captured, next_step, takeover }: AttentionEntry,
  locate: (digest: Digest) => string,
): readonly string[] {
  const item = {
    question,
    attempted: [...attempted],
    forbidden: [...forbidden],
    evidence: captured,
    next_step,
    takeover,
  };
  return describeAttention(item, locate).map(({ name, text }) => named(name, text));
}
