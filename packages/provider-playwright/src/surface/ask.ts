import type { ActionOutcome, Readiness } from '@cux/provider-sdk';
import type { Answer } from '../session/page-target.ts';

export type NotReady = Exclude<Readiness['kind'], 'ready'>;

export function refused(kind: NotReady): ActionOutcome {
  return { kind: 'refused', readiness: { kind } };
}

/** What it means that a check got no answer: nothing has been sent yet. */
export function unanswered(answer: Exclude<Answer<unknown>, { kind: 'value' }>): ActionOutcome {
  switch (answer.kind) {
    case 'closed':
      return { kind: 'lost' };
    case 'dialog':
      return refused('covered');
    case 'gone':
      return refused('stale');
    case 'timeout':
      return refused('moving');
  }
}
