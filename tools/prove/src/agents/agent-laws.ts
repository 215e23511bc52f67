import type { PlainAction, PlainAttempt, PlainComputer, PlainGate, PlainScreen } from '../oracle/entities.ts';
import { type Case, changed, first, type Laws } from '../oracle/laws.ts';

const computerArrows: Readonly<Record<string, readonly string[]>> = {
  sleeping: ['sleeping', 'waking', 'archived'],
  waking: ['waking', 'awake', 'sleeping', 'archiving'],
  awake: ['awake', 'sleeping', 'archiving'],
  archiving: ['archiving', 'archived'],
  archived: ['archived'],
};

const controlArrows: Readonly<Record<string, readonly string[]>> = {
  agent: ['agent', 'draining'],
  draining: ['draining', 'human', 'agent'],
  human: ['human', 'agent'],
};

const live: ReadonlySet<string> = new Set(['admitted', 'running', 'prepared', 'committed']);

/** Laws of Computers, Screens and single actions, each written from the promise and not from the deciders. */
export const agentLaws: Laws = {
  'computer.arrows': (given) =>
    first(changed<PlainComputer>(given, 'computer'), ({ before, after }) => {
      if (before === null)
        return after.lifecycle === 'sleeping' && after.placement === null
          ? null
          : 'a Computer was not born asleep';
      if (!(computerArrows[before.lifecycle] ?? []).includes(after.lifecycle))
        return `a Computer went from ${before.lifecycle} to ${after.lifecycle}`;
      const resting = after.lifecycle === 'sleeping' || after.lifecycle === 'archived';
      if (resting !== (after.placement === null))
        return `a Computer is ${after.lifecycle} with a placement that says otherwise`;
      const { placement } = before;
      if (
        placement !== null &&
        after.placement !== null &&
        placement.process_id !== after.placement.process_id
      )
        return 'a placement changed its process';
      return before.profile_revision === after.profile_revision ? null : 'a Computer changed its profile';
    }),

  'computer.generation-rises': (given) =>
    first(changed<PlainComputer>(given, 'computer'), ({ before, after }) => {
      const woken = before?.lifecycle === 'sleeping' && after.lifecycle === 'waking';
      const due = (before?.generation ?? 0) + (woken ? 1 : 0);
      if (after.generation !== due)
        return `a generation went from ${before?.generation} to ${after.generation}`;
      const screen = given.mirror.one('screen', after.screen_id);
      return screen === null || screen.generation === after.generation
        ? null
        : 'a Screen has another generation';
    }),

  'screen.heads-rise': (given) =>
    first(changed<PlainScreen>(given, 'screen'), ({ before, after }) => {
      if (before === null) return null;
      const still = (['computer_id', 'width', 'height', 'scale_percent'] as const).every(
        (part) => before[part] === after[part],
      );
      if (!still) return 'a Screen became another one';
      const fell = (['generation', 'control_epoch', 'observation_generation'] as const).find(
        (part) => after[part] < before[part],
      );
      if (fell !== undefined) return `the ${fell} of a Screen fell`;
      if (!(controlArrows[before.control] ?? []).includes(after.control))
        return `control went from ${before.control} to ${after.control}`;
      const changedHands = before.control !== after.control && after.control !== 'human';
      return changedHands && after.control_epoch === before.control_epoch
        ? 'control changed hands and its epoch did not'
        : null;
    }),

  'screen.one-attempt': (given) => {
    const isLive = ({ state, session_id }: PlainAttempt) => session_id !== null && live.has(state);
    return first(
      changed<PlainAttempt>(given, 'attempt').map(({ after }) => after),
      (attempt) => {
        if (!isLive(attempt)) return null;
        const screen = screenOf(given, attempt.session_id)?.screen_id;
        const other = given.mirror
          .all('attempt')
          .filter(isLive)
          .find(
            (each) =>
              each.attempt_id !== attempt.attempt_id &&
              screenOf(given, each.session_id)?.screen_id === screen,
          );
        return other === undefined ? null : 'two attempts are under way on one Screen';
      },
    );
  },

  'takeover.begins-nothing': (given) => {
    const begun = changed<PlainAction>(given, 'action')
      .filter(({ before, after }) => before === null && after.state === 'begun')
      .map(({ after }) => after.session_id);
    const entered = changed<PlainAttempt>(given, 'attempt')
      .filter(
        ({ before, after }) =>
          before === null || (after.state === 'committed' && before.state !== 'committed'),
      )
      .map(({ after }) => after.session_id);
    const asked = changed<PlainGate>(given, 'gate')
      .filter(({ before }) => before === null)
      .map(({ after }) => after.subject.action?.session_id ?? null);
    return first([...begun, ...entered, ...asked], (session) => {
      const screen = screenOf(given, session);
      return screen === null || screen.control === 'agent'
        ? null
        : `something of an agent began while control was ${screen.control}`;
    });
  },

  'takeover.person-alone': (given) =>
    first(changed<PlainScreen>(given, 'screen'), ({ before, after }) => {
      if (before?.control === 'human' || after.control !== 'human') return null;
      const busy = given.mirror
        .all('session')
        .find(({ computer_id, attempt_id }) => computer_id === after.computer_id && attempt_id !== null);
      return busy === undefined ? null : 'a person got the Screen while an attempt was under way on it';
    }),

  'takeover.ends-approvals': (given) =>
    first(changed<PlainScreen>(given, 'screen'), ({ before, after }) => {
      if (before?.control !== 'human' || after.control === 'human') return null;
      if (!after.readback_due) return 'a person has left a Screen, and nobody has to read what they left';
      const live = given.mirror
        .all('gate')
        .find(({ status, subject }) => status !== 'closed' && subject.action?.screen_id === after.screen_id);
      return live === undefined ? null : 'an approval outlived the hands of a person';
    }),

  'approval.bound-to-its-page': (given) =>
    first(changed<PlainAttempt>(given, 'attempt'), ({ before, after }) => {
      if (after.state !== 'committed' || before?.state === 'committed') return null;
      const action = given.mirror.one('gate', after.request.gate_binding?.gate_id ?? '')?.subject.action;
      const computer = given.mirror.one('computer', action?.computer_id ?? '');
      if (action === undefined || computer === null) return null;
      if (after.session_id !== action.session_id) return 'an approval was used in another session';
      return computer.generation === action.generation ? null : 'an approval outlived its page';
    }),

  'action.once': (given) =>
    first(changed<PlainAction>(given, 'action'), ({ before, after }) => {
      if (before === null) return after.state === 'settled' ? 'an action was born settled' : null;
      if (before.state === 'settled') return 'what came of an action was changed';
      if (before.action_digest !== after.action_digest || before.session_id !== after.session_id)
        return 'a key changed its action';
      return after.state === 'settled' ? null : 'an action moved without being settled';
    }),
};

function screenOf({ mirror }: Case, sessionId: string | null): PlainScreen | null {
  const session = sessionId === null ? null : mirror.one('session', sessionId);
  const computer = session === null ? null : mirror.one('computer', session.computer_id);
  return computer === null ? null : mirror.one('screen', computer.screen_id);
}
