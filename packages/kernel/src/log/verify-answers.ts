import type { AnswerPlace, KeptAnswer, StoreReader } from '../ports/store.ts';
import { type Broken, broken, pageSize } from './broken.ts';
import { saltedDigest } from './salted-digest.ts';

/** What the log says a stored answer must be, and what it answers. */
export interface AnswerClaim {
  readonly answer: string;
  readonly command: string;
  readonly batch: number;
}

/** What a replayed command is answered by: every answer that is kept was given to this command, and all are kept. */
export async function checkAnswers(
  store: StoreReader,
  workspace: string,
  answers: ReadonlyMap<string, AnswerClaim>,
  salt: string,
): Promise<Broken | null> {
  const claims = new Map(answers);
  for (let last: AnswerPlace | null = null; ; ) {
    const page: readonly KeptAnswer[] = await store.answers(workspace, last, pageSize);
    for (const kept of page) {
      const place = `${kept.scope} ${kept.key}`;
      const problem = checkAnswer(kept, claims.get(place), salt);
      if (problem !== null) return problem;
      claims.delete(place);
    }
    last = page.at(-1) ?? null;
    if (last === null) break;
  }
  const [missing] = claims.values();
  if (missing === undefined) return null;
  return broken('audit.answer-missing', missing.batch, 'An answer that was given is kept no longer.');
}

function checkAnswer(kept: KeptAnswer, claim: AnswerClaim | undefined, salt: string): Broken | null {
  if (claim === undefined) {
    return broken('audit.answer-inserted', null, 'An answer is kept that no command was ever given.');
  }
  const { answer, command, batch } = claim;
  if (saltedDigest('cux/logged-answer', salt, kept.answer) !== answer) {
    return broken('audit.answer-changed', batch, 'A stored answer is not the one that was given.');
  }
  if (saltedDigest('cux/logged-command', salt, kept.command_digest) !== command) {
    return broken(
      'audit.command-changed',
      batch,
      'A stored answer is kept for another command than its own.',
    );
  }
  return null;
}
