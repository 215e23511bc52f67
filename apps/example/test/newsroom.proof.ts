import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { packageFile } from '../src/disk/package-files.ts';
import { publicationsFile, readNewsroomState } from '../src/newsroom/newsroom-files.ts';
import { type RunningNewsroom, startNewsroom } from '../src/newsroom/start-newsroom.ts';
import { temporaryFolder } from './temporary-folder.ts';

const article = { headline: 'Harvest', body: 'A good year.', section: 'News' };

async function newsroom(
  test: TestContext,
  directory: string,
  unexpectedDialog = false,
): Promise<RunningNewsroom> {
  const running = await startNewsroom({ directory, port: 0, unexpectedDialog });
  test.onTestFinished(() => running.stop());
  return running;
}

async function openNew(origin: string): Promise<number> {
  const answer = await fetch(`${origin}/articles/new`, { redirect: 'manual' });
  expect(answer.status).toBe(302);
  return Number(/^\/articles\/(\d+)\/edit$/.exec(answer.headers.get('location') ?? '')?.[1]);
}

function post(origin: string, id: number, body: unknown, headers: Record<string, string> = {}) {
  return fetch(`${origin}/api/articles/${id}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

/** The site is shared: each test looks at its own article. */
const publicationsOf = (directory: string, id: number) =>
  readNewsroomState(directory).publications.filter(({ article: each }) => each.id === id);

describe('the newsroom', () => {
  const directory = mkdtempSync(join(tmpdir(), 'cux-newsroom-'));
  let origin = '';
  let stop = async (): Promise<void> => {};
  beforeAll(async () => {
    ({ origin, stop } = await startNewsroom({ directory, port: 0, unexpectedDialog: false }));
  });
  afterAll(async () => {
    await stop();
    rmSync(directory, { recursive: true, force: true });
  });

  it('makes a row when the new-article page is opened', async () => {
    const id = await openNew(origin);
    expect(readNewsroomState(directory).articles.get(id)?.status).toBe('auto-draft');
    expect(await (await fetch(`${origin}/articles/${id}/edit`)).text()).toContain('Confirm publish');
  });

  it('saves and publishes through one URL and method, told apart by the body', async () => {
    const id = await openNew(origin);
    expect((await post(origin, id, { status: 'draft', ...article })).status).toBe(200);
    expect(publicationsOf(directory, id)).toHaveLength(0);
    expect((await fetch(`${origin}/news/${id}`)).status).toBe(404);
    expect((await post(origin, id, { status: 'published', ...article })).status).toBe(200);
    expect(await (await fetch(`${origin}/api/articles/${id}`)).json()).toEqual({
      id,
      status: 'published',
      ...article,
    });
    expect((await fetch(`${origin}/news/${id}`)).status).toBe(200);
  });

  it('counts a second publication of the same article', async () => {
    const id = await openNew(origin);
    await post(origin, id, { status: 'published', ...article });
    await post(origin, id, { status: 'published', ...article });
    expect(publicationsOf(directory, id)).toHaveLength(2);
  });

  it('escapes what an editor wrote', async () => {
    const id = await openNew(origin);
    await post(origin, id, { status: 'published', ...article, headline: '<img src=x>', body: '</textarea>' });
    const page = await (await fetch(`${origin}/articles/${id}/edit`)).text();
    expect(page).not.toContain('<img src=x>');
    expect(page.match(/<\/textarea>/g)).toHaveLength(1);
  });

  const refusals = [
    { body: '{', status: 400, because: 'half a document is not JSON' },
    { body: { ...article }, status: 422, because: 'the status is missing' },
    { body: { status: 'live', ...article }, status: 422, because: 'there is no such status' },
    { body: { status: 'draft', ...article, section: 'Weather' }, status: 422, because: 'no such section' },
    { body: { status: 'draft', ...article, extra: 1 }, status: 422, because: 'unknown fields are refused' },
    { body: { status: 'published', ...article, body: ' ' }, status: 422, because: 'readers need a body' },
  ];
  it.for(refusals)('answers $status because $because', async ({ body, status }) => {
    const id = await openNew(origin);
    expect((await post(origin, id, body)).status).toBe(status);
    expect(readNewsroomState(directory).articles.get(id)?.status).toBe('auto-draft');
    expect(publicationsOf(directory, id)).toHaveLength(0);
  });

  it('refuses other media types, other origins, other methods and unknown articles', async () => {
    const id = await openNew(origin);
    const draft = { status: 'draft', ...article };
    expect((await post(origin, id, draft, { 'Content-Type': 'text/plain' })).status).toBe(415);
    expect((await post(origin, id, draft, { Origin: 'http://evil.example' })).status).toBe(403);
    expect((await fetch(`${origin}/api/articles/${id}`, { method: 'PUT' })).status).toBe(405);
    expect((await post(origin, id + 1, draft)).status).toBe(404);
  });

  it('offers no “Publish” for what is published already', async () => {
    const id = await openNew(origin);
    const button = async (): Promise<string | undefined> =>
      /id="publish"[^>]*>([^<]*)</.exec(await (await fetch(`${origin}/articles/${id}/edit`)).text())?.[1];
    expect(await button()).toBe('Publish');
    await post(origin, id, { status: 'published', ...article });
    expect(await button()).toBe('Update');
  });

  it('takes no draft for a published article', async () => {
    const id = await openNew(origin);
    await post(origin, id, { status: 'published', ...article });
    expect((await post(origin, id, { status: 'draft', ...article })).status).toBe(409);
  });
});

describe('the newsroom’s process', () => {
  it('answers 413 because too large', async (test) => {
    const directory = temporaryFolder(test);
    // A site of its own: it hangs up on who sends that much.
    const { origin } = await newsroom(test, directory);
    const id = await openNew(origin);
    const large = { status: 'draft', ...article, body: 'x'.repeat(300_000) };
    expect((await post(origin, id, large)).status).toBe(413);
    expect(readNewsroomState(directory).articles.get(id)?.status).toBe('auto-draft');
    expect(readNewsroomState(directory).publications).toHaveLength(0);
  });

  it('shows the unexpected dialog only when it is switched on, and counts its button', async (test) => {
    const directory = temporaryFolder(test);
    const calm = await newsroom(test, directory);
    const id = await openNew(calm.origin);
    expect(await (await fetch(`${calm.origin}/articles/${id}/edit`)).text()).not.toContain('aria-modal');
    await calm.stop();
    const { origin } = await newsroom(test, directory, true);
    expect(await (await fetch(`${origin}/articles/${id}/edit`)).text()).toContain('aria-modal="true"');
    await fetch(`${origin}/api/acknowledgements`, { method: 'POST' });
    expect(readNewsroomState(directory).acknowledgements).toBe(1);
  });

  it('keeps every acknowledged publication when it is killed', async (test) => {
    const directory = temporaryFolder(test);
    const running = await newsroom(test, directory);
    const id = await openNew(running.origin);
    let acknowledged = 0;
    const publishing = (async () => {
      for (let count = 0; count < 500; count += 1) {
        const answer = await post(running.origin, id, { status: 'published', ...article });
        await answer.arrayBuffer();
        acknowledged += 1;
        if (acknowledged === 5) process.kill(running.pid, 'SIGKILL');
      }
    })();
    await expect(publishing).rejects.toThrow();
    const { publications } = readNewsroomState(directory);
    expect(publications.length - acknowledged).toBeGreaterThanOrEqual(0);
    expect(publications.length - acknowledged).toBeLessThanOrEqual(1);
    const again = await newsroom(test, directory);
    expect((await fetch(`${again.origin}/news/${id}`)).status).toBe(200);
  });

  it('drops a torn line, which was never acknowledged', async (test) => {
    const directory = join(temporaryFolder(test), 'site');
    mkdirSync(directory);
    appendFileSync(publicationsFile(directory), '{"at":"2026-01-01T00:00:00.000Z","arti');
    expect(readNewsroomState(directory).publications).toHaveLength(0);
    const { origin } = await newsroom(test, directory);
    const id = await openNew(origin);
    await post(origin, id, { status: 'published', ...article });
    expect(readNewsroomState(directory).publications).toHaveLength(1);
  });

  it('says in one sentence that its port is taken', async (test) => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    test.onTestFinished(() => void holder.close());
    const address = holder.address();
    const port = address !== null && typeof address === 'object' ? address.port : 0;
    await expect(
      startNewsroom({ directory: temporaryFolder(test), port, unexpectedDialog: false }),
    ).rejects.toMatchObject({ code: 'port_taken', message: expect.stringContaining('--port') });
  });

  it('ends when its parent is killed', async (test) => {
    const settings = JSON.stringify({ directory: temporaryFolder(test), port: 0, unexpectedDialog: false });
    const script = `const child = require('node:child_process').fork(process.argv[1], [process.argv[2]]);
      child.on('message', (message) => console.log(message.port));`;
    const parent = spawn(
      process.execPath,
      ['-e', script, packageFile('dist', 'newsroom-server.js'), settings],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    const [line] = await once(parent.stdout, 'data');
    const url = `http://127.0.0.1:${String(line).trim()}/`;
    expect((await fetch(url)).status).toBe(200);
    parent.kill('SIGKILL');
    await expect
      .poll(() =>
        fetch(url).then(
          () => 'up',
          () => 'down',
        ),
      )
      .toBe('down');
  });
});
