import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type DemoEnd, endOf, runDemo, startDemo, untilPrinted, verdictOf } from './demo-process.ts';
import { publicationsIn } from './oracle.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** One sentence on standard error, and nothing that looks like a stack. */
function expectOneSentence(end: DemoEnd, code: number): void {
  expect(end.errors.trim().split('\n')).toHaveLength(1);
  expect(end.errors).toMatch(/^cux demo: .+\.$/m);
  expect(end.errors).not.toContain('    at ');
  expect(end.code).toBe(code);
}

const misuse = [
  { args: [], because: 'nobody can be asked' },
  { args: ['--decide', 'maybe'], because: 'there is no such decision' },
  { args: ['--decide', 'approve', '--site', 'myspace'], because: 'there is no such site' },
  { args: ['--decide', 'approve', '--port', '70000'], because: 'there is no such port' },
  { args: ['--decide', 'approve', '--crash', 'later'], because: 'there is no such moment' },
  { args: ['--decide', 'approve', '--unknown'], because: 'there is no such option' },
  { args: ['--decide', 'approve', 'extra'], because: 'it takes no arguments' },
  { args: ['--decide', 'approve', '--mock', '--site', 'wordpress'], because: 'no mock of WordPress exists' },
];

describe('the demo, used wrongly', { concurrent: true }, () => {
  it.each(misuse)('starts nothing when $because', async ({ args }) => {
    const state = join(temporaryFolder(), 'state');
    expectOneSentence(await runDemo(state, args), 2);
    expect(existsSync(state)).toBe(false);
  });
});

describe('the demo, when something is in the way', { concurrent: true }, () => {
  it('names a taken port', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    onTestFinished(() => void holder.close());
    const address = holder.address();
    const port = address !== null && typeof address === 'object' ? address.port : 0;
    const end = await runDemo(temporaryFolder(), ['--decide', 'approve', '--port', String(port)]);
    expectOneSentence(end, 1);
    expect(end.errors).toContain('--port');
  });

  it('names a missing browser', async () => {
    const end = await runDemo(temporaryFolder(), ['--decide', 'approve'], {
      CUX_CHROMIUM: '/nonexistent/chromium',
    });
    expectOneSentence(end, 1);
    expect(end.errors).toMatch(/CUX_CHROMIUM|Chrom/);
  });

  it('names a missing PHP', async () => {
    const end = await runDemo(temporaryFolder(), ['--decide', 'approve', '--site', 'wordpress'], {
      CUX_PHP: '/nonexistent/php',
    });
    expectOneSentence(end, 1);
    expect(end.errors).toContain('php-cli');
  });

  it('leaves a database of a newer version as it is', async () => {
    const state = temporaryFolder();
    expect((await runDemo(state, ['--mock', '--decide', 'reject'])).code).toBe(0);
    const file = join(state, 'newsroom-mock', 'cux.sqlite');
    makeNewer(file);
    const before = readFileSync(file);
    const end = await runDemo(state, ['--mock', '--decide', 'approve']);
    expectOneSentence(end, 1);
    expect(end.errors).toMatch(/newer/);
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it('leaves a truncated database as it is', async () => {
    const state = temporaryFolder();
    expect((await runDemo(state, ['--mock', '--decide', 'reject'])).code).toBe(0);
    const file = join(state, 'newsroom-mock', 'cux.sqlite');
    truncateSync(file, 5_000);
    const before = readFileSync(file);
    expectOneSentence(await runDemo(state, ['--mock', '--decide', 'approve']), 1);
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it('names a state folder that is a file', async () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    expectOneSentence(await runDemo(file, ['--decide', 'approve']), 1);
  });

  it('names an unreadable story file', async () => {
    const state = temporaryFolder();
    mkdirSync(join(state, 'newsroom-mock'), { recursive: true });
    writeFileSync(join(state, 'newsroom-mock', 'story.json'), '{');
    const end = await runDemo(state, ['--mock', '--decide', 'approve']);
    expectOneSentence(end, 1);
    expect(end.errors).toContain('--fresh');
  });
});

describe('two demos and one state folder', () => {
  it('lets the first go on and tells the second', async () => {
    const state = temporaryFolder();
    const first = startDemo(state, ['--decide', 'approve']);
    const ended = endOf(first);
    await untilPrinted(first, 'The work');
    const second = await runDemo(state, ['--decide', 'approve']);
    expectOneSentence(second, 1);
    expect(second.errors).toContain(`process ${first.pid}`);
    expect(verdictOf(await ended).todo).toBe('done');
    expect(publicationsIn(state, 'browser')).toHaveLength(1);
  });
});

const moments = [
  { wanted: 'cux demo', because: 'nothing has begun' },
  { wanted: 'admitted by the kernel', because: 'the browser is starting' },
  { wanted: 'to take over', because: 'the person is about to decide' },
  { wanted: 'prepared:', because: 'the finger is on the key' },
  { wanted: 'pressed, once', because: 'the press has just happened' },
];

describe('Ctrl-C', { concurrent: true }, () => {
  it.each(moments)('loses nothing when $because', async ({ wanted }) => {
    const state = temporaryFolder();
    const demo = startDemo(state, ['--decide', 'approve']);
    const ended = endOf(demo);
    await untilPrinted(demo, wanted);
    demo.kill('SIGINT');
    const end = await ended;
    expectOneSentence(end, 130);
    const next = await runDemo(state, ['--decide', 'approve']);
    expect(verdictOf(next)).toMatchObject({ writes_before_decision: 0, writes_total: 1, todo: 'done' });
    expect(publicationsIn(state, 'browser')).toHaveLength(1);
  });
});

function makeNewer(file: string): void {
  const database = new Database(file);
  database.pragma('user_version = 9999');
  database.close();
}
