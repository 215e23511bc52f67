import { heldOutTokens } from './held-out-tokens.ts';
import { heldOutWeb } from './held-out-web.ts';
import { heldOutWords } from './held-out-words.ts';
import { type Sample, type SecretKind, samplesOf } from './kind.ts';
import { Letters } from './random.ts';

/**
 * Secrets that no detector was tuned on. Only totals of this set are looked at: a miss that is inspected and then
 * mended belongs in the tuning set.
 */
export const heldOutKinds: readonly SecretKind[] = [...heldOutTokens, ...heldOutWeb, ...heldOutWords];

export function heldOutSamples(each: number): readonly Sample[] {
  return samplesOf(heldOutKinds, new Letters(0x5eed_0b57), each);
}
