import type { Principal, ProposedTransition, StandingSubject } from '@cux/contracts';
import type { Attempt } from '../../src/index.ts';
import { people, records, type Story } from '../../src/store-suite/index.ts';

export const standingSubject: StandingSubject = {
  principal_id: people.agent.id,
  account: 'desk',
  origin: records.site,
  window_ms: 86_400_000,
};

const shown = records.attention(
  'Let the agent use the account desk on the newsroom after you have signed in?',
);

/** The proposal of a draft that met the login wall: its todo waits for an enrolment, behind a standing gate. */
export function signInProposal(enrolId: string, record: string | null): ProposedTransition {
  return records.proposalFor(
    { state: 'blocked', successor: enrolId, attention: shown },
    {
      because: 'signed-out',
      following: [
        {
          todo_id: enrolId,
          action_unit: 'enrol_stored_session',
          state: 'awaiting_gate',
          record_id: record,
          reconciles_attempt_id: null,
          attention: shown,
        },
      ],
      gate: standingGate(enrolId),
    },
  );
}

export function standingGate(todoId: string): NonNullable<ProposedTransition['gate']> {
  return {
    kind: 'standing',
    todo_id: todoId,
    subject: standingSubject,
    attention: shown,
    expires_in_ms: 3_600_000,
  };
}

/** The proposal of an enrolment whose check has found the account signed in. */
export function signedInProposal(waiting: string | null): ProposedTransition {
  return records.proposalFor({ state: 'done' }, { evidence: [records.evidenceDigest], unblocks: waiting });
}

/** A draft of the article meets the login wall; answers the name of its enrolment todo. */
export async function meetWall(
  story: Story,
  article: string,
  provenance?: readonly Principal[],
): Promise<string> {
  const todoId = `todo-${article}`;
  const changes = provenance === undefined ? {} : { provenance };
  const admission = await story.admission(todoId, 'draft', changes);
  const { attempt_id, fence } = await story.must('admit-attempt', admission);
  await story.must('start-attempt', {
    attempt_id,
    fence,
    process_id: 'process-1',
    session_reference: `session-${attempt_id}`,
  });
  const attempt = await story.attempt(attempt_id);
  await story.report(attempt, 'failed');
  const enrolId = `${todoId}-enrol-${fence}`;
  await story.settle(attempt, signInProposal(enrolId, article));
  return enrolId;
}

/** The check after a person has signed in, reported. */
export async function checkSignIn(story: Story, enrolId: string): Promise<Attempt> {
  const attempt = await story.run(enrolId, 'credential_use');
  await story.addEvidence(attempt);
  await story.report(attempt, 'signed-in');
  return attempt;
}
