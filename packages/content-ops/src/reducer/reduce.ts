import type { ProposedTransition } from '@cux/contracts';
import type { ReducerInput } from '@cux/kernel/capability';
import type { PublishingCase } from '../attempt/publishing-case.ts';
import type { PublishingUnit } from '../attempt/request-wording.ts';
import { askPerson } from './ask-person.ts';
import { endingOf } from './ending.ts';
import { type Meaning, meanings } from './meanings.ts';
import { askAgain, raiseGate } from './raise-gate.ts';
import { readBack } from './read-back.ts';
import { draftAgain, retry } from './retry.ts';
import { settle } from './settle.ts';
import { askToSignIn, signedIn } from './sign-in.ts';
import { type Situation, situationOf } from './situation.ts';

/** How each meaning becomes a proposal. */
const proposals: Readonly<Record<Meaning, (situation: Situation) => ProposedTransition>> = {
  'raise-gate': raiseGate,
  'ask-again': askAgain,
  'draft-again': draftAgain,
  'sign-in': askToSignIn,
  'read-back': readBack,
  retry,
  'ask-person': (situation) => askPerson(situation),
  settle,
  unblock: signedIn,
};

/**
 * The reducer of publishing: what an attempt came to, as a proposed transition
 * (`spec/computer-use-runtime-v0`, Ownership). Pure and total: every report of every unit has a proposal, and
 * none of them is a write. The kernel accepts or refuses it whole.
 */
export function reduce(input: ReducerInput, subjectCase: PublishingCase): ProposedTransition {
  const unit = offeredUnit(input.request.action_unit);
  const ending = endingOf(input.report, input.gate);
  if (unit === null) return notOffered(input, subjectCase, ending);
  const row = meanings[unit][ending];
  return proposals[row.meaning](situationOf(input, subjectCase, unit, ending, row));
}

function offeredUnit(unit: string): PublishingUnit | null {
  return Object.hasOwn(meanings, unit) ? (unit as PublishingUnit) : null;
}

/** A unit that publishing never issues: whatever it came to, a person looks. */
function notOffered(
  input: ReducerInput,
  subjectCase: PublishingCase,
  ending: Situation['ending'],
): ProposedTransition {
  const row = { because: 'unit-not-offered', meaning: 'ask-person' } as const;
  return askPerson(
    situationOf(input, subjectCase, 'inspect_screen', ending, row),
    'This todo asks for an action unit that publishing does not have. Cancel it?',
  );
}
