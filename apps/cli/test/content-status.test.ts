import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { captureItem, usualRules } from '@cux/content-ops';
import type { Kernel } from '@cux/kernel';
import { Story } from '@cux/kernel/store-suite';
import { openSqliteStore } from '@cux/store-sqlite';
import { describe, expect, it } from 'vitest';
import { attemptList } from '../src/commands/attempts.ts';
import { gateWithUse, stateWords } from '../src/commands/content-item.ts';
import { contentStatus } from '../src/commands/content-status.ts';
import { locateState } from '../src/state/locate-state.ts';
import { type OpenState, openState } from '../src/state/open-state.ts';
import { cuxHere } from './cux-here.ts';
import { fillWithItems, temporaryFolder } from './state-folder.ts';

type Test = Parameters<typeof temporaryFolder>[0];

async function items(test: Test, count: number): Promise<string> {
  const folder = temporaryFolder(test);
  await fillWithItems(join(folder, 'cux.sqlite'), count);
  return folder;
}

describe('cux content status', () => {
  it('tells a page at a time, each item once, and every outcome of all of them', async (test) => {
    const folder = await items(test, 125);
    const page = async (...options: readonly string[]) =>
      JSON.parse((await cuxHere(['--json', '--state', folder, 'content', 'status', ...options])).output);
    const names: string[] = [];
    let told = await page();
    for (const expected of [50, 50, 25]) {
      expect(told.items).toHaveLength(expected);
      expect(told.interventions_per_outcome).toEqual([
        { outcome: 'captured', items: 125, decisions: 0, sign_ins: 13, interventions: 13 },
      ]);
      names.push(...told.items.map(({ item }: { item: string }) => item));
      const [further] = told.further;
      if (further !== undefined) told = await page('--after', further.after);
    }
    expect(told.further).toEqual([]);
    expect(names).toEqual([...new Set(names)].sort());
    expect(names).toHaveLength(125);

    const text = await cuxHere(['--state', folder, 'content', 'status', '--limit', '2']);
    expect(text.output.split('\n')).toEqual([
      'item-00000  captured  site id —  people: 0 decisions, 1 sign-in, 1 intervention in all',
      `  Next: cux content draft item-00000 --state ${folder}`,
      'item-00001  captured  site id —  people: 0 decisions, 0 sign-ins, 0 interventions in all',
      `  Next: cux content draft item-00001 --state ${folder}`,
      `… and more: cux content status --after item-00001 --state ${folder}`,
      'outcome captured: 125 items; people: 0 decisions, 13 sign-ins, 13 interventions in all',
      '',
    ]);
    expect(await cuxHere(['--state', folder, 'content', 'status', '--limit', '0'])).toMatchObject({
      code: 2,
    });
  });

  it('names the sign-in that a site asks for, before the draft that would meet it', async (test) => {
    const folder = await items(test, 2);
    const site = { id: 'paper', origin: 'https://newsroom.example', account: 'desk', recipe: 'wordpress' };
    const next = async (rules: unknown) => {
      writeFileSync(join(folder, 'rules.json'), JSON.stringify(rules));
      return (await cuxHere(['--state', folder, 'content', 'status', 'item-00000'])).output;
    };
    expect(await next(usualRules('agent-1', site))).toMatch(
      /^Next: cux session enrol .*as the site asks to sign in; then cux content draft item-00000/m,
    );
    expect(await next(usualRules('agent-1', { ...site, recipe: 'newsroom' }))).toMatch(
      /^Next: cux content draft item-00000/m,
    );
    // Looking makes no vault.
    expect(existsSync(join(folder, 'vault'))).toBe(false);
  });

  it('tells items alone, and not the records by which an account is asked for', async (test) => {
    const folder = await items(test, 2);
    const state = await openState(locateState(folder), undefined);
    await state.kernel.execute(
      'put-record',
      { workspace: 'w', principal: { kind: 'human', id: 'editor' }, key: 'account' },
      captureItem('account-of-paper', { site: 'paper' }),
    );
    await state.close();
    const told = JSON.parse((await cuxHere(['--json', '--state', folder, 'content', 'status'])).output);
    expect(told.items.map(({ item }: { item: string }) => item)).toEqual(['item-00000', 'item-00001']);
    expect(told.interventions_per_outcome).toMatchObject([{ outcome: 'captured', items: 2 }]);
    expect(await cuxHere(['--state', folder, 'content', 'status', 'account-of-paper'])).toMatchObject({
      code: 1,
    });
  });

  it('never reads a list that grows with the number of items, but in pages', async (test) => {
    const folder = await items(test, 12);
    const state = await openState(locateState(folder), undefined);
    test.onTestFinished(() => state.close());
    const unbounded: string[] = [];
    const lists = ['goals', 'todos', 'attempts', 'gates', 'records', 'usage', 'quotas'];
    const bounded = (filter: object): boolean =>
      ['limit', 'goal_id', 'todo_id'].some((name) => Reflect.get(filter, name) !== undefined);
    const kernel = new Proxy<Kernel>(state.kernel, {
      get: (target, name, receiver) => {
        const read = Reflect.get(target, name, receiver);
        if (typeof read !== 'function' || !lists.includes(String(name))) return read;
        return (...given: readonly unknown[]) => {
          const filters = given.filter((value) => typeof value === 'object' && value !== null);
          if (!filters.some(bounded)) unbounded.push(String(name));
          return read(...given);
        };
      },
    });
    const output = { json: true, write: () => {}, colors: false };
    for (const choice of [{ limit: 5 }, { limit: 5, item: 'item-00003' }]) {
      await contentStatus({ ...state, kernel }, output, choice);
    }
    expect(unbounded).toEqual([]);
  });
});

describe('the state of an item', () => {
  /** An article that was approved, with an attempt past its commit. */
  async function committed(test: Pick<Test, 'onTestFinished'>) {
    const story = new Story(await openSqliteStore({ path: ':memory:' }));
    test.onTestFinished(() => story.kernel.close());
    await story.begin();
    const { workspace, kernel } = story;
    const record = async () => {
      const found = await kernel.record(workspace, 'content-ops', 'article-1');
      // As its capability would have it after a draft.
      return found === null
        ? expect.unreachable('the story begins with it')
        : { ...found, state: 'review_ready' };
    };
    const words = async () => {
      const todo = await story.todo('todo-article-1');
      return stateWords({
        record: await record(),
        todo,
        ...(await gateWithUse({ kernel }, workspace, todo)),
      });
    };
    const gate = await story.draft();
    expect(await words()).toBe('review ready');
    await story.decide(gate);
    expect(await words()).toBe('approved');
    return { story, attempt: await story.commit(), words };
  }

  it('is never ready for a review once its approval is used up', async (test) => {
    const { story, attempt, words } = await committed(test);
    expect(await words()).toBe('publishing');
    const told: string[] = [];
    const { kernel, workspace } = story;
    await attemptList(
      { kernel, workspaces: [workspace] } as unknown as OpenState,
      { json: false, write: (text) => told.push(text) },
      { unknown: true },
    );
    expect(told.join('')).toMatch(/1 more committed, and may be under way.*"cux recover"/);
    await story.report(attempt, 'published');
    expect(await words()).toBe('published');
    await story.settle(attempt, story.readingBack(attempt));
    expect(await words()).toBe('published');
  });

  it('is not known where the process of the attempt has died, until somebody has found out', async (test) => {
    const { story, attempt, words } = await committed(test);
    await story.kernel.recover(story.workspace, 'process-2', { deadProcesses: [story.processId] });
    expect(await words()).toBe('outcome unknown');
    await story.settle(attempt, story.readingBack(attempt));
    expect(await words()).toBe('outcome unknown');
    await story.readBack(`read-back-${attempt.fence}-article-1`, attempt, 'not_happened');
    expect(await words()).toBe('review ready');
  });
});
