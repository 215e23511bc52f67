import { observedInSubject, type Principal } from '@cux/contracts';
import type { CommandKind } from './commands/command.ts';
import { type Deciding, readStored } from './decide/deciding.ts';
import { isItemSubject } from './decide/gates.ts';
import type { Change } from './decide/work.ts';
import { KernelFault } from './kernel-fault.ts';
import type { RowKind } from './ports/store.ts';
import { type Action, actionMoves } from './state/action.ts';
import { type Attempt, attemptMoves, underWay } from './state/attempt.ts';
import { type Computer, computerMoves } from './state/computer.ts';
import { descriptions, type Entities } from './state/entities.ts';
import { type Gate, gateMoves } from './state/gate.ts';
import { type Goal, goalMoves } from './state/goal.ts';
import { measures, type QuotaUsage } from './state/quota.ts';
import { controlMoves, type Screen } from './state/screen.ts';
import { type Session, sessionMoves } from './state/session.ts';
import { type Todo, todoMoves } from './state/todo.ts';
import type { UsageEntry } from './state/usage.ts';
import type { Waking } from './state/waking.ts';
import { type Workspace, workspaceMoves } from './state/workspace.ts';

/** One row before and after a decision. */
export interface Difference {
  readonly kind: RowKind;
  readonly id: string;
  /** The revision that the decision saw; 0 when the row is new. */
  readonly base: number;
  readonly before: Entities[RowKind] | null;
  readonly after: Entities[RowKind];
}

/** The command that was decided: who sent it, from which process where it says so, and when. */
export interface DecidedCommand {
  readonly kind: CommandKind;
  readonly principal: Principal;
  readonly processId: string | null;
  /** When the person looked who says what came of an attempt; null where nobody says so. */
  readonly lookedAt: number | null;
  readonly now: number;
  /** The workspace as it was when the command came, and the identity of the store. */
  readonly workspace: Workspace;
  readonly storeId: string;
  /** Of an attempt that is born in a session: every session of its Computer, as it stands after the decision. */
  readonly sameScreen: readonly Session[];
}

/**
 * What the laws look at beside what changes; it becomes part of what the decision rests on. Read here and not taken from the
 * decider, which may have looked at less.
 */
export function* sessionsOfTheScreen(changes: readonly Change[]): Deciding<readonly Session[]> {
  const born = changes.find(({ kind, base }) => kind === 'attempt' && base === 0);
  const session_id = (born?.entity as Attempt | undefined)?.session_id ?? null;
  if (session_id === null) return [];
  const { computer_id } = yield* readStored('session', session_id);
  const computer = yield* readStored('computer', computer_id);
  const sessions: Session[] = [];
  for (const each of computer.sessions) sessions.push(yield* readStored('session', each));
  return sessions;
}

const writtenOnce: readonly RowKind[] = ['evidence', 'usage', 'session-event', 'profile-revision'];

/** What only the host's operator may move an attempt to, from the very process that holds it. */
const ownMoves: readonly Attempt['state'][] = ['running', 'prepared', 'committed', 'reported', 'void'];

/**
 * The laws, checked on every decision in production right before it is stored. A broken one is a fault of a decider:
 * nothing is stored. They are written apart from the deciders, so that one mistake has to be made twice.
 */
export function checkInvariants(
  differences: readonly Difference[],
  events: number,
  command: DecidedCommand,
): void {
  if (events === 0) broken('a decision has no event');
  checkPlace(command);
  checkHands(command);
  for (const difference of differences) {
    const { kind, base, before, after } = difference;
    const revision = descriptions[kind].revision(after as never);
    if (revision !== base + 1) broken('a row does not rise by exactly one revision');
    if (kind === 'workspace') checkWorkspace(before as Workspace | null, after as Workspace, command);
    if (kind === 'gate') checkGate(before as Gate | null, after as Gate, differences, command);
    if (kind === 'attempt') checkAttempt(before as Attempt | null, after as Attempt, differences, command);
    if (kind === 'todo') checkTodo(before as Todo | null, after as Todo);
    if (kind === 'goal') checkGoal(before as Goal | null, after as Goal);
    if (kind === 'session') checkSession(before as Session | null, after as Session, differences);
    if (kind === 'action') checkAction(before as Action | null, after as Action);
    if (kind === 'computer') checkComputer(before as Computer | null, after as Computer, differences);
    if (kind === 'waking') checkWaking(before as Waking | null, after as Waking, differences);
    if (kind === 'screen') checkScreen(before as Screen | null, after as Screen);
    if (kind === 'quota') checkQuota(before as QuotaUsage | null, after as QuotaUsage, differences);
    if (writtenOnce.includes(kind) && before !== null) broken(`${kind} changes`);
  }
}

/** A workspace decides in one store only, and nowhere while it is on a move; of that only a move's end is said. */
function checkPlace({ kind, workspace: { state, store_id, move }, storeId }: DecidedCommand): void {
  if (state === 'at_work' && store_id === storeId) return;
  const ends =
    (kind === 'arrive-workspace' && store_id === storeId) ||
    (kind === 'take-back-workspace' && move?.from_store_id === storeId);
  if (state !== 'retired' || !ends) broken('a workspace decides where it is not at work');
}

/** One pair of hands on a Screen. */
function checkHands({ sameScreen }: DecidedCommand): void {
  if (sameScreen.filter(({ attempt_id }) => attempt_id !== null).length > 1)
    broken('two attempts are under way on one Screen');
}

function checkWorkspace(before: Workspace | null, after: Workspace, { storeId }: DecidedCommand): void {
  if (before === null) {
    if (after.state !== 'at_work' || after.store_id !== storeId) broken('a workspace is born elsewhere');
    return;
  }
  if (before.salt !== after.salt) broken('the salt of a workspace changes');
  if (!workspaceMoves[before.state].includes(after.state)) broken('a workspace makes an unknown move');
  if (after.state === 'at_work' && after.store_id !== storeId) broken('a workspace returns to another store');
  if (after.state === 'retired' && after.store_id === storeId)
    broken('a workspace is retired to where it is');
}

function checkGate(
  before: Gate | null,
  after: Gate,
  all: readonly Difference[],
  command: DecidedCommand,
): void {
  if (before === null) {
    if (after.status !== 'pending' || after.revision !== 1) broken('a gate is not born pending');
    checkQuestion(after, command);
    return;
  }
  if (before.status === 'closed') broken('a closed gate changes');
  if (before.status !== after.status && !gateMoves[before.status].includes(after.status)) {
    broken('a gate makes an unknown move');
  }
  if (before.subject_digest !== after.subject_digest) broken('a gate changes its subject');
  if (before.held_by !== after.held_by) broken('what a gate shows changes hands');
  if (after.closed_for === 'content_gone' && (before.status !== 'pending' || after.held_by === null))
    broken('a gate loses what is kept');
  if (after.status === 'open' && after.decided_by?.kind !== 'human') broken('a gate is opened by no person');
  if (after.status === 'open' && after.provenance.some((each) => each.id === after.decided_by?.id))
    broken('a gate is opened by whoever takes part');
  if ((after.status === 'closed') !== (after.closed_for !== null)) broken('a gate closes without a reason');
  if ((after.closed_for === 'consumed') !== (after.consumed_by !== null))
    broken('a gate is consumed by nobody');
  if (after.closed_for !== 'consumed') return;
  if (after.kind === 'standing') broken('a standing gate is consumed');
  if (before.status !== 'open') broken('a gate that is not open is consumed');
  const committed = all.some(
    (each) => each.kind === 'attempt' && each.id === after.consumed_by && stateOf(each) === 'committed',
  );
  if (!committed) broken('a gate is consumed without a commit');
}

/** A question that comes from an attempt shows what it has seen, and what stays forbidden. */
function checkQuestion({ attention, held_by, subject }: Gate, { kind }: DecidedCommand): void {
  if (held_by !== null && isItemSubject(subject) && observedInSubject(subject).length > 0)
    broken('a question keeps what a page has said');
  if (kind !== 'settle-attempt' && kind !== 'void-attempt' && kind !== 'raise-approval') return;
  if (attention.evidence.length === 0) broken('a question shows no evidence');
  if (attention.forbidden.length === 0) broken('a question forbids nothing');
}

function checkAttempt(
  before: Attempt | null,
  after: Attempt,
  all: readonly Difference[],
  command: DecidedCommand,
): void {
  if (before === null) {
    if (after.state !== 'admitted') broken('an attempt is not born admitted');
    return;
  }
  if (before.state !== after.state && !attemptMoves[before.state].includes(after.state)) {
    broken('an attempt makes an unknown move');
  }
  if (before.permit_id !== null && after.permit_id !== before.permit_id) broken('a permit changes');
  if (before.permit_id === null && after.permit_id !== null && after.state !== 'committed') {
    broken('a permit is issued outside a commit');
  }
  if (before.receipt !== null && after.receipt_digest !== before.receipt_digest) broken('a receipt changes');
  const claims = after.receipt?.observed_facts.final_action_clicked === true;
  if (claims && after.permit_id === null) broken('a press is reported that was never committed');
  if (before.outcome !== null && after.outcome !== before.outcome) broken('an outcome is settled twice');
  if (after.process_id !== before.process_id) broken('an attempt changes its process');
  if (before.permit_spent !== null && before.permit_id !== null && after.permit_spent !== before.permit_spent)
    broken('what was sent changes');
  checkMover(before, after, command);
  checkQuiet(before, after, command);
  if (after.state === 'committed' && before.state !== 'committed') checkCommit(after, all);
}

/** An attempt is carried by its own process alone, and its proposal is nobody's but a capability's. */
function checkMover(before: Attempt, after: Attempt, { kind, principal, processId }: DecidedCommand): void {
  if (before.state === after.state) return;
  if (ownMoves.includes(after.state) && processId !== after.process_id)
    broken('an attempt is carried by another process');
  if (principal.kind === 'agent' || principal.kind === 'provider')
    broken('an attempt is moved by whom it is not for');
  if (after.state === 'void' && principal.kind !== 'capability')
    broken('a void is proposed by no capability');
  const proposed = after.state === 'settled' && kind === 'settle-attempt';
  if (proposed && principal.kind !== 'capability') broken('a proposal comes from no capability');
}

/** That nothing happened is said only when what left must have arrived. */
function checkQuiet(before: Attempt, after: Attempt, { kind, lookedAt, now }: DecidedCommand): void {
  if (before.settle_after !== null && after.settle_after !== before.settle_after)
    broken('a quiet time changes');
  if (after.state === 'outcome_unknown' && after.settle_after === null) broken('silence has no quiet time');
  const denied = before.outcome === null && after.outcome === 'not_happened';
  if (denied && (before.settle_after === null || now < before.settle_after))
    broken('a press is denied while it may still arrive');
  const looked = kind === 'settle-outcome' ? (lookedAt ?? 0) : now;
  if (denied && looked < (before.settle_after ?? 0))
    broken('a press is denied by who looked before it could arrive');
}

function checkCommit(attempt: Attempt, all: readonly Difference[]): void {
  if (attempt.permit_id === null) broken('a commit issues no permit');
  if (attempt.request.effect_class !== 'external_write') broken('a read or draft attempt commits');
  const consumed = all.filter(
    (each) => each.kind === 'gate' && (each.after as Gate).consumed_by === attempt.attempt_id,
  );
  const gate = consumed[0]?.after as Gate | undefined;
  if (consumed.length !== 1 || gate?.gate_id !== attempt.request.gate_binding?.gate_id) {
    broken('a commit does not consume exactly its own gate');
  }
  if (gate?.subject_digest !== attempt.subject_digest)
    broken('a commit is about something else than its gate');
}

function checkGoal(before: Goal | null, after: Goal): void {
  if (before === null || before.state === after.state) return;
  if (!goalMoves[before.state].includes(after.state)) broken('a goal makes an unknown move');
}

function checkSession(before: Session | null, after: Session, all: readonly Difference[]): void {
  if (before === null) {
    if (after.state !== 'open') broken('a session is not born open');
    return;
  }
  if (before.attempt_id !== null && after.attempt_id !== before.attempt_id) {
    const moved = all.find(({ kind, id }) => kind === 'attempt' && id === before.attempt_id);
    const isOver = moved !== undefined && !underWay.includes((moved.after as Attempt).state);
    if (!isOver) broken('a session forgets an attempt that is under way');
  }
  if (before.state === 'closed' && after.attempt_id !== null)
    broken('an attempt is admitted in a closed session');
  if (before.state !== after.state && !sessionMoves[before.state].includes(after.state))
    broken('a session makes an unknown move');
  if (before.computer_id !== after.computer_id || before.agent.id !== after.agent.id)
    broken('a session changes its Computer or its agent');
  if (after.events <= before.events) broken('a session changes without an event');
}

/** What came of an action is said once, and is about what was asked. */
function checkAction(before: Action | null, after: Action): void {
  if (before === null) {
    if (after.state === 'settled') broken('an action is born settled');
    if ((after.state === 'asked') !== (after.gate_id !== null)) broken('an action asks nobody');
    return;
  }
  if (before.state === 'settled') broken('a settled action changes');
  if (!actionMoves[before.state].includes(after.state) || after.outcome === null)
    broken('an action makes an unknown move');
  if (before.action_digest !== after.action_digest || before.gate_id !== after.gate_id)
    broken('an action becomes another one');
}

function checkComputer(before: Computer | null, after: Computer, all: readonly Difference[]): void {
  if (before === null) {
    if (after.lifecycle !== 'sleeping' || after.placement !== null) broken('a Computer is not born sleeping');
    return;
  }
  if (before.lifecycle !== after.lifecycle && !computerMoves[before.lifecycle].includes(after.lifecycle))
    broken('a Computer makes an unknown move');
  if (before.profile_id !== after.profile_id || before.profile_revision !== after.profile_revision)
    broken('a Computer changes its profile');
  if (before.screen_id !== after.screen_id) broken('a Computer changes its Screen');
  const placed = ['waking', 'awake', 'archiving'].includes(after.lifecycle);
  if (placed !== (after.placement !== null)) broken('a placement is not where its Computer says');
  const woken = before.lifecycle === 'sleeping' && after.lifecycle === 'waking';
  if (after.generation !== before.generation + (woken ? 1 : 0)) broken('a generation rises without a waking');
  if (after.sharing_scope === 'exclusive' && after.sessions.length > 1)
    broken('an exclusive Computer is shared');
  const begins = before.placement === null && after.placement !== null;
  const ends = before.placement !== null && after.placement === null;
  if (begins && wakingOf(after, all)?.ended !== null) broken('a placement begins without its waking');
  if (ends && (wakingOf(after, all)?.ended ?? null) === null) broken('a placement ends without its waking');
}

function wakingOf({ computer_id, generation }: Computer, all: readonly Difference[]): Waking | undefined {
  return all
    .filter((each) => each.kind === 'waking')
    .map((each) => each.after as Waking)
    .find((waking) => waking.computer_id === computer_id && waking.generation === generation);
}

/** A waking is as long as its placement, and what was written of it stands. */
function checkWaking(before: Waking | null, after: Waking, all: readonly Difference[]): void {
  const computer = all.find((each) => each.kind === 'computer' && each.id === after.computer_id);
  const placed = (computer?.after as Computer | undefined)?.placement;
  if (before === null) {
    // That of a placement from before wakings were kept: with its end, and saying nothing of when it was awake.
    const earlier = (computer?.before as Computer | undefined)?.placement;
    const isLate = placed === null && earlier?.process_id === after.process_id;
    if (isLate && after.attached_at === null && after.woken_at === earlier.since) return;
    if (after.ended !== null || after.attached_at !== null) broken('a waking is not born held');
    if (placed == null || placed.process_id !== after.process_id)
      broken('a waking is born without a placement');
    return;
  }
  if (before.ended !== null) broken('a waking that has ended changes');
  if (before.process_id !== after.process_id || before.woken_at !== after.woken_at)
    broken('a waking becomes another one');
  if (before.attached_at !== null && after.attached_at !== before.attached_at)
    broken('a Screen is attached twice');
  if (after.taken_over_at.length < before.taken_over_at.length) broken('a takeover is forgotten');
  if ((after.ended === null) !== (after.ended_at === null)) broken('a waking ends at no time');
  if (after.ended !== null && placed !== null) broken('a waking ends before its placement');
}

function checkScreen(before: Screen | null, after: Screen): void {
  if (before === null) {
    if (after.attachment !== 'detached') broken('a Screen is not born detached');
    return;
  }
  const same =
    before.computer_id === after.computer_id &&
    before.width === after.width &&
    before.height === after.height &&
    before.scale_percent === after.scale_percent;
  if (!same) broken('a Screen changes what it is');
  if (before.control_epoch > after.control_epoch) broken('a control epoch falls');
  if (before.observation_generation > after.observation_generation) broken('an observation is taken back');
  const taken = before.control !== after.control && after.control !== 'human';
  if (taken && after.control_epoch === before.control_epoch) broken('control changes hands within an epoch');
  const released = before.attachment === 'attached' && after.attachment === 'detached';
  if (before.control !== after.control && !released && !controlMoves[before.control].includes(after.control))
    broken('control makes an unknown move');
}

/** What is used grows by exactly what the ledger gains, and a reservation goes with a line of its own. */
function checkQuota(before: QuotaUsage | null, after: QuotaUsage, all: readonly Difference[]): void {
  if (before === null) return;
  const lines = all
    .filter((each) => each.kind === 'usage')
    .map((each) => each.after as UsageEntry)
    .filter((line) => after.scope === 'workspace' || line[`${after.scope}_id`] === after.scope_id);
  for (const measure of measures) {
    const gained = lines.reduce((sum, line) => sum + line.amounts[measure], 0);
    if (after.used[measure] !== before.used[measure] + gained) broken('usage is not what the ledger says');
  }
  for (const holder of Object.keys(before.reserved)) {
    const settled = lines.filter((line) => line.holder_id === holder).length;
    if (settled !== (holder in after.reserved ? 0 : 1)) broken('a reservation is not settled exactly once');
  }
}

function checkTodo(before: Todo | null, after: Todo): void {
  if (before === null) {
    if (!['open', 'awaiting_gate', 'blocked'].includes(after.state)) broken('a todo is born at work');
    return;
  }
  if (before.state === 'done' || before.state === 'cancelled') broken('a finished todo changes');
  if (before.state !== after.state && !todoMoves[before.state].includes(after.state)) {
    broken('a todo makes an unknown move');
  }
  if (after.fence < before.fence) broken('a fence falls');
  if ((after.state === 'running') !== (after.attempt_id !== null)) broken('a running todo has no attempt');
}

function stateOf(difference: Difference): string {
  return descriptions[difference.kind].state(difference.after as never);
}

function broken(law: string): never {
  throw new KernelFault(
    'invariant_broken',
    `The decision would break a law (${law}); nothing was stored. Report this.`,
  );
}
