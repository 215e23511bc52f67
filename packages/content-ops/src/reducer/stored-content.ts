import { digestOf } from '@cux/contracts';
import type { StoreCheck } from '../recipes/site-recipe.ts';
import { extracted, type Situation } from './situation.ts';

/** The digest under which a provider reports a value that it does not let out. */
export function extractionDigest(value: string): string {
  return digestOf('cux/content', value);
}

/**
 * Whether the site's own store holds the approved content, field by field. `unread` when something was not read
 * or there is no content to compare with.
 */
export function storeHolds(
  situation: Situation,
  checks: readonly StoreCheck[],
): 'held' | 'differs' | 'unread' {
  const { content } = situation.subjectCase;
  let answer: 'held' | 'unread' = 'held';
  for (const { extraction, field } of checks) {
    const found = extracted(situation, extraction);
    const wanted = content?.[field];
    if (found === undefined || wanted === undefined) answer = 'unread';
    // The provider was given the approved value and has compared it itself.
    else if (typeof found === 'boolean' ? found : found === extractionDigest(wanted)) continue;
    else return 'differs';
  }
  return answer;
}
