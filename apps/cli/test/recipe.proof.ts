import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, type TestContext } from 'vitest';
import { cuxHere } from './cux-here.ts';
import { temporaryFolder } from './state-folder.ts';

const example = (name: string) =>
  fileURLToPath(new URL(`../../../examples/notice-board/${name}`, import.meta.url));
const recipe = readFileSync(example('recipe.json'), 'utf8');

/** The example's notice board, and what it holds by its own file. */
async function noticeBoard(test: TestContext) {
  const folder = temporaryFolder(test);
  const store = join(folder, 'board.json');
  const board = spawn(process.execPath, [example('server.mjs'), '0', store], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  test.onTestFinished(() => void board.kill());
  const [line] = await once(board.stdout, 'data');
  const password = join(folder, 'password');
  writeFileSync(password, 'a notice for ann\n');
  const notices = (): unknown[] =>
    JSON.parse(readFileSync(store, 'utf8')).map(([, notice]: [string, unknown]) => notice);
  return { folder, password, notices, origin: /http:\S+/.exec(String(line))?.[0] ?? '' };
}

describe('cux recipe check', () => {
  it('tries a recipe on the live site: a draft there, every write named, and nothing put up', async (test) => {
    const { origin, password, notices } = await noticeBoard(test);
    const args = ['--url', origin, '--account', 'ann', '--password-file', password, '--press'];
    const end = await cuxHere(['--json', 'recipe', 'check', example('recipe.json'), ...args]);
    const report = JSON.parse(end.output);
    expect(report.checks.filter(({ ok }: { ok: boolean }) => !ok)).toEqual([]);
    expect(end.code).toBe(0);
    const told = report.writes.map((write: Record<string, unknown>) => ({
      of: (write.sketch as { method: string }).method,
      at: (write.sketch as { path: string }).path,
      passed: write.passedBy,
      permitted: write.permittedBy,
    }));
    expect(told).toContainEqual({
      of: 'PATCH',
      at: expect.stringContaining('/notices/'),
      passed: 'keep-draft',
      permitted: null,
    });
    expect(told).toContainEqual({ of: 'POST', at: '/notices/{item}/up', passed: null, permitted: 'put-up' });
    expect(told).toContainEqual({ of: 'POST', at: '/seen', passed: null, permitted: null });
    expect(end.output).not.toContain('a notice for ann');
    // The board's own file is the judge.
    expect(notices()).toMatchObject([
      { up: null, times: 0, draft: { heading: expect.stringMatching(/^Check /) } },
    ]);
  });

  it('says at which line a recipe stops, and which rule a write would need', async (test) => {
    const { origin, password, folder, notices } = await noticeBoard(test);
    const mended = join(folder, 'recipe.json');
    writeFileSync(
      mended,
      recipe.replace(
        '"/draft/text", "operator": "equals", "value": "{content.body}"',
        '"/draft/words", "operator": "present"',
      ),
    );
    const end = await cuxHere([
      'recipe',
      'check',
      mended,
      '--url',
      origin,
      '--account',
      'ann',
      '--password-file',
      password,
    ]);
    expect(end.code).toBe(1);
    const line = recipe.split('\n').findIndex((each) => each.includes('"await_write"')) + 1;
    expect(end.output).toContain(`NO  draft.stopped: ${mended}:${line}:`);
    expect(end.output).toContain('blocked (guard.body-mismatch)');
    expect(end.output).toContain('{"field":"/draft/text","operator":"equals","value":"{content.body}"}');
    expect(notices()).toMatchObject([{ draft: { heading: '', text: '' }, up: null }]);
  });

  const mistakes = [
    { from: '"kind": "press"', to: '"kind": "click"', says: 'file.shape', because: 'there is no such step' },
    {
      from: '"rule": "keep-draft"',
      to: '"rule": "kept"',
      says: 'recipe.rule-unknown',
      because: 'no rule has that id',
    },
    { from: '"version": "1.0",', to: '"version": "1.0"', says: 'file.syntax', because: 'a comma is missing' },
  ];
  it.for(mistakes)('refuses a file at its line, because $because', async ({ from, to, says }, test) => {
    const folder = temporaryFolder(test);
    const file = join(folder, 'recipe.json');
    writeFileSync(file, recipe.replace(from, to));
    const end = await cuxHere(['recipe', 'check', file]);
    expect(end.code).toBe(1);
    const place = new RegExp(`NO  ${says}: \\S+recipe.json:(\\d+):\\d+ `).exec(end.output);
    const line = recipe.split('\n').findIndex((each) => each.includes(from)) + 1;
    expect(Math.abs(Number(place?.[1]) - line)).toBeLessThanOrEqual(1);
  });

  it('asks for the account where the site has a sign-in', async () => {
    const end = await cuxHere(['recipe', 'check', example('recipe.json'), '--url', 'http://127.0.0.1:9']);
    expect(end).toMatchObject({ code: 2, errors: expect.stringContaining('--account') });
  });
});

it('shipped recipes can be listed and written out to begin from', async () => {
  expect((await cuxHere(['recipe', 'show'])).output).toMatch(/^newsroom 1\.0 .*\n/);
  const shown = await cuxHere(['recipe', 'show', 'dokuwiki']);
  expect(JSON.parse(shown.output)).toMatchObject({ name: 'dokuwiki' });
  expect(await cuxHere(['recipe', 'show', 'nothing'])).toMatchObject({
    code: 1,
    errors: expect.stringContaining('recipe show'),
  });
});
