import type { FollowingTodo, ProposedTransition } from '@cux/contracts';
import { askPerson } from './ask-person.ts';
import { followingId } from './following-id.ts';
import { attention, signInQuestion } from './questions.ts';
import { retry } from './retry.ts';
import { because, evidenceOf, proposal, recordWith, type Situation } from './situation.ts';

/** A person is asked to sign in; what was tried waits for it and goes on afterwards. */
export function askToSignIn(situation: Situation): ProposedTransition {
  if (situation.subjectCase.recipe.sign_in === null) return askPerson(situation);
  return situation.unit === 'enrol_stored_session' ? askForStanding(situation) : enrolFirst(situation);
}

function enrolFirst(situation: Situation): ProposedTransition {
  const { todo, report, record } = situation.input;
  const enrolId = followingId(todo.todo_id, 'sign-in', report.attempt_id);
  const shown = attention(situation, signInQuestion(situation));
  const enrolment: FollowingTodo = {
    todo_id: enrolId,
    action_unit: 'enrol_stored_session',
    state: 'awaiting_gate',
    record_id: record?.record_id ?? null,
    reconciles_attempt_id: null,
    attention: shown,
  };
  return proposal(situation, {
    todo: { state: 'blocked', successor: enrolId, attention: shown },
    following: [enrolment],
    gate: standingGate(situation, enrolId),
    record: recordWith(situation, { failures: 0, sign_in_for: todo.todo_id }),
  });
}

/** The standing approval of the enrolment itself is over: ask for it anew. */
function askForStanding(situation: Situation): ProposedTransition {
  const { todo, gate } = situation.input;
  if (gate?.closed_for === 'rejected' || gate?.closed_for === 'revoked') return askPerson(situation);
  return proposal(situation, {
    todo: { state: 'awaiting_gate', attention: attention(situation, signInQuestion(situation)) },
    gate: standingGate(situation, todo.todo_id),
    record: recordWith(situation, { failures: 0 }),
  });
}

function standingGate(situation: Situation, todoId: string): NonNullable<ProposedTransition['gate']> {
  const { rules, site } = situation.subjectCase;
  return {
    kind: 'standing',
    todo_id: todoId,
    subject: {
      principal_id: rules.agent,
      account: site.account,
      origin: site.origin,
      window_ms: rules.standing_window_ms,
    },
    attention: attention(situation, signInQuestion(situation)),
    expires_in_ms: rules.gate_expires_ms,
  };
}

/**
 * The account is signed in: the enrolment is done, and what waited for it goes on. The item keeps the name: should its
 * todo wait for a later enrolment by then, that one has to know it too, and the kernel moves none that does not wait.
 */
export function signedIn(situation: Situation): ProposedTransition {
  if (evidenceOf(situation).digests.length === 0) return retry(because(situation, 'evidence-missing'));
  return proposal(situation, {
    todo: { state: 'done' },
    record: recordWith(situation, { failures: 0 }),
    unblocks: situation.facts.signInFor,
  });
}
