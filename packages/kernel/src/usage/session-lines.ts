import type { UsageOutcome } from '@cux/contracts';
import type { Action } from '../state/action.ts';
import type { Attempt } from '../state/attempt.ts';
import type { Gate } from '../state/gate.ts';
import type { Waking } from '../state/waking.ts';
import type { ComputerRows, SessionRows } from './computer-rows.ts';
import { type Happened, linesOf, type UsageLine, type UsagePlace } from './usage-line.ts';

/** What was done, seen, asked and decided in the sessions of a Computer, and by people at its Screen. */
export function workLines(rows: ComputerRows, now: number): readonly UsageLine[] {
  const { wakings, sessions } = rows;
  return linesOf([
    ...wakings.flatMap(takeovers),
    ...sessions.flatMap((session) => [
      ...counted(rows, session),
      ...actionsOf(rows, session, now),
      ...approvalsOf(rows, session),
      ...interventionsOf(rows, session),
      ...evidenceOf(rows, session),
    ]),
  ]);
}

function takeovers({ computer_id, generation, taken_over_at }: Waking): readonly Happened[] {
  const place = {
    ...nothing,
    computer_id,
    generation,
    measure: 'interventions',
    outcome: 'took_over',
  } as const;
  return taken_over_at.map((at) => ({ place, quantity: 1, at }));
}

const nothing = { session_id: null, attempt_id: null, action: null, outcome: null } as const;

/** A line's place in a session, at the generation of that moment. */
function placeIn(
  { computer, wakings }: ComputerRows,
  { session }: SessionRows,
  at: number,
  parts: Pick<UsagePlace, 'measure'> & Partial<UsagePlace>,
): UsagePlace {
  const generation = wakings.findLast(({ woken_at }) => woken_at <= at)?.generation ?? 0;
  const { computer_id } = computer;
  return { ...nothing, computer_id, generation, session_id: session.session_id, ...parts };
}

/** Observations, and refusals: each is an event of its own. */
function counted(rows: ComputerRows, session: SessionRows): readonly Happened[] {
  return session.events.flatMap(({ kind, attempt_id, at }) => {
    if (kind === 'observation-settled') {
      const place = placeIn(rows, session, at, { measure: 'observations', attempt_id });
      return [{ place, quantity: 1, at }];
    }
    if (kind !== 'action-refused') return [];
    const place = placeIn(rows, session, at, { measure: 'actions', attempt_id, outcome: 'refused' });
    return [{ place, quantity: 1, at }];
  });
}

function actionsOf(rows: ComputerRows, session: SessionRows, now: number): readonly Happened[] {
  return session.actions.map((action) => {
    const { kind, at } = action;
    const came = cameOf(session, action, now);
    return {
      place: placeIn(rows, session, at, { measure: 'actions', action: kind, ...came }),
      quantity: 1,
      at,
    };
  });
}

type Came = Pick<UsagePlace, 'attempt_id'> & { readonly outcome: UsageOutcome };

/** What has come of an action, and in which attempt, by what the rows prove. */
function cameOf(session: SessionRows, action: Action, now: number): Came {
  const { state, attempt_id, gate_id } = action;
  // One that was begun and never settled may have happened.
  if (state !== 'asked') return { attempt_id, outcome: action.outcome ?? 'outcome_unknown' };
  const gate = session.gates.get(gate_id ?? '');
  const waits = gate !== undefined && gate.status !== 'closed' && now < gate.expires_at;
  if (waits) return { attempt_id: null, outcome: 'waiting' };
  const consumer = session.attempts.get(gate?.consumed_by ?? '');
  if (consumer === undefined || !isCarriedOut(session, action))
    return { attempt_id: null, outcome: 'not_done' };
  return { attempt_id: consumer.attempt_id, outcome: outcomeOf(consumer) };
}

/** Of the keys that waited for one decision, one was carried out: the one that is settled, or else the first. */
function isCarriedOut({ actions }: SessionRows, action: Action): boolean {
  const sharing = actions.filter(({ gate_id }) => gate_id === action.gate_id);
  const [first] = sharing.toSorted(
    (left, right) => left.at - right.at || (left.action_id < right.action_id ? -1 : 1),
  );
  return first === action && sharing.every(({ state }) => state === 'asked');
}

/** Of an approved press of which its host has not said what came of it. */
function outcomeOf({ receipt, outcome, state }: Attempt): UsageOutcome {
  if (receipt?.stop_reason === 'completed' || outcome === 'happened') return 'performed';
  return state === 'void' || outcome === 'not_happened' ? 'stopped' : 'outcome_unknown';
}

/** The events of an approval, and what each is in the ledger. */
const ofApprovals: Readonly<Record<string, UsageOutcome>> = {
  'approval-asked': 'asked',
  'approval-open': 'approved',
  'approval-rejected': 'rejected',
  'approval-revoked': 'revoked',
  'approval-expired': 'expired',
  'approval-superseded': 'superseded',
  'approval-content-gone': 'content_gone',
  'approval-consumed': 'consumed',
};

function approvalsOf(rows: ComputerRows, session: SessionRows): readonly Happened[] {
  const asked = new Set<string>();
  return session.events.flatMap(({ kind, gate_id, at }) => {
    const outcome = ofApprovals[kind];
    if (outcome === undefined || gate_id === null) return [];
    // Another key that waits for the same decision asks nobody anything.
    if (outcome === 'asked' && asked.has(gate_id)) return [];
    if (outcome === 'asked') asked.add(gate_id);
    const generation = generationOf(session.gates.get(gate_id));
    const place = placeIn(rows, session, at, { measure: 'approvals', outcome, ...generation });
    return [{ place, quantity: 1, at }];
  });
}

/** An approval belongs to the waking that it was asked in, whenever it is decided. */
function generationOf(gate: Gate | undefined): Pick<UsagePlace, 'generation'> | Record<string, never> {
  const action = gate !== undefined && 'action' in gate.subject ? gate.subject.action : undefined;
  return action === undefined ? {} : { generation: action.generation };
}

function interventionsOf(rows: ComputerRows, session: SessionRows): readonly Happened[] {
  return session.settled
    .filter(({ amounts }) => amounts.interventions > 0)
    .map(({ amounts, holder_id, at }) => {
      const outcome = holder_id === null ? 'acted' : 'decided';
      const place = placeIn(rows, session, at, { measure: 'interventions', outcome });
      return { place, quantity: amounts.interventions, at };
    });
}

function evidenceOf(rows: ComputerRows, session: SessionRows): readonly Happened[] {
  return session.evidence.flatMap(({ attempt_id, size }) => {
    const at = session.attempts.get(attempt_id)?.admitted_at ?? session.session.opened_at;
    const place = placeIn(rows, session, at, { measure: 'evidence_bytes', attempt_id });
    return [{ place, quantity: size, at }];
  });
}
