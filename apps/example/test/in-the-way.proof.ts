import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { demoHere } from './demo-here.ts';
import { endOf, runDemo, startDemo, untilPrinted, verdictOf } from './demo-process.ts';
import { expectOneSentence } from './one-sentence.ts';
import { publicationsIn } from './oracle.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { together } from './together.ts';

describe('the demo, when something is in the way', together, () => {
  it('names a taken port', async (test) => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    test.onTestFinished(() => void holder.close());
    const address = holder.address();
    const port = address !== null && typeof address === 'object' ? address.port : 0;
    const end = await demoHere(temporaryFolder(test), ['--decide', 'approve', '--port', String(port)]);
    expectOneSentence(end, 1);
    expect(end.errors).toContain('--port');
  });

  it('names a missing browser', async (test) => {
    const end = await runDemo(temporaryFolder(test), ['--decide', 'approve'], {
      CUX_CHROMIUM: '/nonexistent/chromium',
    });
    expectOneSentence(end, 1);
    expect(end.errors).toMatch(/CUX_CHROMIUM|Chrom/);
  });

  it('names a missing PHP', async (test) => {
    const end = await runDemo(temporaryFolder(test), ['--decide', 'approve', '--site', 'wordpress'], {
      CUX_PHP: '/nonexistent/php',
    });
    expectOneSentence(end, 1);
    expect(end.errors).toContain('php-cli');
  });

  it('leaves a database as it is that is of a newer version, or truncated', async (test) => {
    const state = temporaryFolder(test);
    expect((await demoHere(state, ['--mock', '--decide', 'reject'])).code).toBe(0);
    const file = join(state, 'newsroom-mock', 'cux.sqlite');
    makeNewer(file);
    const newer = readFileSync(file);
    const end = await demoHere(state, ['--mock', '--decide', 'approve']);
    expectOneSentence(end, 1);
    expect(end.errors).toMatch(/newer/);
    expect(readFileSync(file).equals(newer)).toBe(true);

    truncateSync(file, 5_000);
    const truncated = readFileSync(file);
    expectOneSentence(await demoHere(state, ['--mock', '--decide', 'approve']), 1);
    expect(readFileSync(file).equals(truncated)).toBe(true);
  });

  it('names a state folder that is a file', async (test) => {
    const file = join(temporaryFolder(test), 'file');
    writeFileSync(file, '');
    expectOneSentence(await demoHere(file, ['--decide', 'approve']), 1);
  });

  it('names a state folder that cannot be written', async (test) => {
    const state = temporaryFolder(test);
    // What SQLite says here is what it says of a folder without the right to write; root has every right.
    mkdirSync(join(state, 'lock.sqlite'));
    const end = await demoHere(state, ['--mock', '--decide', 'approve']);
    expectOneSentence(end, 1);
    expect(end.errors).toContain('--state');
    expect(end.errors).not.toContain('unexpected');
  });

  it.runIf(existsSync('/proc/self'))('names a place where no folder can be made', async () => {
    const end = await demoHere('/proc/cux/state', ['--mock', '--decide', 'approve']);
    expectOneSentence(end, 1);
    expect(end.errors).toContain('--state');
  });

  it('names a path that is too long for a folder', async () => {
    const end = await demoHere(`/tmp/${'x'.repeat(300)}`, ['--mock', '--decide', 'approve']);
    expectOneSentence(end, 1);
    expect(end.errors).not.toContain('unexpected');
  });

  it('names an unreadable story file', async (test) => {
    const state = temporaryFolder(test);
    mkdirSync(join(state, 'newsroom-mock'), { recursive: true });
    writeFileSync(join(state, 'newsroom-mock', 'story.json'), '{');
    const end = await demoHere(state, ['--mock', '--decide', 'approve']);
    expectOneSentence(end, 1);
    expect(end.errors).toContain('--fresh');
  });
});

describe('two demos and one state folder', together, () => {
  it('lets the first go on and tells the second', async (test) => {
    const state = temporaryFolder(test);
    const first = startDemo(state, ['--mock', '--decide', 'approve']);
    const ended = endOf(first);
    await untilPrinted(first, 'The work');
    const second = await demoHere(state, ['--decide', 'approve']);
    expectOneSentence(second, 1);
    expect(second.errors).toContain(`process ${first.pid}`);
    expect(verdictOf(await ended).todo).toBe('done');
    expect(publicationsIn(state, 'mock')).toHaveLength(1);
  });
});

function makeNewer(file: string): void {
  const database = new Database(file);
  database.exec("insert into schema_migration (version, name, checksum) values (9999, 'later', 'x')");
  database.close();
}
