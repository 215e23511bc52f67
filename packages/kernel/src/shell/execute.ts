import { canonicalForm, digestOf, type Ids } from '@cux/contracts';
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
import type { CommitBatch, EventDraft, Store, StoredAnswer } from '../ports/store.ts';
import { toRow } from '../state/rows.ts';
import type { Workspace } from '../state/workspace.ts';
import type { KernelTime } from './kernel-time.ts';
import { runDecider, type Seen } from './run-decider.ts';

export interface Shell {
  readonly store: Store;
  readonly time: KernelTime;
  readonly quietMs: number;
  readonly ids: Ids;
  readonly capabilities: ReadonlySet<string>;
  readonly fourEyes: boolean;
}

/** How often a command is decided again because other processes moved its rows, before it is a fault. */
const attemptsAtCommit = 100;

/**
 * One command: look its key up, decide on what stands, store everything at once; decide again when something moved
 * meanwhile. Accepted answers and terminal refusals are stored in the same commit and returned ever after; a refusal
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
  for (let round = 0; round < attemptsAtCommit; round += 1) {
    const known = await shell.store.answer(envelope.workspace, scope, envelope.key);
    if (known !== null) return replay<Kind>(known, digest);
    const { decision, work, seen, workspace, now } = await decide(shell, kind, envelope, input);
    if (decision.kind === 'refused' && !decision.terminal) {
      // What it met may be this very command's own work, done meanwhile by another process under the same key.
      const done = await shell.store.answer(envelope.workspace, scope, envelope.key);
      return done === null ? plain(decision) : replay<Kind>(done, digest);
    }
    const parts = { envelope, scope, digest, kind, input, decision, work, seen, workspace, now };
    const batch = await soundBatch(shell.store, parts);
    if (batch === null) continue;
    const outcome = await shell.store.commit(batch);
    if (outcome.kind === 'committed') return stored<Kind>(batch.answer.answer, false);
  }
  throw new KernelFault('contention', 'Other processes kept moving the same rows; retry the same command.');
}

/**
 * The batch of a decision that keeps the laws; null where it breaks one because another process moved a row between two
 * reads. Such rows never stood together, so what was decided on them says nothing about the decider: decide again.
 */
async function soundBatch<Kind extends CommandKind>(
  store: Store,
  parts: BatchParts<Kind>,
): Promise<CommitBatch | null> {
  try {
    return batchOf(parts);
  } catch (error) {
    if (!KernelFault.isInstance(error) || error.code !== 'invariant_broken') throw error;
    for (const { kind, id, revision } of parts.seen.expectations) {
      const row = await store.get(parts.envelope.workspace, kind, id);
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
  kind: Kind,
  envelope: CommandEnvelope,
  input: CommandInput<Kind>,
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
  const { value, seen } = await runDecider(shell.store, envelope.workspace, work, deciding);
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

interface BatchParts<Kind extends CommandKind> extends Decided<Kind> {
  readonly envelope: CommandEnvelope;
  readonly scope: string;
  readonly digest: string;
  readonly kind: Kind;
  readonly input: CommandInput<Kind>;
}

function batchOf<Kind extends CommandKind>(parts: BatchParts<Kind>): CommitBatch {
  const { envelope, scope, digest, kind, input, decision, work, seen, workspace, now } = parts;
  const { salt } = workspace;
  const refused = decision.kind === 'refused';
  // A refusal moves nothing; its events are kept, and the workspace's own row, without which they have no salt.
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
  const events = [head, ...work.events];
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
