// A share of the tables of single actions in Chromium, on SQLite. `tables-in-a-browser.proof.ts` plays all of them, on PostgreSQL as well:
// a minute or more of processor time, so `npm run prove` does.
import { openSqliteStore } from '@cux/store-sqlite';
import { describe } from 'vitest';
import type { Stage, Turn } from './support/approval-table.ts';
import { closeWhole, openInBrowser } from './support/browser-world.ts';
import { breaks } from './support/ladder-table.ts';
import { restartsLast, tablesInOneWorld } from './support/tables-in-one-world.ts';
import { races } from './support/takeover-races.ts';

/** The cells in which an engine has a part, and one of each other kind. */
const thin: readonly (readonly [Stage, Turn])[] = [
  ['pending', 'identical retry'],
  ['pending', 'other key'],
  ['approved', 'identical retry'],
  ['approved', 'other key'],
  ['approved', 'other body'],
  ['approved', 'policy changed'],
  ['approved', 'policy asks otherwise'],
  ['approved', 'page changed'],
  ['rejected', 'identical retry'],
  ['superseded', 'identical retry'],
  ['approved', 'restart'],
];

describe('in one browser, on SQLite', () => {
  tablesInOneWorld({
    open: async () => openInBrowser(await openSqliteStore({ path: ':memory:' })),
    close: closeWhole,
    // Nobody is contacted for any of them, so a browser adds little to what is slow.
    breaks: breaks.filter(({ forGood, rung }) => forGood !== true && rung !== 'budget'),
    cells: restartsLast.filter((cell) =>
      thin.some(([stage, turn]) => cell.stage === stage && cell.turn === turn),
    ),
    races: races.filter(({ inEngine }) => inEngine === true),
  });
});
