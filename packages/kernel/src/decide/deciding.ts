import type { Finding, Ids, Principal } from '@cux/contracts';
import type { CommandInput, CommandKind, CommandResult } from '../commands/command.ts';
import { KernelFault } from '../kernel-fault.ts';
import type { RowKind } from '../ports/store.ts';
import type { Entities } from '../state/entities.ts';
import type { Work } from './work.ts';

/** What a decider asks for. It does no I/O: it yields the question, and whoever runs it answers. */
export type Ask =
  | { readonly one: RowKind; readonly id: string }
  | { readonly many: RowKind; readonly filter: RowFilter };

export interface RowFilter {
  readonly states?: readonly string[];
  readonly parent_id?: string;
  readonly subject_digest?: string;
}

/** A pure decision in progress: a generator that asks for rows and returns a value. */
export type Deciding<Value> = Generator<Ask, Value, unknown>;

export function* read<Kind extends RowKind>(kind: Kind, id: string): Deciding<Entities[Kind] | null> {
  return (yield { one: kind, id }) as Entities[Kind] | null;
}

/**
 * A row that another stored row names, so it has to be there.
 *
 * @throws KernelFault `row_unreadable`: the store has lost it; nothing is decided on what is left
 */
export function* readStored<Kind extends RowKind>(kind: Kind, id: string): Deciding<Entities[Kind]> {
  const row = yield* read(kind, id);
  if (row !== null) return row;
  throw new KernelFault(
    'row_unreadable',
    `The store names the ${kind} ${id}, which is not there; run \`cux audit verify\` and restore a backup.`,
    { kind, id },
  );
}

/**
 * Rows that exist now. Rows that another command adds meanwhile are not seen: a decision that must not miss one
 * reads the lock that both have to change.
 */
export function* readMany<Kind extends RowKind>(
  kind: Kind,
  filter: RowFilter,
): Deciding<readonly Entities[Kind][]> {
  return (yield { many: kind, filter }) as readonly Entities[Kind][];
}

/** Everything a decider may know beside rows. Time and ids are handed in. */
export interface Context {
  readonly principal: Principal;
  /** The kernel's time: never less than the highest ever stored. */
  readonly now: number;
  /** How much time has surely passed since something was stored with a time; see `Instant`. */
  readonly passed: (since: number, look?: number) => number;
  /** How much time has surely passed between two things that were stored; see `Instant`. */
  readonly between: (since: number, until: number) => number;
  /** How much time anybody can have counted since something was stored with a time; see `Instant`. */
  readonly passedAtMost: (since: number) => number | null;
  /** How long what left may still arrive after its attempt has ended, in milliseconds. */
  readonly quietMs: number;
  readonly ids: Ids;
  /** Salts digests that stand in events. */
  readonly salt: string;
  /** The identity of the store that is decided on. */
  readonly storeId: string;
  /** Ids of the registered capabilities. */
  readonly capabilities: ReadonlySet<string>;
  /** When set, a goal's owner does not decide its gates: another person has to. */
  readonly fourEyes: boolean;
  /** What the decision changes. */
  readonly work: Work;
}

export interface RefusedDecision {
  readonly kind: 'refused';
  readonly rule: string;
  readonly message: string;
  readonly findings: readonly Finding[];
  /**
   * Whether it is a terminal answer, stored and returned ever after for this key. It is when nothing that can still
   * happen turns the same command into an accepted one: the state it met is terminal or only moves away, or the
   * refusal itself left a mark (a refused receipt is kept as evidence). Every other refusal depends on something
   * that may change (a pending gate, a busy todo, a quota), so the retry is decided anew.
   */
  readonly terminal: boolean;
}

export type Decision<Result> = { readonly kind: 'accepted'; readonly result: Result } | RefusedDecision;

export type Decider<Kind extends CommandKind> = (
  input: CommandInput<Kind>,
  context: Context,
) => Deciding<Decision<CommandResult<Kind>>>;

export function accept<Result>(result: Result): Decision<Result> {
  return { kind: 'accepted', result };
}

/** A refusal that a later retry of the same command may outlive. */
export function refuse(rule: string, message: string, findings: readonly Finding[] = []): RefusedDecision {
  return { kind: 'refused', rule, message, findings, terminal: false };
}

/** A refusal that stands for good. */
export function refuseForGood(
  rule: string,
  message: string,
  findings: readonly Finding[] = [],
): RefusedDecision {
  return { kind: 'refused', rule, message, findings, terminal: true };
}

export function isRefused(value: unknown): value is RefusedDecision {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'refused';
}

/** The rule of a verdict that has exactly one finding: then the refusal is called after it. */
export function soleRule(findings: readonly Finding[]): string | null {
  const [first, ...others] = findings;
  return first !== undefined && others.length === 0 ? first.rule : null;
}
