import { forbiddenBy } from '../attempt/build-attempt.ts';
import type { ActionState, Approval } from './action-state.ts';
import { refOf } from './action-state.ts';
import type { ActionAnswer } from './answers.ts';

/** What a rung says where it does not let the action pass. */
export type Verdict =
  | { readonly kind: 'refused'; readonly rule: string; readonly message: string }
  /** It was asked before under this key, and this came of it. */
  | { readonly kind: 'answered'; readonly answer: ActionAnswer }
  /** What was asked about is gone for good, or was asked under other rules, and nobody has been contacted to know it. */
  | { readonly kind: 'gone'; readonly approval: Approval; readonly because: 'page' | 'rules' }
  /** A person has not decided yet. */
  | { readonly kind: 'pending'; readonly approval: Approval }
  /** A person has to be asked. */
  | { readonly kind: 'ask' };

/** One rung: pure, over what was loaded; null lets the action pass. */
export interface Rung {
  readonly id: string;
  readonly check: (state: ActionState) => Verdict | null;
}

function refuse(rule: string, message: string): Verdict {
  return { kind: 'refused', rule, message };
}

/**
 * The ladder: what has to hold before anybody is contacted, in this order (law). The first rung that does not let the action
 * pass answers, whatever else is wrong. An action that waits for a decision is beyond its attempt: the admission of its own
 * attempt takes the place of the attempt rung, and the check of its element that of the observation and reference rungs.
 */
export const ladder: readonly Rung[] = [
  {
    id: 'principal',
    check: ({ request: { principal } }) =>
      principal.kind === 'agent'
        ? null
        : refuse('principal.not-allowed', 'Only an agent acts in a session; a person takes the Screen over.'),
  },
  {
    id: 'idempotency',
    check: ({ known, digest, approval, consumedBy, request: { session_id } }) => {
      if (known === null) return null;
      if (known.action_digest !== digest || known.session_id !== session_id) {
        return refuse('action.key-conflict', 'The key was used for another action; choose another key.');
      }
      if (known.state !== 'asked') return { kind: 'answered', answer: answerOf(known) };
      return approval?.status === 'closed' ? overFor(approval, consumedBy) : null;
    },
  },
  {
    id: 'session',
    check: ({ session, request: { principal } }) => {
      if (session === null) return refuse('session.unknown', 'There is no such session; open one.');
      if (session.agent.id !== principal.id) {
        return refuse('session.other-agent', 'The session is of another agent; open one for this agent.');
      }
      return session.state === 'open'
        ? null
        : refuse('session.closed', 'The session is closed for good; open another one.');
    },
  },
  {
    id: 'pair',
    check: ({ computer, screen, session }) =>
      computer !== null && screen !== null && session?.computer_id === computer.computer_id
        ? null
        : refuse('computer.unknown', 'There is no such Computer; list the Computers and name one.'),
  },
  {
    id: 'lifecycle',
    check: ({ computer, screen, approval }) => {
      if (computer?.lifecycle === 'awake' && screen?.attachment === 'attached') return null;
      if (approval !== null && computer?.placement === null)
        return { kind: 'gone', approval, because: 'page' };
      return refuse('screen.detached', 'The Screen is not attached; wake its Computer first.');
    },
  },
  {
    id: 'generation',
    check: ({ computer, screen, held, processId, approval }) => {
      const generation = computer?.generation;
      if (approval !== null && approval.subject.action.generation !== generation) {
        return { kind: 'gone', approval, because: 'page' };
      }
      if (held?.generation === generation && computer?.placement?.process_id === processId) {
        return screen?.generation === generation
          ? null
          : refuse('screen.generation', 'The Screen is of another generation; observe it anew.');
      }
      return refuse('computer.not-holder', 'Another process has custody of this Computer; ask that one.');
    },
  },
  {
    id: 'attempt',
    check: ({ approval, session, attempt, now }) => {
      if (approval !== null) {
        return session?.attempt_id == null
          ? null
          : refuse('session.busy', 'An attempt is under way in this session; end it first.');
      }
      if (attempt === null || attempt.state !== 'running' || session?.attempt_id !== attempt.attempt_id) {
        return refuse('attempt.none', 'No attempt is under way in this session; begin one.');
      }
      if (now >= attempt.lease_until) {
        return refuse('attempt.lease-over', 'The lease is over; begin another attempt.');
      }
      return now < attempt.deadline
        ? null
        : refuse('attempt.deadline-passed', 'The time of the attempt is over; begin another one.');
    },
  },
  {
    id: 'control',
    check: ({ screen, attempt, approval }) => {
      if (screen?.control !== 'agent') {
        return refuse('screen.control', 'A person has the Screen; wait until it has been handed back.');
      }
      if (approval !== null || attempt?.control_epoch === screen.control_epoch) return null;
      return refuse(
        'screen.stale-control',
        'Control of the Screen has changed hands since; begin another attempt.',
      );
    },
  },
  {
    id: 'observation',
    check: ({ action: { intent }, screen, held, approval }) => {
      if (approval !== null || !('source_observation' in intent) || screen === null) return null;
      const { observation_id, observation_generation } = intent.source_observation;
      const head = screen.observation_generation;
      if (observation_generation < head) {
        return refuse(
          'action.observation-behind',
          'The Screen has been observed or acted on since; observe it again.',
        );
      }
      if (observation_generation > head) {
        return refuse('action.observation-ahead', 'The Screen has no such observation yet; observe it.');
      }
      return held?.work.observation?.observation_id === observation_id
        ? null
        : refuse('action.observation-unknown', 'That is not the observation that stands; observe it again.');
    },
  },
  {
    id: 'reference',
    check: ({ action: { intent }, element, held, approval }) => {
      if (approval !== null) return null;
      if ('target' in intent) {
        return held?.work.targets.includes(intent.target) === true
          ? null
          : refuse('target.unknown', 'No observation has shown such a target; observe the Screen.');
      }
      return refOf(intent) === null || element !== null
        ? null
        : refuse('reference.unknown', 'The observation has shown no such element; name one that it has.');
    },
  },
  {
    id: 'budget',
    check: ({ held, approval }) => {
      const running = held?.work.running;
      if (approval !== null || running == null || running.begun < running.budget) return null;
      return refuse('budget.spent', 'The attempt has taken all its actions; end it and begin another one.');
    },
  },
  {
    id: 'policy',
    check: ({ policy }) => {
      if (policy === null)
        return refuse('policy.unknown', 'Nothing says that this may be done; ask a person.');
      return forbiddenBy(policy);
    },
  },
  {
    id: 'approval',
    check: ({ policy, policyVersion, approval, now }) => {
      if (approval === null) return policy?.effect === 'require_approval' ? { kind: 'ask' } : null;
      if (now >= approval.expires_at) return over('expired');
      if (approval.subject.policy_version !== policyVersion)
        return { kind: 'gone', approval, because: 'rules' };
      return approval.status === 'pending' ? { kind: 'pending', approval } : null;
    },
  },
];

function over(why: string): Verdict {
  return refuse(`approval.${why}`, 'The approval is over; to go on, ask again under another key.');
}

/** What has become of an approval that is closed: terminal, whatever else stands by now. */
function overFor(approval: Approval, consumedBy: ActionState['consumedBy']): Verdict {
  return approval.closed_for === 'consumed' ? consumed(consumedBy) : over(approval.closed_for ?? 'closed');
}

function answerOf({ outcome, rule, attempt_id }: NonNullable<ActionState['known']>): ActionAnswer {
  if (outcome === 'performed') return { kind: 'performed', attempt_id };
  return outcome === 'stopped'
    ? { kind: 'stopped', rule: rule ?? 'stopped', attempt_id }
    : { kind: 'outcome_unknown' };
}

/** What came of an approval that was used, also under another key and when its host has died since. */
function consumed(attempt: ActionState['consumedBy']): Verdict {
  const done = attempt?.receipt?.stop_reason === 'completed' || attempt?.outcome === 'happened';
  if (done) {
    return { kind: 'answered', answer: { kind: 'performed', attempt_id: attempt?.attempt_id ?? null } };
  }
  if (attempt?.state === 'void' || attempt?.outcome === 'not_happened') {
    return refuse('approval.nothing-sent', 'The approval was used and nothing was sent; ask again.');
  }
  return { kind: 'answered', answer: { kind: 'outcome_unknown' } };
}

export type Climb =
  /** Everything holds; with an approval, one that is open. */
  { readonly kind: 'passed'; readonly approval: Approval | null } | (Verdict & { readonly rung: string });

/** Climbs to the first rung that does not let the action pass. */
export function climb(state: ActionState): Climb {
  for (const { id, check } of ladder) {
    const verdict = check(state);
    if (verdict !== null) return { ...verdict, rung: id };
  }
  return { kind: 'passed', approval: state.approval };
}
