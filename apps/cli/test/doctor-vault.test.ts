import {
  chmodSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { vaultLine } from '../src/commands/doctor-vault.ts';
import { locateState } from '../src/state/locate-state.ts';
import { openState } from '../src/state/open-state.ts';
import { cuxHere } from './cux-here.ts';
import { temporaryFolder } from './state-folder.ts';

type Test = Parameters<typeof temporaryFolder>[0];

/** The state of an application that has taken one item up; made once, and copied for each test. */
let template = '';
beforeAll(async () => {
  template = mkdtempSync(join(tmpdir(), 'cux-template-'));
  const site = ['--origin', 'https://newsroom.example', '--account', 'editor', '--recipe', 'newsroom'];
  expect(await cuxHere(['init', template, ...site])).toMatchObject({ code: 0 });
  cpSync(join(template, '.cux'), join(template, 'empty'), { recursive: true });
  const add = ['content', 'add', join(template, 'content', 'hello.md')];
  expect(await cuxHere(['--config', join(template, 'cux.json'), ...add])).toMatchObject({ code: 0 });
});
afterAll(() => rmSync(template, { recursive: true, force: true }));

async function lineAfter(test: Test, harm: (state: string) => void, of = '.cux') {
  const folder = temporaryFolder(test);
  cpSync(join(template, of), folder, { recursive: true });
  chmodSync(join(folder, 'vault.key'), 0o600);
  harm(folder);
  const state = await openState(locateState(folder), undefined);
  test.onTestFinished(() => state.close());
  return { folder, line: await vaultLine(state) };
}

/** Every file below a folder. */
function filesOf(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

describe('what the doctor says of the vault', { concurrent: true }, () => {
  it('is that it opens, and that what is needed is there', async (test) => {
    const { line } = await lineAfter(test, () => undefined);
    expect(line).toEqual({
      check: 'vault',
      ok: true,
      message: 'opens, and everything that unfinished work rests on is there.',
    });
  });

  it('is fine where nothing was kept yet, and makes no vault by looking', async (test) => {
    const { folder, line } = await lineAfter(test, () => undefined, 'empty');
    expect(line).toMatchObject({ ok: true, message: 'nothing is kept yet.' });
    expect(readdirSync(folder)).not.toContain('vault');
  });

  const harms: readonly { because: string; harm: (state: string) => void; says: string }[] = [
    { because: 'its key is gone', harm: (state) => rmSync(join(state, 'vault.key')), says: 'key is gone' },
    {
      because: 'its key is none',
      harm: (state) => writeFileSync(join(state, 'vault.key'), 'x'),
      says: 'key',
    },
    {
      because: 'its key is another one',
      harm: (state) => writeFileSync(join(state, 'vault.key'), 'a5'.repeat(32)),
      says: 'another key',
    },
    {
      because: 'all of it is gone',
      harm: (state) => rmSync(join(state, 'vault'), { recursive: true }),
      says: 'gone: 1,',
    },
    {
      because: 'a file was changed',
      harm: (state) => {
        for (const path of filesOf(join(state, 'vault', 'labels'))) {
          const bytes = readFileSync(path);
          bytes[3] = (bytes[3] ?? 0) ^ 1;
          writeFileSync(path, bytes);
        }
      },
      says: 'unreadable: 1',
    },
    {
      because: 'files were cut short',
      harm: (state) => {
        for (const path of filesOf(join(state, 'vault'))) truncateSync(path, 5);
      },
      says: 'key',
    },
  ];
  it.for(harms)('is NO where $because', async ({ harm, says }, test) => {
    const { line } = await lineAfter(test, harm);
    expect(line).toMatchObject({ check: 'vault', ok: false, message: expect.stringContaining(says) });
  });
});
