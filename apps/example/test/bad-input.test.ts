import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { demoHere, demoUntil } from './demo-here.ts';
import { type DemoEnd, endOf, runDemo, startDemo, untilPrinted, verdictOf } from './demo-process.ts';
import { publicationsIn } from './oracle.ts';
import { leftNaming } from './processes.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { controlC, hasPseudoTerminal, startDemoAtTerminal } from './terminal-process.ts';
import { together } from './together.ts';

/** One sentence on standard error, and nothing that looks like a stack. */
function expectOneSentence(end: DemoEnd, code: number): void {
  expect(end.errors.trim().split('\n')).toHaveLength(1);
  expect(end.errors).toMatch(/^cux demo: .+$/m);
  expect(end.errors).not.toContain('    at ');
  expect(end.code).toBe(code);
}

const misuse = [
  { args: [], because: 'nobody can be asked' },
  { args: ['--decide', 'maybe'], because: 'there is no such decision' },
  { args: ['--decide', 'approve', '--site', 'myspace'], because: 'there is no such site' },
  { args: ['--decide', 'approve', '--port', '70000'], because: 'there is no such port' },
  {
    args: ['--decide', 'approve', '--state', ''],
    because: 'an empty name is most often a variable that is not set',
  },
  { args: ['--decide', 'approve', '--crash', 'later'], because: 'there is no such moment' },
  { args: ['--decide', 'approve', '--unknown'], because: 'there is no such option' },
  { args: ['--decide', 'approve', 'extra'], because: 'it takes no arguments' },
  { args: ['--decide', 'approve', '--mock', '--site', 'wordpress'], because: 'no mock of WordPress exists' },
];

describe('the demo, used wrongly', together, () => {
  it.for(misuse)('starts nothing when $because', async ({ args }, test) => {
    const state = join(temporaryFolder(test), 'state');
    expectOneSentence(await demoHere(state, args), 2);
    expect(existsSync(state)).toBe(false);
  });

  it('ends, when it is built, with the same words', async (test) => {
    const state = join(temporaryFolder(test), 'state');
    expect(await runDemo(state, ['--unknown'])).toEqual(await demoHere(state, ['--unknown']));
    expect(existsSync(state)).toBe(false);
  });
});

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

const moments = [
  { wanted: 'cux demo', because: 'nothing has begun' },
  { wanted: 'to take over', because: 'the person is about to decide' },
  { wanted: 'prepared:', because: 'the finger is on the key' },
  { wanted: 'pressed, once', because: 'the press has just happened' },
] as const;

const stoppable = ['--mock', '--decide', 'approve'];

/** A signal that reaches the program itself, once; the other moments are the same without its start. */
async function signalled(state: string, wanted: string): Promise<DemoEnd> {
  const demo = startDemo(state, stoppable);
  const ended = endOf(demo);
  await untilPrinted(demo, wanted);
  demo.kill('SIGINT');
  return ended;
}

/** What it does to a story in a browser and to an attempt that has just begun is told with the stories. */
describe('Ctrl-C', together, () => {
  it.for(moments)('loses nothing when $because', async ({ wanted }, test) => {
    const state = temporaryFolder(test);
    const isLast = wanted === moments.at(-1)?.wanted;
    expectOneSentence(
      isLast ? await signalled(state, wanted) : await demoUntil(state, stoppable, wanted),
      130,
    );
    expect(await leftNaming(state)).toEqual([]);
    const next = await demoHere(state, ['--mock', '--decide', 'approve']);
    expect(verdictOf(next)).toMatchObject({ writes_before_decision: 0, writes_total: 1, todo: 'done' });
    expect(publicationsIn(state, 'mock')).toHaveLength(1);
  });

  it('is no failure of the work, however often it comes while drafting', async (test) => {
    const state = temporaryFolder(test);
    for (let count = 0; count < 4; count += 1) {
      expect((await demoUntil(state, stoppable, 'starts behind the guard')).code).toBe(130);
    }
    const next = await demoHere(state, ['--mock', '--decide', 'approve']);
    expect(next.output).toContain('story-1 is open');
    expect(verdictOf(next)).toMatchObject({ todo: 'done', writes_total: 1 });
  });
});

describe.skipIf(!hasPseudoTerminal())('Ctrl-C at a terminal', together, () => {
  it('while a person is asked decides nothing, and the next run asks again', async (test) => {
    const state = temporaryFolder(test);
    const demo = startDemoAtTerminal(state, ['--mock']);
    const ended = endOf(demo);
    await untilPrinted(demo, 'Approve, exactly as shown');
    demo.stdin?.write(controlC);
    const end = await ended;
    expect(end.output).toContain('cux demo: interrupted; nothing is lost');
    expect(end.output).not.toContain('    at ');
    expect(end.code).toBe(130);
    expect(publicationsIn(state, 'mock')).toHaveLength(0);
    expect(await leftNaming(state)).toEqual([]);
    const next = await demoHere(state, ['--mock', '--decide', 'approve']);
    expect(verdictOf(next)).toMatchObject({ decisions: 1, writes_before_decision: 0, writes_total: 1 });
    expect(publicationsIn(state, 'mock')).toHaveLength(1);
  });
});

function makeNewer(file: string): void {
  const database = new Database(file);
  database.exec("insert into schema_migration (version, name, checksum) values (9999, 'later', 'x')");
  database.close();
}
