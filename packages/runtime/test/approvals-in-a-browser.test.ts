import { createPlaywrightProvider } from '@cux/provider-playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { AgentWorld } from './support/agent-world.ts';
import { cells, play, type Stage, type Turn } from './support/approval-table.ts';
import { type DeskSite, startDeskSite } from './support/desk-site.ts';

/** The desk of the mock, as a page. */
const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Desk</title><link rel="icon" href="data:,"></head>
<body><label>Title <input id="title"></label>
<button id="publish">Publish</button> <button id="delete">Delete</button> <button id="rename">Rename</button>
<script>
  const send = (path, status) => fetch(path, { method: 'POST', body: new URLSearchParams({ status, title: title.value }) });
  publish.onclick = () => send('/publish', 'published');
  document.getElementById('delete').onclick = () => send('/delete', 'deleted');
  rename.onclick = () => { publish.textContent = 'Delete'; };
</script></body></html>`;

/** The cells in which an engine has a part, and one of each other kind; the one that ends the browser goes last. */
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

describe('an approval of one action, in one browser', () => {
  let site: DeskSite;
  let world: AgentWorld;
  beforeAll(async () => {
    site = await startDeskSite(page);
    world = await AgentWorld.open({ site, provider: createPlaywrightProvider(), patience: 5_000 });
  });
  afterEach(() => world.restorePolicy());
  afterAll(async () => {
    await world.close();
    await site.close();
  });

  it.each(thin)('%s, %s', async (stage, turn) => {
    const cell = cells.find((each) => each.stage === stage && each.turn === turn);
    if (cell === undefined) throw new Error('the table has no such cell');
    const task = `task-${stage}-${turn.replaceAll(' ', '-')}`;
    await world.newTask(task);
    await play(world, cell, task);
    expect(site.writes.filter((write) => !write.includes('/publish'))).toEqual([]);
  });
});
