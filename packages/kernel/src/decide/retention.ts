import {
  type Annex,
  canonicalForm,
  observedInAnnex,
  observedInSubject,
  type Subject,
  unkeptQuestion,
} from '@cux/contracts';
import type { CommandInput } from '../commands/command.ts';
import type { Attempt } from '../state/attempt.ts';
import { type Retention, retentionRowId, usualRetention } from '../state/retention.ts';
import {
  accept,
  type Decider,
  type Deciding,
  type RefusedDecision,
  read,
  readMany,
  refuse,
  refuseForGood,
} from './deciding.ts';
import { computersLockId, goalsLockId, readLock } from './locks.ts';

export function* readRetention(): Deciding<Retention> {
  return (yield* read('retention', retentionRowId)) ?? usualRetention;
}

/**
 * Days may change at any time. The kind is fixed while anything is in flight: what began under one retention ends under
 * it, since where its evidence is kept was decided when it began.
 */
export const setRetention: Decider<'set-retention'> = function* ({ retention }, context) {
  const present = yield* readRetention();
  if (present.kind !== retention.kind && (yield* workInFlight())) {
    return refuse(
      'retention.in-flight',
      'Work is under way here: finish or cancel it, decide or revoke its gates, put its Computers to sleep, and set the retention then.',
    );
  }
  const days = retention.kind === 'standard' ? retention.days : null;
  const next = { kind: retention.kind, days };
  const set =
    present.revision === 0
      ? context.work.create('retention', { ...present, revision: 1, ...next })
      : context.work.change('retention', present, next);
  context.work.event('retention-set', next);
  return accept({ revision: set.revision, ...next });
};

const unsettled: readonly Attempt['state'][] = [
  'admitted',
  'running',
  'prepared',
  'committed',
  'reported',
  'outcome_unknown',
];

/**
 * Every admission and every question reserves from the quota of its goal, every waking changes its Computer, and a new
 * goal or Computer changes a lock: whoever begins something at the same moment makes this decision stale.
 */
function* workInFlight(): Deciding<boolean> {
  yield* readLock(goalsLockId);
  yield* readLock(computersLockId);
  const quotas = yield* readMany('quota', { parent_id: 'goal' });
  if (quotas.some(({ reserved }) => Object.keys(reserved).length > 0)) return true;
  const computers = yield* readMany('computer', {});
  if (computers.some(({ placement }) => placement !== null)) return true;
  if ((yield* readMany('attempt', { states: unsettled })).length > 0) return true;
  const gates = yield* readMany('gate', { states: ['pending', 'open'] });
  // A standing approval is about an account: nothing that was observed rests on it.
  return gates.some(({ kind, status }) => status === 'pending' || kind === 'item');
}

/** A host works under the retention that holds, and says so: one that has never heard of `zdr` is given nothing there. */
export function* otherRetention(said: Retention['kind'] = 'standard'): Deciding<RefusedDecision | null> {
  const { kind } = yield* readRetention();
  if (kind === said) return null;
  return refuse(
    'retention.other',
    `The workspace's retention is ${kind}, and the host works under ${said}; use a host that follows it.`,
  );
}

/** Who holds what a question shows, where that is in memory only. */
export function* holderOfContent({ process_id }: Attempt): Deciding<string | null> {
  return (yield* readRetention()).kind === 'zdr' ? process_id : null;
}

const observed = 'What a page has said is kept in no record here (zdr); hand in what stands for it.';

/** Under `zdr` a subject names nothing that a page has said. */
export function* observedSubject(subject: Subject): Deciding<RefusedDecision | null> {
  if ((yield* readRetention()).kind === 'standard') return null;
  const paths = observedInSubject(subject);
  if (paths.length === 0) return null;
  return refuseForGood(
    'retention.observed-text',
    observed,
    paths.map((path) => ({ rule: 'retention.observed-text', path: `/subject${path}`, message: observed })),
  );
}

/** Under `zdr` the question about one action says exactly what may be kept of it. */
export function* observedQuestion({
  subject,
  attention,
}: Pick<CommandInput<'raise-approval'>, 'subject' | 'attention'>): Deciding<RefusedDecision | null> {
  if ((yield* readRetention()).kind === 'standard' || subject.action === undefined) return null;
  const may = unkeptQuestion(subject.action, subject.target.site, attention.evidence);
  return canonicalForm(may) === canonicalForm(attention)
    ? null
    : refuseForGood('retention.observed-text', observed);
}

/** Under `zdr` an annex holds codes, numbers and digests. */
export function* observedAnnex(annex: Annex) {
  if ((yield* readRetention()).kind === 'standard') return [];
  return observedInAnnex(annex).map((path) => ({
    rule: 'retention.observed-text',
    path: `/annex${path}`,
    message: observed,
  }));
}

/** Under `zdr` no text of a page is extracted: it would stand in the annex. */
export function* extractsText(extractions: Attempt['extractions']): Deciding<RefusedDecision | null> {
  if (extractions.every(({ type }) => type.kind !== 'text')) return null;
  if ((yield* readRetention()).kind === 'standard') return null;
  return refuseForGood(
    'retention.text-extraction',
    'The plan wants a text of the page named, and none is kept here (zdr); extract its digest instead.',
  );
}
