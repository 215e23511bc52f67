import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { AgentWorld } from './agent-world.ts';
import { cells, play } from './approval-table.ts';
import { type Break, playBreak } from './ladder-table.ts';
import { workspace } from './people.ts';
import { playRace, type Race } from './takeover-races.ts';

type Cell = (typeof cells)[number];

export interface TablesInOneWorld {
  /** A world with the rule that the ladder's rung of policy refuses by. */
  readonly open: () => Promise<AgentWorld>;
  /** Ends a world and its store. */
  readonly close: (world: AgentWorld) => Promise<void>;
  /** Which rows of the ladder are played; what breaks something for good has a world of its own. */
  readonly breaks: readonly Break[];
  /** Which cells of the approvals are played. Those that end the engine go last, in this order. */
  readonly cells: readonly Cell[];
  readonly races: readonly Race[];
}

/**
 * The tables of single actions, one after the other in one world with one engine: ladder, approvals, takeovers. An engine or a database for each
 * row would cost more than what is proved by it.
 */
export function tablesInOneWorld({ open, close, breaks, cells: played, races }: TablesInOneWorld): void {
  let world: AgentWorld;
  beforeAll(async () => {
    world = await open();
  });
  afterEach(() => world.restorePolicy());
  afterAll(async () => {
    const audit = await world.kernel.verifyAudit(workspace);
    await close(world);
    expect(audit).toMatchObject({ ok: true });
  });

  it.each(breaks)('on $rung: $because → $rule alone, before anybody is contacted', async (row) => {
    const each = row.forGood === true ? await open() : world;
    try {
      const task = `ladder-${breaks.indexOf(row)}`;
      await each.newTask(task);
      await each.begin(`todo-${task}`);
      await playBreak(each, row);
      await each.host.end(each.session_id);
    } finally {
      if (row.forGood === true) await close(each);
    }
  });

  it.each(played)('an approval: $stage, $turn → $answer, $gate, $writes written', async (cell) => {
    const others = () => world.site.writes.filter((write) => !write.includes('/publish')).length;
    const before = others();
    const task = `approval-${cell.stage}-${cell.turn.replaceAll(' ', '-')}`;
    await world.newTask(task);
    await play(world, cell, task);
    expect(others()).toBe(before);
  });

  it.each(races)('a takeover, while $meanwhile: $comesTo', (race) =>
    playRace(world, race, `race-${races.indexOf(race)}`),
  );
}

/** The cells in their order, but those that end the engine last. */
export const restartsLast: readonly Cell[] = [
  ...cells.filter(({ turn }) => turn !== 'restart'),
  ...cells.filter(({ turn }) => turn === 'restart'),
];
