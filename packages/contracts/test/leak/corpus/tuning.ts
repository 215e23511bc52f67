import { type Sample, type SecretKind, samplesOf } from './kind.ts';
import { Letters } from './random.ts';
import { tuningNotations } from './tuning-notations.ts';
import { tuningSecrets } from './tuning-secrets.ts';

/** Every kind of secret that the detectors are tuned on. */
export const tuningKinds: readonly SecretKind[] = [...tuningSecrets, ...tuningNotations];

export function tuningSamples(each: number): readonly Sample[] {
  return samplesOf(tuningKinds, new Letters(20_240_611), each);
}
