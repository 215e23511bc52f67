import type { SessionEvent } from '../state/session.ts';
import type { Waking } from '../state/waking.ts';
import type { ComputerRows } from './computer-rows.ts';
import { stretchLine, type UsageLine, type UsagePlace } from './usage-line.ts';

/**
 * How long each waking had its Screen attached. A holder that has handed in the receipt had it until then. Of one that was
 * lost, or lives yet, only that is proved which its last record shows; the rest, until it was shown to be lost or until
 * `now`, may have been awake.
 */
export function awakeLines(rows: ComputerRows, now: number): readonly UsageLine[] {
  return rows.wakings.flatMap((waking) => {
    const { attached_at, ended, ended_at, computer_id, generation } = waking;
    if (attached_at === null) return [];
    const until = ended_at ?? Math.max(now, attached_at);
    const proved = ended === 'released' ? until : lastProof(rows, waking, attached_at, until);
    const place = (measure: UsagePlace['measure']): UsagePlace => ({
      computer_id,
      generation,
      session_id: null,
      attempt_id: null,
      measure,
      action: null,
      outcome: null,
    });
    return [
      stretchLine(place('awake_milliseconds'), attached_at, proved),
      ...(proved < until ? [stretchLine(place('unproved_milliseconds'), proved, until)] : []),
    ];
  });
}

/** What only the process that carries the attempt can have done. */
const ownWork: ReadonlySet<string> = new Set([
  'action-begun',
  'action-performed',
  'action-stopped',
  'action-outcome-unknown',
  'attempt-admitted',
  'attempt-running',
  'attempt-prepared',
  'attempt-committed',
  'attempt-reported',
  'attempt-void',
]);

/** The latest moment of the stretch at which a record shows the holder at work. */
function lastProof({ sessions }: ComputerRows, waking: Waking, from: number, until: number): number {
  let proof = from;
  for (const { events, attempts } of sessions) {
    const isHolders = ({ kind, attempt_id }: SessionEvent): boolean => {
      // The kernel takes an observation from the holder only.
      if (kind === 'observation-settled') return true;
      if (!ownWork.has(kind) || attempt_id === null) return false;
      return attempts.get(attempt_id)?.process_id === waking.process_id;
    };
    const last = events.findLast((event) => event.at >= from && event.at <= until && isHolders(event));
    if (last !== undefined) proof = Math.max(proof, last.at);
  }
  return proof;
}
