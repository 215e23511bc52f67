import { describe, expect, it } from 'vitest';
import { demoHere, demoUntil } from './demo-here.ts';
import { type DemoEnd, endOf, runDemo, startDemo, untilPrinted, verdictOf } from './demo-process.ts';
import { interrupt } from './interrupted-story.ts';
import { expectOneSentence } from './one-sentence.ts';
import { publicationsIn } from './oracle.ts';
import { leftNaming } from './processes.ts';
import { published } from './story-ends.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { controlC, hasPseudoTerminal, startDemoAtTerminal } from './terminal-process.ts';
import { together } from './together.ts';

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

describe('a story with the mock that is interrupted or killed', together, () => {
  it('publishes once what was approved after a Ctrl-C', async (test) => {
    const state = temporaryFolder(test);
    await interrupt(state, 'mock', ['--mock'], 'admitted by the kernel');
    expect(verdictOf(await demoHere(state, ['--mock', '--decide', 'approve']))).toEqual(published);
    expect(publicationsIn(state, 'mock')).toHaveLength(1);
  });

  it('finds out what happened when it was killed after the press', async (test) => {
    const state = temporaryFolder(test);
    const killed = await runDemo(state, ['--mock', '--decide', 'approve', '--crash', 'after-press']);
    expect(killed.signal).toBe('SIGKILL');
    expect(await leftNaming(state)).toEqual([]);
    expect(publicationsIn(state, 'mock')).toHaveLength(1);
    const end = await demoHere(state, ['--mock', '--decide', 'approve']);
    expect(verdictOf(end)).toEqual(published);
    expect(publicationsIn(state, 'mock')).toHaveLength(1);
  });

  it('asks again when it was killed between commit and press', async (test) => {
    const state = temporaryFolder(test);
    const killed = await runDemo(state, ['--mock', '--decide', 'approve', '--crash', 'before-press']);
    expect(killed.signal).toBe('SIGKILL');
    expect(publicationsIn(state, 'mock')).toHaveLength(0);
    const end = await demoHere(state, ['--mock', '--decide', 'approve']);
    expect(verdictOf(end)).toEqual({ ...published, decisions: 2 });
    expect(publicationsIn(state, 'mock')).toHaveLength(1);
  });
});
