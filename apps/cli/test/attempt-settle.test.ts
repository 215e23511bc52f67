import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Attempt, Kernel } from '@cux/kernel';
import { actions, people, records, Story } from '@cux/kernel/store-suite';
import { openSqliteStore } from '@cux/store-sqlite';
import { beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { type AttemptSettle, attemptSettle } from '../src/commands/attempt-settle.ts';
import type { ContentItem } from '../src/commands/content-item.ts';
import { whatNext } from '../src/commands/content-work.ts';
import type { OpenState } from '../src/state/open-state.ts';
import { cuxHere } from './cux-here.ts';
import { temporaryFolder } from './state-folder.ts';

/** An agent's approved press whose process died after its commit; its capability has left it to a person. */
async function silentPress(path: string, quietMs = 10_000) {
  const story = new Story(await openSqliteStore({ path }), {
    wrap: (options) => ({ ...options, quietMs }),
  });
  await story.begin();
  const work = await actions.atWork(story);
  const gate = await actions.askedFor(story, work);
  await story.decide(gate);
  const { attempt } = await actions.committed(story, work, gate);
  await story.kernel.recover(story.workspace, 'process-2', { deadProcesses: [story.processId] });
  const attention = records.attention('What does the site hold, and did it happen?');
  await story.settle(attempt, records.proposalFor({ state: 'blocked', attention }));
  return { story, draft: work.attempt, silent: await story.attempt(attempt.attempt_id) };
}

/** The command over a story, as a person at a terminal gives it; nobody may be asked unless `ask` is given. */
async function settle(
  { kernel, workspace }: Pick<Story, 'kernel' | 'workspace'>,
  attemptId: string,
  options: Partial<AttemptSettle> = {},
): Promise<string> {
  const told: string[] = [];
  await attemptSettle(
    { kernel, workspaces: [workspace] } as unknown as OpenState,
    { json: false, write: (text) => told.push(text) },
    {
      attemptId,
      person: people.reviewer,
      interactive: true,
      waits: true,
      ask: () => expect.unreachable('nobody is to be asked'),
      ...options,
    },
  );
  return told.join('');
}

/** What the log says of the outcome that was settled. */
async function loggedOutcome({ kernel, workspace }: Story): Promise<unknown> {
  for await (const line of kernel.exportAudit(workspace)) {
    const { event } = JSON.parse(line);
    if (event?.kind === 'outcome-settled') return JSON.parse(event.body);
  }
  return null;
}

describe('what a person says of a silent attempt', () => {
  it('is asked once what left must have arrived, and the look is dated before it, not when the answer comes', async () => {
    const { story, silent } = await silentPress(':memory:');
    // The first answer stands for a stay that is nearly over.
    let asked = 0;
    const kernel: Kernel = {
      ...story.kernel,
      quietFor: async (...of) => {
        asked += 1;
        if (asked > 1) return story.kernel.quietFor(...of);
        await story.waitOut(silent.attempt_id);
        return 1;
      },
    };
    const told = await settle({ kernel, workspace: story.workspace }, silent.attempt_id, {
      ask: async () => {
        story.clock.advance(60_000);
        return 'not_happened';
      },
    });
    expect(await story.attempt(silent.attempt_id)).toMatchObject({
      state: 'settled',
      outcome: 'not_happened',
    });
    expect(await loggedOutcome(story)).toMatchObject({ by: 'person', looked_at: silent.settle_after });
    expect(told).toContain('cux todo reopen todo-article-1');
    expect(await story.must('reopen-todo', { todo_id: 'todo-article-1' }, people.owner)).toBeTruthy();
    await story.kernel.close();
  });

  it('ends with --no-wait while what left may still arrive, and says for how long', async () => {
    const { story, silent } = await silentPress(':memory:');
    await expect(settle(story, silent.attempt_id, { waits: false })).rejects.toMatchObject({
      code: 'not_yet',
      message: expect.stringContaining('takes 10 s more: run this again without --no-wait'),
    });
    expect(await story.attempt(silent.attempt_id)).toEqual(silent);
    await story.kernel.close();
  });

  it('is nothing where they do not know: nothing is decided, and nothing changes', async () => {
    const { story, silent } = await silentPress(':memory:');
    await story.waitOut(silent.attempt_id);
    expect(await settle(story, silent.attempt_id, { ask: async () => null })).toContain(
      'Nothing was decided',
    );
    expect(await story.attempt(silent.attempt_id)).toEqual(silent);
    await story.kernel.close();
  });

  it('is refused in the kernel’s words where somebody was quicker', async () => {
    const { story, silent } = await silentPress(':memory:');
    await story.waitOut(silent.attempt_id);
    const ask = async () => {
      await story.must('settle-outcome', await story.look(silent.attempt_id, 'happened'), people.owner);
      return 'not_happened' as const;
    };
    await expect(settle(story, silent.attempt_id, { ask })).rejects.toMatchObject({
      code: 'refused',
      message: 'Its outcome is settled already.',
    });
    expect((await story.attempt(silent.attempt_id)).outcome).toBe('happened');
    await story.kernel.close();
  });

  it('is what an item comes to that has nothing else left', async () => {
    const { story, silent } = await silentPress(':memory:');
    const { kernel, workspace } = story;
    const todo = await story.todo(silent.todo_id);
    const item = { record: { record_id: 'article-1' }, todo } as ContentItem;
    const state = { kernel } as unknown as OpenState;
    const next = () => whatNext({ state, workspace }, item, { kind: 'finished' });
    expect(await next()).toMatch(new RegExp(`did it happen\\? .*: cux attempt settle ${silent.attempt_id}$`));
    await story.waitOut(silent.attempt_id);
    const look = await story.look(silent.attempt_id, 'not_happened');
    await story.must('settle-outcome', look, people.owner);
    expect(await next()).toContain('cux todo reopen');
    await kernel.close();
  });

  it('is not asked of an attempt of which it is known', async () => {
    const { story, draft, silent } = await silentPress(':memory:');
    await story.waitOut(silent.attempt_id);
    const because = async (attempt: Pick<Attempt, 'attempt_id'>, code: string, says: string) =>
      expect(settle(story, attempt.attempt_id)).rejects.toMatchObject({
        code,
        message: expect.stringContaining(says),
      });
    await because({ attempt_id: 'attempt_none' }, 'not_found', 'cux attempt list');
    await because(draft, 'refused', 'is known');
    await story.begin('article-2');
    await because(await story.run('todo-article-2', 'draft'), 'refused', 'is running');
    await story.begin('article-3');
    await story.decide(await story.draft('article-3'));
    await because(await story.commit('article-3'), 'refused', 'may be under way');
    await story.must('settle-outcome', await story.look(silent.attempt_id, 'happened'), people.owner);
    await because(silent, 'refused', 'settled already: it happened');
    await story.kernel.close();
  });
});

describe('cux attempt settle', () => {
  /** Beside the silent press stands a publication that an open todo reads back. */
  let template: { readonly bytes: Buffer; readonly silent: Attempt; readonly readBack: Attempt };
  beforeAll(async () => {
    const folder = temporaryFolder({ onTestFinished: () => undefined });
    const path = join(folder, 'cux.sqlite');
    const { story, silent } = await silentPress(path, 1);
    await story.begin('article-2');
    const { attempt } = await story.publish('article-2');
    await story.kernel.close();
    template = { bytes: readFileSync(path), silent, readBack: attempt };
    rmSync(folder, { recursive: true, force: true });
  });

  function state(test: Pick<TestContext, 'onTestFinished'>) {
    const folder = temporaryFolder(test);
    writeFileSync(join(folder, 'cux.sqlite'), template.bytes);
    return (words: readonly string[], says?: boolean) => cuxHere(['--state', folder, ...words], {}, says);
  }

  it('shows what was tried and where to look, asks, and settles it', async (test) => {
    const run = state(test);
    const { attempt_id } = template.silent;
    const end = await run(['attempt', 'settle', attempt_id], true);
    expect(end).toMatchObject({ code: 0 });
    for (const text of [
      'click on the button “Publish”, once',
      `on ${records.site}, as `,
      'publish this article: POST ',
      'nobody knows: its process ended',
      `Go and look now: ${records.site}, as `,
      'It happened: the todo todo-article-1 is done.',
    ]) {
      expect(end.output).toContain(text);
    }
    expect((await run(['attempt', 'list', '--unknown'])).output).not.toContain(attempt_id);
    expect(await run(['attempt', 'settle', attempt_id], true)).toMatchObject({ code: 1 });
    expect(await run(['audit', 'verify'])).toMatchObject({ code: 0 });
  });

  it('is a person’s to say: no option answers, and nothing changes without a terminal', async (test) => {
    const run = state(test);
    const { attempt_id } = template.silent;
    for (const words of [
      ['attempt', 'settle', attempt_id],
      ['--json', 'attempt', 'settle', attempt_id],
    ]) {
      const end = await run(words, words[0] === '--json' ? true : undefined);
      expect(end).toMatchObject({ code: 3, output: '' });
      expect(end.errors).toContain('cux attempt settle');
    }
    const { attempt } = JSON.parse((await run(['--json', 'attempt', 'show', attempt_id])).output);
    expect(attempt).toMatchObject({ state: 'outcome_unknown', outcome: null, outcome_unknown: true });
  });

  it('says of one that is read back that nobody needs to', async (test) => {
    const { attempt_id } = template.readBack;
    const { output } = await state(test)(['attempt', 'settle', attempt_id], true);
    expect(output).toContain('article-2 is open, and finds out without you when it is run');
  });

  it.for([
    { words: ['attempt', 'list', '--unknown'], names: ['silent', 'readBack'] },
    { words: ['attempt', 'list'], names: ['silent', 'readBack'] },
    { words: ['todo', 'list', '--waiting'], names: ['silent'] },
    { words: ['recover'], names: ['silent'] },
  ] as const)('is what $words names as the next step', async ({ words, names }, test) => {
    const end = await state(test)(words);
    expect(end).toMatchObject({ code: 0 });
    const named = [...end.output.matchAll(/cux attempt settle ([a-z0-9_]+)/gi)].map(([, id]) => id);
    expect(named).toEqual(names.map((name) => template[name].attempt_id));
  });
});
