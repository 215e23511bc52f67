import type { CommandKind } from '../commands/command.ts';

/** What one command does to a row in one of these states. */
export interface MachineRow<State extends string> {
  readonly command: CommandKind;
  /** `new` where there is no such row yet. */
  readonly from: readonly (State | 'new')[];
  /** Where it may bring the row; more than one where it depends on what the command says, or on what else stands. */
  readonly to: readonly State[];
  /** It may also be accepted and leave the row in its state. */
  readonly stays?: true;
  /**
   * The rules that refuse it, for a command that names the row itself; a row without a `to` is a refused arrow. Left out for
   * a command that names another row and moves this one with it. `contract` stands for every rule of the judge that a
   * record (request, receipt, proposal) has to pass.
   */
  readonly refusedBy?: readonly string[];
}

/** The whole machine of one kind of row: every arrow, and every refused arrow. */
export interface Machine<State extends string> {
  readonly aggregate: string;
  readonly rows: readonly MachineRow<State>[];
}

/** The moves from state to state, whichever command makes them: what the invariants hold every decision to. */
export function movesOf<State extends string>(
  { rows }: Machine<State>,
  states: readonly State[],
): Readonly<Record<State, readonly State[]>> {
  const from = (state: State): readonly State[] =>
    states.filter(
      (to) => to !== state && rows.some((row) => row.from.includes(state) && row.to.includes(to)),
    );
  return Object.fromEntries(states.map((state) => [state, from(state)])) as Record<State, readonly State[]>;
}
