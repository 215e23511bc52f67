import { canonicalForm, type Digest, digestOf, type Ids } from '@cux/contracts';
import type { CommandEnvelope, CommandInput, CommandKind, CommandResult } from '../commands/command.ts';
import { commandDigest } from '../commands/command-digest.ts';
import { malformed } from '../commands/parse-command.ts';
import type { Answer, Refusal } from '../commands/refusal.ts';
import { decideCommand } from '../decide/deciders.ts';
import { type Decision, type RefusedDecision, refuse } from '../decide/deciding.ts';
import { Work } from '../decide/work.ts';
import { checkInvariants } from '../invariants.ts';
import { KernelFault } from '../kernel-fault.ts';
import { rowDigest, saltedDigest } from '../log/salted-digest.ts';
import type { CommitBatch, CommitOutcome, EventDraft, Store, StoredAnswer } from '../ports/store.ts';
import { toRow } from '../state/rows.ts';
import type { Workspace } from '../state/workspace.ts';
import type { Flight, InFlight } from './in-flight.ts';
import type { KernelTime } from './kernel-time.ts';
import { runDecider, type Seen } from './run-decider.ts';
import type { Turns } from './turns.ts';

export interface Shell {
  readonly store: Store;
  readonly inFlight: InFlight;
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
 * One command: look its key up, decide on what stands, store everything at once; decide again when something moved
 * meanwhile. Commands of a workspace are decided in turn, each on what those before it have handed to the store, and
 * wait for the disk together. Accepted answers and terminal refusals are stored in the same commit and returned ever after; a refusal
 * that may be outlived is not, so its retry is decided anew (see `RefusedDecision`).
 */
export async function execute<Kind extends CommandKind>(
  shell: Shell,
  kind: Kind,
  envelope: CommandEnvelope,
  input: CommandInput<Kind>,
): Promise<Answer<CommandResult<Kind>>> {
  // A command that is not of its shape has no digest to be known by: it is refused again each time.
  const broken = malformed(kind, envelope, input);
  if (broken !== null) return plain(broken);
  const scope = `${envelope.principal.kind}:${envelope.principal.id}`;
  const digest = commandDigest(kind, input);
  const command = { kind, envelope, input, scope, digest };
  for (let round = 0; round < attemptsAtCommit; round += 1) {
    // Whoever lost to the commands beside it decides alone, so that it is its turn at some time.
    const share = round < roundsBesideOthers ? 'one' : 'all';
    const step = await shell.turns.take(envelope.workspace, share, () => oneRound(shell, command));
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
  | { readonly kind: 'refused'; readonly decision: RefusedDecision; readonly flights: ReadonlySet<Flight> }
  | { readonly kind: 'moved' }
  | { readonly kind: 'sent'; readonly batch: CommitBatch; readonly outcome: Promise<CommitOutcome> };

/** Looks the key up, decides, and hands the batch to the store; the disk is waited for afterwards. */
async function oneRound<Kind extends CommandKind>(shell: Shell, command: Given<Kind>): Promise<Step> {
  const { envelope, scope } = command;
  const { workspace, key } = envelope;
  const flight = shell.inFlight.sameKey(workspace, { scope, key });
  if (flight !== undefined) return { kind: 'behind', flight };
  const known = await shell.store.answer(workspace, scope, key);
  if (known !== null) return { kind: 'known', answer: known };
  const decided = await decide(shell, command);
  const { decision, seen } = decided;
  if (decision.kind === 'refused' && !decision.terminal) {
    return { kind: 'refused', decision, flights: seen.flights };
  }
  const batch = await soundBatch(shell, { ...command, ...decided });
  if (batch === null || shell.inFlight.hasMoved(batch)) return { kind: 'moved' };
  return { kind: 'sent', batch, outcome: shell.inFlight.send(batch, (each) => shell.store.commit(each)) };
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
      const landed = await Promise.all([...step.flights].map((flight) => flight.landed));
      // A refusal is told only on what is stored.
      if (landed.includes(false)) return null;
      // What it met may be this very command's own work, done meanwhile by another process under the same key.
      const done = await shell.store.answer(envelope.workspace, scope, envelope.key);
      return done === null ? plain(step.decision) : replay<Kind>(done, digest);
    }
    case 'sent':
      return (await step.outcome).kind === 'committed' ? stored<Kind>(step.batch.answer.answer, false) : null;
  }
}

/**
 * The batch of a decision that keeps the laws; null where it breaks one because another process moved a row between two
 * reads. Such rows never stood together, so what was decided on them says nothing about the decider: decide again.
 */
async function soundBatch<Kind extends CommandKind>(
  { store, inFlight }: Shell,
  parts: BatchParts<Kind>,
): Promise<CommitBatch | null> {
  try {
    return batchOf(parts);
  } catch (error) {
    if (!KernelFault.isInstance(error) || error.code !== 'invariant_broken') throw error;
    const view = inFlight.view(store);
    for (const { kind, id, revision } of parts.seen.expectations) {
      const row = await view.get(parts.envelope.workspace, kind, id);
      if ((row?.revision ?? 0) !== revision) return null;
    }
    throw error;
  }
}

interface Decided<Kind extends CommandKind> {
  readonly decision: Decision<CommandResult<Kind>>;
  readonly work: Work;
  readonly seen: Seen;
  readonly workspace: Workspace;
  readonly now: number;
}

async function decide<Kind extends CommandKind>(
  shell: Shell,
  { kind, envelope, input }: Given<Kind>,
): Promise<Decided<Kind>> {
  const { workspace: name, principal } = envelope;
  const { now, passed } = shell.time.at(name, await shell.store.highestTime(name));
  const work = new Work();
  const { ids, capabilities, fourEyes, quietMs } = shell;
  const deciding = (function* () {
    const workspace = yield* ownWorkspace(work, ids);
    const { salt } = workspace;
    const context = { principal, now, passed, quietMs, ids, salt, capabilities, fourEyes, work };
    return { workspace, decision: yield* decideCommand(kind, input, context) };
  })();
  const { value, seen } = await runDecider(shell.inFlight.view(shell.store), name, work, deciding);
  return { ...value, work, seen, now };
}

/** The workspace's row, made with its first command. */
function* ownWorkspace(
  work: Work,
  ids: Ids,
): Generator<{ one: 'workspace'; id: string }, Workspace, unknown> {
  const known = (yield { one: 'workspace', id: 'workspace' }) as Workspace | null;
  if (known !== null) return known;
  const salt = digestOf('cux/salt', [ids.next('key'), ids.next('key')]);
  return work.create('workspace', { workspace_id: 'workspace', revision: 1, salt });
}

interface BatchParts<Kind extends CommandKind> extends Decided<Kind>, Given<Kind> {}

function batchOf<Kind extends CommandKind>(parts: BatchParts<Kind>): CommitBatch {
  const { envelope, scope, digest, kind, input, decision, work, seen, workspace, now } = parts;
  const { salt } = workspace;
  const refused = decision.kind === 'refused';
  // A refusal moves nothing, so nothing is told of what was decided before it; only its mark is, and the workspace's own
  // row is kept, without which they have no salt.
  const changes = refused ? work.changes.filter((change) => change.kind === 'workspace') : work.changes;
  const writes = changes.map((change) => toRow(change.kind, change.entity));
  const answer = canonicalForm(refused ? plain(decision) : { kind: 'accepted', result: decision.result });
  const head: EventDraft = {
    kind: refused ? 'command-refused' : 'command-accepted',
    body: canonicalForm({
      time: now,
      command: kind,
      rule: refused ? decision.rule : null,
      scope,
      key: envelope.key,
      command_digest: saltedDigest('cux/logged-command', salt, digest),
      answer_digest: saltedDigest('cux/logged-answer', salt, answer),
      rows: writes.map((row) => ({
        kind: row.kind,
        id: row.id,
        revision: row.revision,
        digest: rowDigest(salt, row),
      })),
    }),
  };
  const events = [head, ...(refused ? work.marks : work.events)];
  checkInvariants(
    changes.map((change) => ({
      kind: change.kind,
      id: change.id,
      base: change.base,
      before: seen.before(change.kind, change.id),
      after: change.entity,
    })),
    events.length,
    { kind, principal: envelope.principal, processId: processOf(input), now },
  );
  return {
    workspace: envelope.workspace,
    expectations: withBases(seen.expectations, changes),
    writes,
    events,
    answer: { scope, key: envelope.key, command_digest: digest, answer },
    time: now,
    valid_until: refused ? null : work.validUntil,
  };
}

/** From which process a command says it comes; null where it says nothing of the kind. */
function processOf(input: object): string | null {
  return 'process_id' in input && typeof input.process_id === 'string' ? input.process_id : null;
}

/** Every written row is expected at the revision it was decided on, also one that was only ever created. */
function withBases(
  expectations: CommitBatch['expectations'],
  changes: Work['changes'],
): CommitBatch['expectations'] {
  const known = new Set(expectations.map(({ kind, id }) => `${kind} ${id}`));
  const missing = changes.filter(({ kind, id }) => !known.has(`${kind} ${id}`));
  return [...expectations, ...missing.map(({ kind, id, base }) => ({ kind, id, revision: base }))];
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
