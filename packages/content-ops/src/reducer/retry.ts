import type { ProposedTransition } from '@cux/contracts';
import { itemExtraction } from '../recipes/item-name.ts';
import { askPerson } from './ask-person.ts';
import { obstacleQuestion } from './questions.ts';
import { proposal, recordAfter, recordWith, type Situation } from './situation.ts';

/** Failures in a row with this one; counted on the item, or by the todo's admissions where there is no item. */
function failuresWith({ input, facts }: Situation): number {
  return input.record === null ? input.todo.fence : facts.failures + 1;
}

/** The same again, while the budget lasts; then a person decides. Nothing was sent. */
export function retry(situation: Situation): ProposedTransition {
  if (situation.ending === 'cancelled') return goOnLater(situation);
  const failures = failuresWith(situation);
  if (failures > situation.subjectCase.rules.retry_budget) {
    return askPerson(situation, obstacleQuestion(situation, failures));
  }
  return proposal(situation, {
    todo: { state: 'open' },
    record: recordWith(situation, { failures, ...itemIdFact(situation) }),
  });
}

/** Whoever stopped the attempt meant to: that is no failure of the site or engine, and takes nothing of the budget. */
function goOnLater(situation: Situation): ProposedTransition {
  return proposal(situation, {
    todo: { state: 'open' },
    record: recordWith(situation, itemIdFact(situation)),
  });
}

/** The approved content is put back on the site by a new draft attempt, and a person is asked anew. */
export function draftAgain(situation: Situation): ProposedTransition {
  const failures = failuresWith(situation);
  if (failures > situation.subjectCase.rules.retry_budget) {
    return askPerson(situation, obstacleQuestion(situation, failures));
  }
  const record = recordAfter(situation, ['redraft'], { failures });
  if (record === null) return retry(situation);
  return proposal(situation, { todo: { state: 'open', action_unit: 'draft_until_review_gate' }, record });
}

/** The site's own id, where a draft attempt came far enough to see it: the next one opens the same item. */
export function itemIdFact(situation: Situation): Record<string, string | number | boolean> {
  if (situation.unit !== 'draft_until_review_gate' || situation.input.report.kind !== 'receipt') return {};
  const source = itemExtraction(situation.subjectCase.recipe);
  const id = source === null ? undefined : situation.input.report.annex.extractions[source];
  return id === undefined ? {} : { item_id: id };
}
