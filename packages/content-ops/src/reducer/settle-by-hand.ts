import type { ProposedTransition } from '@cux/contracts';
import { askPerson, itemNotUnderWay } from './ask-person.ts';
import { siteOf, title } from './questions.ts';
import { eventsTo } from './read-back.ts';
import { retry } from './retry.ts';
import { because, evidenceOf, extracted, proposal, recordAfter, type Situation } from './situation.ts';
import { storeHolds } from './stored-content.ts';

/** A person has said that they published by hand; the site's own store says whether they have, and what. */
export function settleByHand(situation: Situation): ProposedTransition {
  const { status, stored } = situation.subjectCase.recipe.read_back;
  if (evidenceOf(situation).digests.length === 0) return retry(because(situation, 'evidence-missing'));
  const found = extracted(situation, status.extraction);
  if (found === undefined) return retry(because(situation, 'status-not-read'));
  const about = `${title(situation)} on ${siteOf(situation)}`;
  if (!status.published.includes(String(found))) {
    const text = `${about} is not published: the site says so itself. Publish it by hand and reopen the todo, or cancel it?`;
    return askPerson(because(situation, 'not-published-by-hand'), text);
  }
  switch (storeHolds(situation, stored)) {
    case 'held':
      return verifiedByHand(situation);
    case 'differs':
      return askPerson(
        because(situation, 'published-text-differs'),
        `${about} is published, but the site holds another text than was approved. Correct it there by hand and reopen the todo, or cancel it?`,
      );
    case 'unread':
      return retry(because(situation, 'content-not-read'));
  }
}

function verifiedByHand(situation: Situation): ProposedTransition {
  const record = recordAfter(situation, eventsTo(situation, 'readback_verified'), { failures: 0 });
  if (record === null) return itemNotUnderWay(situation);
  return proposal(because(situation, 'published-by-hand'), { todo: { state: 'done' }, record });
}
