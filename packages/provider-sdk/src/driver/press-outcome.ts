import type { Annex } from '@cux/contracts';
import type { ActionOutcome } from '../surface/surface.ts';
import { type Blocker, blocker, readinessBlockers } from './blocker.ts';

/** What is known once the permit is taken back: from then on nothing of it can leave. */
export interface PressFacts {
  readonly press: ActionOutcome;
  /** For each of the permit's rules that was spent: HTTP status of its answer, null when none came. */
  readonly answers: readonly (number | null)[];
  /** Something else was blocked at the guard since the press. */
  readonly blockedSince: boolean;
}

export interface PressVerdict {
  readonly press: Annex['press'];
  /** The `final_action_clicked` of the receipt: as seen. */
  readonly clicked: boolean;
  /** Null: the effect has happened, once, and the site has accepted it. */
  readonly blocker: Blocker | null;
}

/**
 * Decides by effect. An engine may not know what came of a press; the guard knows what left.
 *
 * | press \ permit | spent, each answered 2xx–3xx | spent, an error or no answer among them | unspent |
 * |---|---|---|---|
 * | done | completed | outcome_unknown | write_blocked or target_lost |
 * | outcome unknown | completed | outcome_unknown | outcome_unknown |
 * | refused, lost | outcome_unknown | outcome_unknown | why it was refused |
 *
 * An error answer is unknown too: a server may fail after it has written. An engine that says it has not pressed
 * while the permitted write left knows nothing about its press.
 */
export function decidePressOutcome(facts: PressFacts): PressVerdict {
  const sent = facts.press.kind === 'done' || facts.press.kind === 'outcome_unknown';
  const spent = facts.answers.length > 0;
  if (sent && spent && facts.answers.every(isAccepted))
    return { press: 'pressed', clicked: true, blocker: null };
  if (spent) {
    const press = facts.press.kind === 'done' ? 'pressed' : 'outcome_unknown';
    return { press, clicked: press === 'pressed', blocker: blocker('outcome_unknown') };
  }
  return {
    press: pressed(facts.press),
    clicked: facts.press.kind === 'done',
    blocker: unspentBlocker(facts),
  };
}

/** Informational answers are none yet; everything from 400 on may hide a write that was done. */
function isAccepted(status: number | null): boolean {
  return status !== null && status >= 200 && status < 400;
}

function pressed(outcome: ActionOutcome): Annex['press'] {
  if (outcome.kind === 'done') return 'pressed';
  return outcome.kind === 'outcome_unknown' ? 'outcome_unknown' : 'not_attempted';
}

function unspentBlocker({ press, blockedSince }: PressFacts): Blocker {
  switch (press.kind) {
    case 'done':
      return blocker(blockedSince ? 'write_blocked' : 'target_lost');
    case 'outcome_unknown':
      return blocker('outcome_unknown');
    case 'refused':
      return blocker(readinessBlockers[press.readiness.kind]);
    case 'lost':
      return blocker('target_lost');
  }
}
