import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { casesCommand } from './harness/cases-command.ts';

const fixtures = path.join(import.meta.dirname, 'fixtures', 'cases');
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'cux-cases-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function run(...args: readonly string[]) {
  const [told, faults]: [string[], string[]] = [[], []];
  const status = await casesCommand(args, {
    output: { write: (text) => told.push(text) },
    errors: { write: (text) => faults.push(text) },
  });
  return { status, stdout: told.join(''), stderr: faults.join('') };
}

const head = (first: string) => `${first}\n<!doctype html>`;
const whole =
  '"id":"1","kind":"k","fields":{},"final_action":null,"expect":{"stop_reason":"completed","posts_allowed":0}';

test.each([
  [null, /not a folder that can be read/],
  ['', /no \.html page is in it/],
  [head('<html>'), /its first line must be a comment/],
  [head('<!-- {"id": -->'), /its first line must be a comment/],
  [head('<!-- {"id" "1"} -->'), /is not JSON/],
  [head(`<!-- {${whole},"colour":"red"} -->`), /Unrecognized key: "colour"/],
  [head('<!-- {"id":"1"} -->'), /kind: /],
])('says in one sentence what is wrong with %j', async (page, sentence) => {
  const bad = mkdtempSync(path.join(folder, 'bad-'));
  if (page !== null && page !== '') writeFileSync(path.join(bad, 'page.html'), page);
  const { status, stdout, stderr } = await run(page === null ? path.join(bad, 'nothing') : bad);
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^cases: .+\.\n$/);
  expect(stderr).toMatch(sentence);
});

test.each([
  [[], /name one folder/],
  [['.', '.'], /name one folder/],
  [['.', '--repeat', 'often'], /--repeat takes a whole number/],
  [['.', '--lanes', '0'], /--lanes takes a whole number/],
  [['.', '--loud'], /Unknown option '--loud'/],
])('refuses %j', async (args, sentence) => {
  const { status, stderr } = await run(...args);
  expect(status).toBe(2);
  expect(stderr).toMatch(sentence);
});

test('tells of each page what came of it, and fails when one is wrong', async () => {
  const file = '60-control-plain-form.html';
  const both = mkdtempSync(path.join(folder, 'both-'));
  cpSync(path.join(fixtures, file), path.join(both, file));
  const other = `<!-- {${whole.replace('"1"', '"x"').replace('null', '"Publish"').replace('{}', '{"Title":"A"}')},"canaries":["Entry"]} -->`;
  writeFileSync(
    path.join(both, 'x.html'),
    `${other}\n<title>Entry</title><label>Title <input></label><button>Publish Entry</button><button>Publish</button>`,
  );
  const { status, stdout } = await run(both, '--https', '--json');
  expect(status).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({
    scheme: 'https',
    runs: 2,
    wrong: 1,
    writes: 0,
    pages: [
      { id: '60', runs: [{ stop_reason: 'stopped_at_gate', blocker: null, canaries: 0, problems: [] }] },
      {
        id: 'x',
        runs: [
          {
            canaries: 1,
            problems: ['stop_reason is stopped_at_gate (blocker none), not completed', 'leaked: Entry'],
          },
        ],
      },
    ],
  });
});
