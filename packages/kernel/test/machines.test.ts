import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { meaning, statesOf, withMachines } from '../scripts/machine-section.ts';
import {
  actionMoves,
  attemptMoves,
  computerMoves,
  gateMoves,
  goalMoves,
  sessionMoves,
  todoMoves,
  workspaceMoves,
} from '../src/index.ts';
import { machines } from '../src/machines/index.ts';
import { aggregates, walk, walkTables } from './machines/walk.ts';

type Fact = readonly [aggregate: string, state: string, command: string, says: string];

const words = (facts: readonly Fact[]): readonly string[] =>
  [...new Set(facts.map((fact) => fact.join(' ')))].sort();

const declared = machines.flatMap(({ aggregate, rows }) => rows.map((row) => ({ aggregate, ...row })));

const observed = Promise.all([walk(), walkTables()]);

/** Written down apart from the tables: a move that is added to a table by mistake is noticed here. */
const laws = [
  'action asked: settled',
  'action begun: settled',
  'action settled: ',
  'attempt abandoned: ',
  'attempt admitted: abandoned running',
  'attempt committed: outcome_unknown reported void',
  'attempt outcome_unknown: settled',
  'attempt prepared: abandoned committed reported',
  'attempt reported: settled',
  'attempt running: abandoned prepared reported',
  'attempt settled: ',
  'attempt void: ',
  'computer archived: ',
  'computer archiving: archived',
  'computer awake: archiving sleeping',
  'computer sleeping: archived waking',
  'computer waking: archiving awake sleeping',
  'gate closed: ',
  'gate open: closed',
  'gate pending: closed open',
  'goal active: closed paused',
  'goal closed: ',
  'goal paused: active closed',
  'session closed: ',
  'session open: closed',
  'todo awaiting_gate: blocked cancelled open',
  'todo blocked: awaiting_gate cancelled done open reconciling',
  'todo cancelled: ',
  'todo done: ',
  'todo open: awaiting_gate blocked cancelled running',
  'todo reconciling: awaiting_gate blocked done',
  'todo running: awaiting_gate blocked cancelled done open reconciling',
  'workspace at_work: retired',
  'workspace retired: at_work',
];

/** Every command, in every form, is sent to everything in every scene: what moves is what the tables say, and nothing else. */
describe('the machines of the kernel', () => {
  it('have exactly the arrows that the deciders have', async () => {
    const [{ arrows }] = await observed;
    const drawn = declared.flatMap(({ aggregate, command, from, to }) =>
      from.flatMap((state) => to.map((next) => [aggregate, state, command, next] as const)),
    );
    expect(words(arrows.map(({ aggregate, from, command, to }) => [aggregate, from, command, to]))).toEqual(
      words(drawn),
    );
  });

  it('have exactly their refused arrows, by exactly their rules', async () => {
    const [{ addresses }, tables] = await observed;
    const drawn = declared.flatMap(({ aggregate, command, from, to, stays, refusedBy }) =>
      refusedBy === undefined
        ? []
        : from.flatMap((state): Fact[] => [
            ...(to.length > 0 ? [[aggregate, state, command, 'moves'] as const] : []),
            ...(stays === true ? [[aggregate, state, command, 'stays'] as const] : []),
            ...refusedBy.map((rule) => [aggregate, state, command, rule] as const),
          ]),
    );
    const seen = [...addresses, ...tables].map(
      ({ aggregate, state, command, answer }): Fact => [aggregate, state, command, answer],
    );
    expect(words(seen)).toEqual(words(drawn));
  });

  it('leave no command open in any state', async () => {
    const [{ addresses, sent }, tables] = await observed;
    const seen = [...addresses, ...tables];
    const holes = aggregates.flatMap((aggregate) => {
      const own = seen.filter((address) => address.aggregate === aggregate);
      const commands = new Set(own.map(({ command }) => command));
      return ['new', ...statesOf(aggregate)].flatMap((state) =>
        [...commands]
          .filter((command) => !own.some((each) => each.state === state && each.command === command))
          .map((command) => `${aggregate} ${state} ${command}`),
      );
    });
    expect(holes).toEqual([]);
    expect(sent).toBeGreaterThan(2_000);
  });

  it('are what every decision is held to in production', () => {
    const held = {
      action: actionMoves,
      goal: goalMoves,
      todo: todoMoves,
      attempt: attemptMoves,
      gate: gateMoves,
      session: sessionMoves,
      computer: computerMoves,
      workspace: workspaceMoves,
    };
    const lines = Object.entries(held).flatMap(([aggregate, moves]) =>
      Object.entries(moves).map(([from, to]) => `${aggregate} ${from}: ${[...to].sort().join(' ')}`),
    );
    expect(lines.sort()).toEqual([...laws].sort());
  });

  it('are drawn in docs/kernel.md, with each state as it is documented at its union', () => {
    for (const { aggregate } of machines) {
      for (const state of statesOf(aggregate)) expect(meaning(aggregate, state)).toMatch(/\w{3}/);
    }
    const document = readFileSync(new URL('../../../docs/kernel.md', import.meta.url), 'utf8');
    expect(withMachines(document)).toBe(document);
  });
});
