import { type ProposedTransition, redactText } from '@cux/contracts';
import { timeOfDay } from '../attention/time-of-day.ts';
import type { ItemEvent } from '../item/item-machine.ts';
import { isPublishedByHand } from '../rules/publishing-rules.ts';
import { askPerson } from './ask-person.ts';
import { attention, publishQuestion, siteOf, title } from './questions.ts';
import { itemGate } from './raise-gate.ts';
import { eventsTo } from './read-back.ts';
import { retry } from './retry.ts';
import { settleByHand } from './settle-by-hand.ts';
import { because, evidenceOf, extracted, proposal, recordAfter, type Situation } from './situation.ts';
import { storeHolds } from './stored-content.ts';

type Reconciled = NonNullable<Situation['input']['reconciles']>;

/** The site's own store was read: it says what the other attempt came to. */
export function settle(situation: Situation): ProposedTransition {
  const { reconciles } = situation.input;
  const { status, stored } = situation.subjectCase.recipe.read_back;
  if (reconciles === null) {
    return isPublishedByHand(situation.subjectCase.site)
      ? settleByHand(situation)
      : nothingToSettle(situation);
  }
  if (evidenceOf(situation).digests.length === 0) return retry(because(situation, 'evidence-missing'));
  const found = extracted(situation, status.extraction);
  if (found === undefined) return retry(because(situation, 'status-not-read'));
  if (status.not_published.includes(String(found))) return notArrived(situation, reconciles);
  if (!status.published.includes(String(found))) return elsewhere(situation, reconciles, String(found));
  switch (storeHolds(situation, stored)) {
    case 'held':
      return verified(situation, reconciles);
    case 'differs':
      return different(situation, reconciles);
    case 'unread':
      return retry(because(situation, 'content-not-read'));
  }
}

function verified(situation: Situation, reconciles: Reconciled): ProposedTransition {
  return proposal(because(situation, 'read-back-verified'), {
    todo: { state: 'done' },
    record: recordAfter(situation, eventsTo(situation, 'readback_verified'), { failures: 0 }),
    settles: { attempt_id: reconciles.attempt_id, outcome: 'happened', todo_state: 'done', attention: null },
  });
}

/**
 * The site had not received it when it was read. That nothing was sent would be too much to say: a write may have left and
 * been lost, or be late. The approval is used up, so a person is asked anew, with the time of the reading.
 */
function notArrived(situation: Situation, reconciles: Reconciled): ProposedTransition {
  const { itemId, draftedAt } = situation.facts;
  const { reported_at: readAt } = situation.input;
  const late = `The approved write may have left; it had not arrived ${timeOfDay(readAt, readAt)}, when the site was read back. `;
  const text = publishQuestion(situation, draftedAt, late);
  const gate = itemId === null ? null : itemGate(situation, reconciles.todo.todo_id, itemId, text);
  const record = recordAfter(situation, notOut(situation), { failures: 0 });
  const settled = because(situation, 'read-back-not-arrived');
  const blocked = attention(
    situation,
    `${late}${title(situation)} is not published on ${siteOf(situation)}, and its content has changed since. Draft it anew, or cancel it?`,
  );
  return proposal(settled, {
    todo: { state: 'done' },
    gate,
    record,
    settles: {
      attempt_id: reconciles.attempt_id,
      outcome: 'not_happened',
      todo_state: gate === null ? 'blocked' : 'awaiting_gate',
      attention: gate?.attention ?? blocked,
    },
  });
}

/** What takes back that an item was held to be out. */
function notOut({ input }: Situation): readonly ItemEvent[] {
  return input.record?.state === 'published' || input.record?.state === 'approved' ? ['return'] : [];
}

/** Out, but not as approved: somebody or something changed it. That is for a person. */
function different(situation: Situation, reconciles: Reconciled): ProposedTransition {
  const text = `${title(situation)} is published on ${siteOf(situation)}, but the site holds another text than was approved. Correct it there by hand, or cancel the todo?`;
  return happenedButBlocked(
    because(situation, 'published-text-differs'),
    reconciles,
    text,
    recordAfter(situation, eventsTo(situation, 'published'), { failures: 0 }),
  );
}

/** Something arrived, and the site made something else of it than a publication (for example a review of its own). */
function elsewhere(situation: Situation, reconciles: Reconciled, status: string): ProposedTransition {
  const text = `${title(situation)} reached ${siteOf(situation)} and is “${redactText(status, 60)}” there, not published. Go on by hand on the site, or cancel the todo?`;
  return happenedButBlocked(
    because(situation, 'site-has-its-own-step'),
    reconciles,
    text,
    recordAfter(situation, notOut(situation), { failures: 0, site_status: redactText(status, 60) }),
  );
}

function happenedButBlocked(
  situation: Situation,
  reconciles: Reconciled,
  question: string,
  record: ProposedTransition['record'],
): ProposedTransition {
  return proposal(situation, {
    todo: { state: 'done' },
    record,
    settles: {
      attempt_id: reconciles.attempt_id,
      outcome: 'happened',
      todo_state: 'blocked',
      attention: attention(situation, question),
    },
  });
}

function nothingToSettle(situation: Situation): ProposedTransition {
  return askPerson(
    because(situation, 'nothing-to-read-back'),
    `${title(situation)} on ${siteOf(situation)} was looked at, but no attempt waits for the answer. Cancel this todo?`,
  );
}
