import type { PlainAttempt, PlainGate, PlainPrincipal, PlainQuota, PlainTodo } from './entities.ts';
import type { Facts } from './facts.ts';
import type { Batch, Change, Mirror } from './mirror.ts';

/** One batch, what stands after it, and what is known of the world outside. */
export interface Case {
  readonly batch: Batch;
  readonly mirror: Mirror;
  readonly facts: Facts;
  /** The highest time of any batch up to this one. */
  readonly highest: number;
  /** Attempts that committed and of which nobody has said what came of them before this batch, by record. */
  readonly unsettled: ReadonlyMap<string, string>;
}

type Law = (given: Case) => string | null;

/** Laws by their names. */
export type Laws = Readonly<Record<string, Law>>;

export interface Pair<Entity> {
  readonly before: Entity | null;
  readonly after: Entity;
}

export function changed<Entity>({ batch }: Case, kind: string): readonly Pair<Entity>[] {
  return batch.changes.filter((change) => change.kind === kind) as unknown as readonly Pair<Entity>[];
}

/** The first thing that is wrong with one of the values. */
export function first<Value>(
  values: readonly Value[],
  judge: (value: Value) => string | null,
): string | null {
  for (const value of values) {
    const problem = judge(value);
    if (problem !== null) return problem;
  }
  return null;
}

const gateArrows: Readonly<Record<string, readonly string[]>> = {
  pending: ['pending', 'open', 'closed'],
  open: ['closed'],
  closed: [],
};

const attemptArrows: Readonly<Record<string, readonly string[]>> = {
  admitted: ['admitted', 'running', 'abandoned'],
  running: ['running', 'prepared', 'reported', 'abandoned'],
  prepared: ['prepared', 'committed', 'reported', 'abandoned'],
  committed: ['committed', 'reported', 'void', 'outcome_unknown'],
  reported: ['reported', 'settled'],
  outcome_unknown: ['outcome_unknown', 'settled'],
  settled: ['settled'],
  abandoned: [],
  void: [],
};

const todoArrows: Readonly<Record<string, readonly string[]>> = {
  open: ['open', 'running', 'awaiting_gate', 'blocked', 'cancelled'],
  running: ['running', 'open', 'awaiting_gate', 'reconciling', 'blocked', 'done', 'cancelled'],
  awaiting_gate: ['awaiting_gate', 'open', 'blocked', 'cancelled'],
  reconciling: ['reconciling', 'done', 'awaiting_gate', 'blocked'],
  blocked: ['blocked', 'open', 'awaiting_gate', 'done', 'cancelled'],
  done: [],
  cancelled: [],
};

const measures = ['attempts', 'external_writes', 'interventions'] as const;

const holding: readonly string[] = ['admitted', 'running', 'prepared', 'committed', 'reported'];
const live: readonly string[] = ['admitted', 'running', 'prepared', 'committed'];

const samePerson = (left: PlainPrincipal, right: PlainPrincipal) => left.id === right.id;

/** Kinds of rows that are never changed. */
const writtenOnce: readonly string[] = ['evidence', 'usage', 'session-event', 'profile-revision'];

/** Every law by its name. Each is written from the promise, not from the deciders. */
export const laws: Laws = {
  'row.revision': ({ batch }) =>
    first(batch.changes, ({ kind, id, before, after }) => {
      if (writtenOnce.includes(kind)) return before === null ? null : `${kind} was changed`;
      const field = kind === 'record' ? 'version' : 'revision';
      const rose = Number(after[field]) === Number(before?.[field] ?? 0) + 1;
      return rose ? null : `${kind} ${id} did not rise by one revision`;
    }),

  'gate.arrows': (given) =>
    first(changed<PlainGate>(given, 'gate'), ({ before, after }) => {
      if (before === null) return after.status === 'pending' ? null : 'a gate was not born pending';
      if (!(gateArrows[before.status] ?? []).includes(after.status))
        return `a gate went from ${before.status} to ${after.status}`;
      if (before.subject_digest !== after.subject_digest) return 'a gate changed what it is about';
      return (after.status === 'closed') === (after.closed_for !== null)
        ? null
        : 'a gate closed without a reason';
    }),

  'gate.opened-by-a-person': (given) =>
    first(changed<PlainGate>(given, 'gate'), ({ before, after }) => {
      if (before?.status === 'open' || after.status !== 'open') return null;
      const { decided_by, gate_id, subject_digest } = after;
      if (given.batch.head.command !== 'decide-gate') return 'a gate was opened by another command';
      if (decided_by?.kind !== 'human') return 'a gate was opened by nobody human';
      if (after.provenance.some((each) => samePerson(each, decided_by)))
        return 'a gate was opened by whoever takes part';
      const said = given.facts.decisions.some(
        (each) =>
          each.decision === 'approve' &&
          each.person === decided_by.id &&
          each.gate_id === gate_id &&
          each.revision === before?.revision &&
          each.subject_digest === subject_digest,
      );
      return said ? null : 'a gate was opened and no person said so about exactly that';
    }),

  'commit.consumes-its-open-gate': (given) =>
    first(changed<PlainAttempt>(given, 'attempt'), ({ before, after }) => {
      if (after.state !== 'committed' || before?.state === 'committed') return null;
      const bound = after.request.gate_binding;
      const gates = changed<PlainGate>(given, 'gate').filter(
        (gate) => gate.after.consumed_by === after.attempt_id,
      );
      const gate = gates[0];
      if (gate === undefined || gates.length !== 1) return 'a commit consumed not exactly one gate';
      if (gate.before?.status !== 'open' || gate.after.closed_for !== 'consumed')
        return 'a commit consumed a gate that was not open';
      if (gate.after.gate_id !== bound?.gate_id || gate.before.revision !== bound.revision)
        return 'a commit consumed a gate at another revision than its own';
      if (gate.after.subject_digest !== after.subject_digest) return 'a commit was about something else';
      const time = given.highest;
      if (time >= gate.after.expires_at) return 'a commit consumed a gate whose time was over';
      if (time >= after.lease_until || time >= after.deadline) return 'a commit came after its lease';
      return null;
    }),

  'gate.consumed-by-a-commit': (given) =>
    first(changed<PlainGate>(given, 'gate'), ({ before, after }) => {
      if (after.closed_for !== 'consumed' || before?.closed_for === 'consumed') return null;
      const by = changed<PlainAttempt>(given, 'attempt').find(
        (each) => each.after.attempt_id === after.consumed_by,
      );
      const committed = by?.after.state === 'committed' && by.before?.state === 'prepared';
      return committed ? null : 'a gate was consumed without a commit';
    }),

  'attempt.arrows': (given) =>
    first(changed<PlainAttempt>(given, 'attempt'), ({ before, after }) => {
      if (before === null) return after.state === 'admitted' ? null : 'an attempt was not born admitted';
      if (!(attemptArrows[before.state] ?? []).includes(after.state))
        return `an attempt went from ${before.state} to ${after.state}`;
      if (before.permit_id !== null && before.permit_id !== after.permit_id) return 'a permit changed';
      if (before.permit_id === null && after.permit_id !== null && after.state !== 'committed')
        return 'a permit came without a commit';
      if (before.receipt !== null && before.receipt_digest !== after.receipt_digest)
        return 'a receipt changed';
      if (before.outcome !== null && before.outcome !== after.outcome) return 'an outcome changed';
      if (before.process_id !== after.process_id) return 'an attempt changed its process';
      return before.fence === after.fence ? null : 'an attempt changed its fence';
    }),

  'todo.arrows': (given) =>
    first(changed<PlainTodo>(given, 'todo'), ({ before, after }) => {
      if (before === null)
        return ['open', 'awaiting_gate', 'blocked'].includes(after.state) ? null : 'a todo was born at work';
      if (!(todoArrows[before.state] ?? []).includes(after.state))
        return `a todo went from ${before.state} to ${after.state}`;
      return after.fence >= before.fence ? null : 'a fence fell';
    }),

  'todo.holds-one-attempt': (given) => first(touchedTodos(given), (todo) => checkTodo(given.mirror, todo)),

  'quota.adds-up': ({ batch, mirror }) => {
    const concerned = batch.changes.some(({ kind }) => ['quota', 'attempt', 'usage'].includes(kind));
    const goals = concerned ? mirror.all('quota').filter(({ scope }) => scope === 'goal') : [];
    return first(goals, (quota) => checkLedger(mirror, quota) ?? checkReservations(mirror, quota));
  },

  'place.locked-while-unknown': (given) => {
    const { batch, unsettled, mirror } = given;
    const still = (record: string | undefined, except: string | null) =>
      [...unsettled].some(
        ([attempt, place]) =>
          place === record && attempt !== except && !isSettled(mirror, batch.changes, attempt),
      );
    const admitted = first(changed<PlainAttempt>(given, 'attempt'), ({ before, after }) => {
      const enters = before === null || (after.state === 'committed' && before.state !== 'committed');
      if (!enters || after.request.effect_class !== 'external_write') return null;
      return still(after.subject?.record_id, after.attempt_id)
        ? 'an external write went ahead in a place whose outcome is unknown'
        : null;
    });
    if (admitted !== null) return admitted;
    return first(changed<PlainGate>(given, 'gate'), ({ before, after }) =>
      before === null && after.kind === 'item' && still(after.subject.record_id, null)
        ? 'a gate was raised on a place whose outcome is unknown'
        : null,
    );
  },

  'outcome.nothing-denied-that-arrived': (given) =>
    first(changed<PlainAttempt>(given, 'attempt'), ({ after }) => {
      const denied = after.outcome === 'not_happened' || after.state === 'void';
      const arrived = given.facts.effects.some((effect) => effect.attempt_id === after.attempt_id);
      return denied && arrived ? 'an attempt is said to have sent nothing, and its write had arrived' : null;
    }),

  'refusal.moves-nothing': ({ batch }) =>
    batch.head.rule !== null && batch.changes.some(({ kind }) => kind !== 'workspace')
      ? 'a refusal wrote rows'
      : null,
};

function touchedTodos({ batch, mirror }: Case): readonly PlainTodo[] {
  const ids = new Set<string>();
  for (const { kind, id, after } of batch.changes) {
    if (kind === 'todo') ids.add(id);
    if (kind === 'attempt' || kind === 'gate') ids.add(String(after.todo_id));
  }
  return [...ids].map((id) => mirror.one('todo', id)).filter((todo) => todo !== null);
}

function checkTodo(mirror: Mirror, todo: PlainTodo): string | null {
  const { todo_id, state, attempt_id, gate_id } = todo;
  const held = mirror
    .all('attempt')
    .filter((each) => each.todo_id === todo_id && holding.includes(each.state))
    .map((each) => each.attempt_id);
  if (state === 'running' && (held.length !== 1 || held[0] !== attempt_id))
    return 'a running todo is not held by exactly its own attempt';
  if (state !== 'running' && held.length > 0) return `a todo that is ${state} is held by an attempt`;
  const gates = mirror.all('gate').filter((each) => each.todo_id === todo_id && each.status !== 'closed');
  if (gates.length > 1) return 'a todo waits for more than one decision';
  if (state === 'awaiting_gate' && (gates[0]?.gate_id !== gate_id || gates[0]?.status !== 'pending'))
    return 'a todo awaits a gate that is not pending';
  if ((state === 'done' || state === 'cancelled') && gates.length > 0)
    return 'a finished todo has left a gate behind';
  return null;
}

/** What is used is what the lines of the ledger add up to, and each holder has one line at most. */
function checkLedger(mirror: Mirror, { scope_id, used, limits, reserved }: PlainQuota): string | null {
  const lines = mirror.all('usage').filter(({ goal_id }) => goal_id === scope_id);
  const holders = lines.map(({ holder_id }) => holder_id).filter((holder) => holder !== null);
  if (new Set(holders).size !== holders.length) return 'a reservation was settled twice';
  for (const measure of measures) {
    const sum = lines.reduce((total, { amounts }) => total + amounts[measure], 0);
    if (sum !== used[measure]) return `the used ${measure} are not what the ledger adds up to`;
  }
  for (const measure of ['attempts', 'external_writes'] as const) {
    const held = Object.values(reserved).reduce((total, each) => total + each[measure], used[measure]);
    if (held > (limits[measure] ?? Number.POSITIVE_INFINITY)) return `more ${measure} than the goal allows`;
  }
  return null;
}

/** What is reserved belongs to an attempt that goes on; what was sent was counted. */
function checkReservations(mirror: Mirror, { scope_id, used, reserved }: PlainQuota): string | null {
  const attempts = mirror.all('attempt').filter(({ goal_id }) => goal_id === scope_id);
  const running = attempts.filter(({ state }) => live.includes(state)).map(({ attempt_id }) => attempt_id);
  const held = Object.keys(reserved).filter((holder) => holder.startsWith('attempt_'));
  if (held.sort().join() !== running.sort().join()) return 'a reservation is not that of a live attempt';
  if (used.attempts !== attempts.length - running.length) return 'the used attempts are not those that ended';
  const sent = attempts.filter(
    ({ permit_id, state }) => permit_id !== null && state !== 'committed' && state !== 'void',
  );
  return used.external_writes === sent.length
    ? null
    : 'the used external writes are not those that were sent';
}

/** Whether this batch, or an earlier one, has said what came of an attempt that committed. */
export function isSettled(mirror: Mirror, changes: readonly Change[], attemptId: string): boolean {
  const attempt = mirror.one('attempt', attemptId);
  if (attempt === null) return false;
  if (attempt.state === 'void' || attempt.outcome !== null) return true;
  const now = changes.find((each) => each.kind === 'attempt' && each.id === attemptId);
  const settledNow = attempt.state === 'settled' && now !== undefined && now.before?.state !== 'settled';
  return settledNow && mirror.one('todo', attempt.todo_id)?.state === 'done';
}
