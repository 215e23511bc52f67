import type { AttentionItem, ProposedTransition } from '@cux/contracts';
import { attention, obstacleQuestion } from './questions.ts';
import { because, proposal, recordWith, type Situation } from './situation.ts';

/** Nobody but a person can clear this. Reopening gives a fresh budget. */
export function askPerson(
  situation: Situation,
  question: string = obstacleQuestion(situation),
): ProposedTransition {
  const shown: AttentionItem = attention(situation, question);
  return proposal(situation, {
    todo: { state: 'blocked', attention: shown },
    record: recordWith(situation, { failures: 0 }),
  });
}

/** The item has been given up, or was never in a state that this outcome fits. */
export function itemNotUnderWay(situation: Situation): ProposedTransition {
  const { record } = situation.input;
  const stands = record === null ? 'is gone' : `is ${record.state.replaceAll('_', ' ')} now`;
  return askPerson(
    because(situation, 'item-not-under-way'),
    `The item behind this todo ${stands}, so the outcome does not fit it. Cancel the todo, or revise the item and reopen it?`,
  );
}
