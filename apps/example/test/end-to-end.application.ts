import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMockProvider } from '@cux/provider-mock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApplicationUnderTest } from '../src/end-to-end/application.ts';
import { newsroomUnderTest } from '../src/end-to-end/newsroom-under-test.ts';
import { playRow } from '../src/end-to-end/play-row.ts';
import { situations } from '../src/end-to-end/situations.ts';
import { tableOf } from '../src/end-to-end/table.ts';
import { newsroomFixture } from '../src/mock/newsroom-fixture.ts';

// The newsroom's rows without a browser and without a process that is killed; "npm run applications" plays all of them.
const rows = situations.filter(
  ({ application, situation }) => application === 'newsroom' && !situation.startsWith('killed'),
);

let application: ApplicationUnderTest;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cux-end-to-end-'));
  application = await newsroomUnderTest(join(folder, 'newsroom'));
});
afterAll(async () => {
  await application.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

describe('the newsroom', () => {
  it.each(rows.map((row, index) => ({ ...row, index })))('$situation', async ({ index, ...row }) => {
    const own = join(folder, `row-${index}`);
    mkdirSync(own);
    const fixture = newsroomFixture({ origin: application.origin, modal: false });
    const played = await playRow(row, {
      application,
      wordpress: null,
      folder: own,
      number: index + 1,
      provider: async () => createMockProvider({ fixture }),
      crash: () => Promise.reject(new Error('no row here is killed')),
    });
    expect(played.wrong).toEqual([]);
    expect(played.seen).toEqual({ ours: row.expected.writes, ...row.expected });
  });

  it('shows a row that is not as expected as such', async () => {
    const [first] = rows;
    if (first === undefined) throw new Error('there is a row');
    const own = join(folder, 'row-wrong');
    mkdirSync(own);
    const fixture = newsroomFixture({ origin: application.origin, modal: false });
    const played = await playRow(
      { ...first, expected: { ...first.expected, writes: 2 } },
      {
        application,
        wordpress: null,
        folder: own,
        number: 90,
        provider: async () => createMockProvider({ fixture }),
        crash: () => Promise.resolve(),
      },
    );
    expect([...played.wrong].sort()).toEqual(['ours: expected 2, seen 1', 'writes: expected 2, seen 1']);
    expect(tableOf([played])).toContain('| NO |');
  });
});
