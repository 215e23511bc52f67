import { afterEach, expect, it } from 'vitest';
import { Broken, breaking } from './support/breaking.ts';
import { sessionCookie } from './support/newsroom-server.ts';
import { article, password, workspace } from './support/people.ts';
import { signsIn } from './support/sign-in.ts';
import { approve, begin, finish, mainTodo, openTodo, todo } from './support/story.ts';
import { openWorld, providerId, type World } from './support/world.ts';

let world: World;
afterEach(() => world.close());

const canaries = [article.body, password, sessionCookie, 'CANARY'];

it('content, what was typed and the stored session are in no event, message or row', async () => {
  world = await openWorld({ limits: { answer: 300 } });
  const { kernel, site, store, vault } = world;
  const told: unknown[] = [];
  const broken = breaking(vault);
  const host = await world.hostWith({ vault: broken.part, onEvent: (event) => told.push(event) });
  site.wall = true;

  await begin(kernel);
  told.push(await host.runTodo(mainTodo, providerId));
  await approve(kernel);
  told.push(await host.enrolStoredSession((await openTodo(kernel)).todo_id, providerId, signsIn));
  broken.failAt(1, 'before');
  await expect(host.runTodo(mainTodo, providerId)).rejects.toBeInstanceOf(Broken);
  broken.failAt(null, 'before');
  told.push(await host.runTodo(mainTodo, providerId));
  await approve(kernel);
  site.publishAnswer = 'silent-before-storing';
  told.push(await host.runTodo(mainTodo, providerId));
  site.publishAnswer = 'accepts';
  await finish(kernel, host);
  told.push(await host.recover());
  expect(site.publications).toHaveLength(1);
  expect(await todo(kernel)).toMatchObject({ state: 'done' });

  const events = await store.events(workspace, 0, 10_000);
  const rows = await Promise.all([
    kernel.todos(workspace),
    kernel.attempts(workspace),
    kernel.gates(workspace),
    kernel.records(workspace, 'content-ops'),
  ]);
  expect(events.length).toBeGreaterThan(50);
  expect(told.length).toBeGreaterThan(20);
  for (const canary of canaries) {
    expect(JSON.stringify(events), 'the log').not.toContain(canary);
    expect(JSON.stringify(told), 'what the host tells').not.toContain(canary);
    expect(JSON.stringify(rows), 'the rows').not.toContain(canary);
  }
  expect(JSON.stringify(told), 'a question names its item, for the person').toContain(article.title);
  expect(JSON.stringify(events), 'the log does not').not.toContain(article.title);
});
