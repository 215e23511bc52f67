import {
  type ActionUnit,
  type AttentionItem,
  breadthOf,
  type LeavingWrite,
  leavingWrites,
  type ProposedTransition,
  type Subject,
  subjectDigest,
} from '@cux/contracts';
import { publication } from '../attempt/publish-subject.ts';
import type { ItemEvent } from '../item/item-machine.ts';
import { isPublishedByHand } from '../rules/publishing-rules.ts';
import { askPerson, itemNotUnderWay } from './ask-person.ts';
import { attention, publishQuestion, siteOf, title } from './questions.ts';
import { draftAgain, retry } from './retry.ts';
import { because, extracted, itemOf, proposal, recordAfter, type Situation } from './situation.ts';
import { storeHolds } from './stored-content.ts';

type ItemGate = NonNullable<ProposedTransition['gate']>;

/** The draft is on the site: look once more that it really is, then ask a person. */
export function raiseGate(situation: Situation): ProposedTransition {
  const { recipe } = situation.subjectCase;
  const item = itemOf(situation);
  if (item === null) return retry(because(situation, 'item-id-missing'));
  const status = extracted(situation, recipe.draft.status.extraction);
  if (status === undefined) return retry(because(situation, 'draft-not-confirmed'));
  if (!recipe.draft.status.drafted.includes(String(status))) return alreadyOut(situation, String(status));
  if (storeHolds(situation, recipe.draft.stored) !== 'held') {
    return retry(because(situation, 'store-differs'));
  }
  const at = situation.input.reported_at;
  const gate = itemGate(
    situation,
    situation.input.todo.todo_id,
    String(item),
    publishQuestion(situation, at),
  );
  if (gate === null) return draftAgain(because(situation, 'content-changed'));
  const record = recordAfter(situation, ['hold'], { item_id: item, drafted_at: at, failures: 0 });
  if (record === null) return itemNotUnderWay(situation);
  return awaitGate(situation, gate, record);
}

/** An approval is due anew for what was approved before; nothing was sent. */
export function askAgain(situation: Situation): ProposedTransition {
  const { gate: head, todo } = situation.input;
  const { itemId, draftedAt } = situation.facts;
  if (head?.closed_for === 'rejected' || head?.closed_for === 'revoked') return withdrawn(situation);
  if (itemId === null) return draftAgain(situation);
  const before =
    situation.ending === 'void'
      ? 'Nothing was sent. '
      : 'The approval no longer stood and nothing was sent. ';
  const gate = itemGate(situation, todo.todo_id, itemId, publishQuestion(situation, draftedAt, before));
  if (gate?.kind !== 'item') return draftAgain(because(situation, 'content-changed'));
  // An approval that still stands for exactly this is not asked for twice.
  if (head?.status === 'open' && head.subject_digest === subjectDigest(gate.subject)) return retry(situation);
  const back: readonly ItemEvent[] = situation.input.record?.state === 'published' ? ['return'] : [];
  const record = recordAfter(situation, back, { failures: 0 });
  return record === null ? itemNotUnderWay(situation) : awaitGate(situation, gate, record);
}

/** The gate for the publication of the record as it is now; null when content, item or recipe do not give one. */
export function itemGate(
  situation: Situation,
  todoId: string,
  item: string,
  question: string,
): ItemGate | null {
  const { subjectCase, input } = situation;
  if (input.record === null || subjectCase.content === null) return null;
  const prepared = publication(subjectCase, input.record, subjectCase.content, item, {
    evidence: [],
    policy_version: input.policy_version,
  });
  if (!prepared.ok) return null;
  const byHand = isPublishedByHand(subjectCase.site);
  const afterwards = leavingWrites(prepared.plan.permit_rules).map((write) =>
    byHand ? `by the person who approves, by hand: ${write.describes}` : onceApproved(write),
  );
  // What a person has said to have done lets nobody else do it: it is about the look at the site that follows.
  const subject: Subject = byHand ? { ...prepared.subject, action_unit: 'inspect_screen' } : prepared.subject;
  return {
    kind: 'item',
    todo_id: todoId,
    subject,
    attention: attention(situation, question, { afterwards, shown: evidenceBefore(situation, subject) }),
    expires_in_ms: subjectCase.rules.gate_expires_ms,
  };
}

/** What leaves once a person has said yes; what of it is not fixed comes before what may be cut off. */
function onceApproved(write: LeavingWrite): string {
  const breadth = breadthOf(write);
  return `once approved, one time${breadth === null ? '' : ` (${breadth})`}: ${write.describes}`;
}

/**
 * An attempt that is void has reported nothing, and evidence of its own neither. What the person saw before is still
 * what there is to see, as long as the question is about the same content of the same item.
 */
function evidenceBefore({ input }: Situation, subject: Subject): AttentionItem['evidence'] {
  const before = input.report.kind === 'void' ? input.gate : null;
  if (before === null || !('content_digest' in before.subject)) return [];
  const { content_digest, target } = before.subject;
  const same = content_digest === subject.content_digest && target.item === subject.target.item;
  return same ? before.attention.evidence : [];
}

function awaitGate(
  situation: Situation,
  gate: ItemGate,
  record: ProposedTransition['record'],
): ProposedTransition {
  return proposal(situation, {
    todo: {
      state: 'awaiting_gate',
      action_unit: nextUnit(situation),
      attention: gate.attention,
    },
    gate,
    record,
  });
}

function nextUnit({ subjectCase }: Situation): ActionUnit {
  return isPublishedByHand(subjectCase.site) ? 'inspect_screen' : 'publish_after_approved_gate';
}

function withdrawn(situation: Situation): ProposedTransition {
  return askPerson(
    because(situation, 'approval-withdrawn'),
    `The approval to publish ${title(situation)} to ${siteOf(situation)} was withdrawn and nothing was sent. Revise the item and reopen the todo, or cancel it?`,
  );
}

function alreadyOut(situation: Situation, status: string): ProposedTransition {
  return askPerson(
    because(situation, 'site-shows-no-draft'),
    `${title(situation)} on ${siteOf(situation)} is “${status.slice(0, 60)}” there, not a draft. Look what happened, then reopen the todo or cancel it?`,
  );
}
