import { canonicalForm, type Digest, digestOf, type Ids } from '@cux/contracts';
import type { CommandEnvelope, CommandInput, CommandKind, CommandResult } from '../commands/command.ts';
import { commandDigest } from '../commands/command-digest.ts';
import { readCommand } from '../commands/parse-command.ts';
import type { Answer, Refusal } from '../commands/refusal.ts';
import { decideCommand } from '../decide/deciders.ts';
import { type Decision, type RefusedDecision, refuse } from '../decide/deciding.ts';
import { Work } from '../decide/work.ts';
import { checkInvariants, sessionsOfTheScreen } from '../invariants.ts';
import { KernelFault } from '../kernel-fault.ts';
import { rowDigest, saltedDigest } from '../log/salted-digest.ts';
import type { CommitBatch, CommitOutcome, EventDraft, Store, StoredAnswer } from '../ports/store.ts';
import { written } from '../state/rows.ts';
import type { Session } from '../state/session.ts';
import { type Workspace, workspaceRowId } from '../state/workspace.ts';
import type { Flight, InFlight, Parcel } from './in-flight.ts';
import type { KernelTime } from './kernel-time.ts';
import type { Memory } from './memory.ts';
import { runDecider, type Seen } from './run-decider.ts';
import type { StoreIdentity } from './store-identity.ts';
import type { Turns } from './turns.ts';
import { View } from './view.ts';

export interface Shell {
  readonly store: Store;
  readonly identity: StoreIdentity;
  readonly inFlight: InFlight;
  readonly memory: Memory;
  readonly turns: Turns;
  readonly time: KernelTime;
  readonly quietMs: number;
  readonly ids: Ids;
  readonly capabilities: ReadonlySet<string>;
  readonly fourEyes: boolean;
}

/** How often a command is decided again because other processes moved its rows, before it is a fault. */
const attemptsAtCommit = 100;
/** How many of these are made beside other commands of the workspace, before it decides alone. */
const roundsBesideOthers = 3;

/**
 * One command: decide on what stands, store everything at once; decide again when something moved meanwhile. Commands of a
 * workspace are decided in turn, each on what those before it have handed to the store, and wait for the disk together.
 * The first time it is decided on what this process remembers, and its key is not looked up: the store compares both
 * when it commits. Whatever does not come to a commit so is made again on what is stored. Accepted answers and terminal refusals are stored in the same commit and returned ever after; a refusal
 * that may be outlived is not, so its retry is decided anew (see `RefusedDecision`).
 */
export async function execute<Kind extends CommandKind>(
  shell: Shell,
  kind: Kind,
  given: CommandEnvelope,
  sent: CommandInput<Kind>,
): Promise<Answer<CommandResult<Kind>>> {
  const read = readCommand(kind, given, sent);
  // A command that is not of its shape has no digest to be known by: it is refused again each time.
  if (read.kind === 'refused') return plain(read);
  const { envelope, input } = read;
  const scope = `${envelope.principal.kind}:${envelope.principal.id}`;
  const digest = commandDigest(kind, input);
  const command = { kind, envelope, input, scope, digest };
  for (let round = 0; round < attemptsAtCommit; round += 1) {
    // Whoever lost to the commands beside it decides alone, so that it is its turn at some time.
    const share = round < roundsBesideOthers ? 'one' : 'all';
    const step = await shell.turns.take(envelope.workspace, share, () =>
      oneRound(shell, command, round === 0),
    );
    const answer = await endOf(shell, command, step);
    if (answer !== null) return answer;
  }
  throw new KernelFault('contention', 'Other processes kept moving the same rows; retry the same command.');
}

interface Given<Kind extends CommandKind> {
  readonly kind: Kind;
  readonly envelope: CommandEnvelope;
  readonly input: CommandInput<Kind>;
  readonly scope: string;
  readonly digest: Digest;
}

/** How far a command has come when it gives its turn to the next. */
type Step =
  | { readonly kind: 'known'; readonly answer: StoredAnswer }
  /** The same key is on its way already. */
  | { readonly kind: 'behind'; readonly flight: Flight }
  | {
      readonly kind: 'refused';
      readonly decision: RefusedDecision;
      readonly flights: ReadonlySet<Flight>;
      /** Whether every row that it rests on was asked for. */
      readonly final: boolean;
    }
  | { readonly kind: 'moved' }
  | { readonly kind: 'sent'; readonly answer: string; readonly outcome: Promise<CommitOutcome> };

/** Decides, and hands the batch to the store; the disk is waited for afterwards. */
async function oneRound<Kind extends CommandKind>(
  shell: Shell,
  command: Given<Kind>,
  first: boolean,
): Promise<Step> {
  const { envelope, scope } = command;
  const { workspace, key } = envelope;
  const flight = shell.inFlight.sameKey(workspace, { scope, key });
  if (flight !== undefined) return { kind: 'behind', flight };
  const known = first ? null : await shell.store.answer(workspace, scope, key);
  if (known !== null) return { kind: 'known', answer: known };
  try {
    return await handIn(shell, command, first);
  } catch (error) {
    // What is remembered may be old, or the command answered long ago: the next round looks at both.
    if (!first || !KernelFault.isInstance(error)) throw error;
    return { kind: 'moved' };
  }
}

async function handIn<Kind extends CommandKind>(
  shell: Shell,
  command: Given<Kind>,
  recalls: boolean,
): Promise<Step> {
  const decided = await decide(shell, command, recalls);
  const { decision, seen } = decided;
  if (decision.kind === 'refused' && !decision.terminal) {
    return { kind: 'refused', decision, flights: seen.flights, final: !seen.remembers };
  }
  const parcel = await soundParcel(shell, { ...command, ...decided });
  if (parcel === null || shell.inFlight.hasMoved(parcel.batch)) return { kind: 'moved' };
  const outcome = shell.inFlight.send(parcel, async (batch) => {
    const end = await shell.store.commit(batch);
    if (end.kind === 'committed') shell.time.stored(batch.workspace, batch.time);
    return end;
  });
  return { kind: 'sent', answer: parcel.batch.answer.answer, outcome };
}

/** What a command is answered once its round is over; null when it has to be decided again. */
async function endOf<Kind extends CommandKind>(
  shell: Shell,
  { envelope, scope, digest }: Given<Kind>,
  step: Step,
): Promise<Answer<CommandResult<Kind>> | null> {
  switch (step.kind) {
    case 'known':
      return replay<Kind>(step.answer, digest);
    case 'behind':
      await step.flight.landed;
      return null;
    case 'moved':
      return null;
    case 'refused': {
      // A refusal is told only on what is stored.
      if (!step.final) return null;
      const landed = await Promise.all([...step.flights].map((flight) => flight.landed));
      if (landed.includes(false)) return null;
      // What it met may be this very command's own work, done meanwhile by another process under the same key.
      const done = await shell.store.answer(envelope.workspace, scope, envelope.key);
      return done === null ? plain(step.decision) : replay<Kind>(done, digest);
    }
    case 'sent':
      return (await step.outcome).kind === 'committed' ? stored<Kind>(step.answer, false) : null;
  }
}

/**
 * The batch of a decision that keeps the laws; null where it breaks one because another process moved a row between two
 * reads. Such rows never stood together, so what was decided on them says nothing about the decider: decide again.
 */
async function soundParcel<Kind extends CommandKind>(
  shell: Shell,
  parts: BatchParts<Kind>,
): Promise<Parcel | null> {
  try {
    return parcelOf(parts);
  } catch (error) {
    if (!KernelFault.isInstance(error) || error.code !== 'invariant_broken') throw error;
    const view = new View(shell, parts.envelope.workspace, false);
    for (const { kind, id, revision } of parts.seen.expectations) {
      const found = await view.one(kind, id);
      if (found.expected.revision !== revision) return null;
    }
    throw error;
  }
}

interface Decided<Kind extends CommandKind> {
  readonly decision: Decision<CommandResult<Kind>>;
  readonly work: Work;
  readonly seen: Seen;
  readonly workspace: Workspace;
  readonly storeId: string;
  readonly now: number;
  readonly sameScreen: readonly Session[];
}

async function decide<Kind extends CommandKind>(
  shell: Shell,
  { kind, envelope, input }: Given<Kind>,
  recalls: boolean,
): Promise<Decided<Kind>> {
  const { workspace: name, principal } = envelope;
  const instant = await shell.time.of(name, shell.store);
  const { now } = instant;
  const known = shell.identity.read();
  const storeId = typeof known === 'string' ? known : await known;
  const work = new Work();
  const { ids, capabilities, fourEyes, quietMs } = shell;
  const deciding = (function* () {
    const workspace = yield* ownWorkspace(work, ids, storeId);
    const { salt } = workspace;
    const context = { principal, ...instant, quietMs, ids, salt, storeId, capabilities, fourEyes, work };
    const decision = yield* decideCommand(kind, input, workspace, context);
    // A refusal stores nothing of what was decided before it.
    const changes = decision.kind === 'refused' ? [] : work.changes;
    return { workspace, decision, sameScreen: yield* sessionsOfTheScreen(changes) };
  })();
  const trusted = shell.memory.isTrusted(name, shell.store.incarnation?.() ?? 0);
  const { value, seen } = await runDecider(new View(shell, name, recalls && trusted), work, deciding);
  return { ...value, work, seen, storeId, now };
}

/** The workspace's row, made with its first command. */
function* ownWorkspace(
  work: Work,
  ids: Ids,
  storeId: string,
): Generator<{ one: 'workspace'; id: string }, Workspace, unknown> {
  const known = (yield { one: 'workspace', id: workspaceRowId }) as Workspace | null;
  if (known !== null) return known;
  const salt = digestOf('cux/salt', [ids.next('key'), ids.next('key')]);
  return work.create('workspace', {
    workspace_id: workspaceRowId,
    revision: 1,
    state: 'at_work',
    salt,
    store_id: storeId,
    move: null,
  });
}

interface BatchParts<Kind extends CommandKind> extends Decided<Kind>, Given<Kind> {}

function parcelOf<Kind extends CommandKind>(parts: BatchParts<Kind>): Parcel {
  const { envelope, scope, digest, kind, input, decision, work, seen, workspace, storeId, now } = parts;
  const { sameScreen } = parts;
  const { salt } = workspace;
  const refused = decision.kind === 'refused';
  // A refusal moves nothing, so nothing is told of what was decided before it; only its mark is, and the workspace's own
  // row is kept, without which they have no salt.
  const changes = refused ? work.changes.filter((change) => change.kind === 'workspace') : work.changes;
  const kept = changes.map((change) => written(change.kind, change.entity));
  const writes = kept.map(({ row }) => row);
  const answer = canonicalForm(refused ? plain(decision) : { kind: 'accepted', result: decision.result });
  const head: EventDraft = {
    kind: refused ? 'command-refused' : 'command-accepted',
    // Named in canonical order, which is written fastest.
    body: canonicalForm({
      answer_digest: saltedDigest('cux/logged-answer', salt, answer),
      command: kind,
      command_digest: saltedDigest('cux/logged-command', salt, digest),
      key: envelope.key,
      rows: writes.map((row) => ({
        digest: rowDigest(salt, row),
        id: row.id,
        kind: row.kind,
        revision: row.revision,
      })),
      rule: refused ? decision.rule : null,
      scope,
      time: now,
    }),
  };
  const events = [head, ...(refused ? work.marks : work.events)];
  checkInvariants(
    changes.map((change) => ({
      kind: change.kind,
      id: change.id,
      base: change.base,
      before: seen.before(change.kind, change.id) ?? null,
      after: change.entity,
    })),
    events.length,
    {
      kind,
      principal: envelope.principal,
      processId: processOf(input),
      lookedAt: lookOf(input),
      now,
      workspace,
      storeId,
      sameScreen,
    },
  );
  const batch: CommitBatch = {
    workspace: envelope.workspace,
    expectations: withBases(seen, changes),
    writes,
    events,
    answer: { scope, key: envelope.key, command_digest: digest, answer },
    time: now,
    valid_until: refused ? null : work.validUntil,
  };
  return { batch, entities: kept.map(({ entity }) => entity) };
}

/** From which process a command says it comes; null where it says nothing of the kind. */
function processOf(input: object): string | null {
  return 'process_id' in input && typeof input.process_id === 'string' ? input.process_id : null;
}

/** When somebody looked, where a command says so. */
function lookOf(input: object): number | null {
  return 'looked_at' in input && typeof input.looked_at === 'number' ? input.looked_at : null;
}

/** Every written row is expected at the revision it was decided on, also one that was only ever created. */
function withBases(seen: Seen, changes: Work['changes']): CommitBatch['expectations'] {
  const missing = changes.filter(({ kind, id }) => seen.before(kind, id) === undefined);
  return [...seen.expectations, ...missing.map(({ kind, id, base }) => ({ kind, id, revision: base }))];
}

function replay<Kind extends CommandKind>(known: StoredAnswer, digest: string): Answer<CommandResult<Kind>> {
  if (known.command_digest !== digest) {
    return plain(
      refuse(
        'idempotency_conflict',
        'The key was used for another command; use a new key for a new command.',
      ),
    );
  }
  return stored<Kind>(known.answer, true);
}

/** The first answer is read from its stored form too, so that every later one is equal to it, byte for byte. */
function stored<Kind extends CommandKind>(text: string, replayed: boolean): Answer<CommandResult<Kind>> {
  const answer = JSON.parse(text) as Answer<CommandResult<Kind>>;
  return answer.kind === 'accepted' ? { ...answer, replayed } : answer;
}

function plain({ rule, message, findings }: RefusedDecision): Refusal {
  return { kind: 'refused', rule, message, findings };
}
