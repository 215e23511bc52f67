import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newsroomFixture } from '../src/mock/newsroom-fixture.ts';
import { readNewsroomState } from '../src/newsroom/newsroom-files.ts';
import { type RunningNewsroom, startNewsroom } from '../src/newsroom/start-newsroom.ts';
import { cuxFile } from './cux-file.ts';
import { type CommandLike, cuxHere, loadCux } from './cux-in-process.ts';

const page = readFileSync(new URL('../../../docs/cli.md', import.meta.url), 'utf8');

/** The examples of the page, in their order: a command line, and the code that it ends with. */
const examples = [...page.matchAll(/^```sh(?: exit=(\d))?\n(.*?)^```/gms)].flatMap(([, exit, lines = '']) =>
  lines
    .split('\n')
    .filter((line) => line.startsWith('cux '))
    .map((line) => ({ line, code: Number(exit ?? 0) })),
);

/** As a shell splits them, as far as the page needs it. */
function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)]
    .slice(1)
    .map(([, single, double, bare]) => single ?? double ?? bare ?? '');
}

describe('docs/cli.md', () => {
  const root = mkdtempSync(join(tmpdir(), 'cux-docs-'));
  const folder = join(root, 'application');
  const before = process.cwd();
  let site: RunningNewsroom;
  let loaded: Awaited<ReturnType<typeof loadCux>>;
  // Who sits there says yes.
  const cux = (words: readonly string[]) => cuxHere(loaded, words, 'approve', { CUX_PROVIDER: 'mock' });
  const json = async (...words: readonly string[]) => JSON.parse((await cux(['--json', ...words])).output);

  async function filled(word: string): Promise<string> {
    if (word === '$SITE') return site.origin;
    if (word === '$GATE') return (await json('gate', 'list', '--all')).gates.at(-1).gate_id;
    if (word === '$COMPUTER') return (await json('computer', 'list')).computers.at(-1).computer_id;
    if (word === '$ATTEMPT') return (await json('attempt', 'list', '--todo', 'hello')).attempts[0].attempt_id;
    return word;
  }

  /** What stands beside the examples in the folder. */
  function furnish(): void {
    const config = JSON.parse(readFileSync(join(folder, 'cux.json'), 'utf8'));
    const bell = { name: 'bell', kind: 'command', command: ['true'] };
    writeFileSync(join(folder, 'cux.json'), JSON.stringify({ ...config, notifications: [bell] }));
    writeFileSync(
      join(folder, 'mock.json'),
      JSON.stringify({ fixture: newsroomFixture({ origin: site.origin, modal: false }) }),
    );
    writeFileSync(
      join(folder, 'content', 'again.md'),
      '---\ntitle: Hello again\nsection: Culture\n---\nAnother text.\n',
    );
    const [, profile = ''] = /^```json\n(.*?)^```/ms.exec(page.slice(page.indexOf('## Computers'))) ?? [];
    writeFileSync(join(folder, 'computer.json'), profile);
    writeFileSync(join(folder, 'records.jsonl'), '{"id":1,"raw":"{}"}\n');
    for (const version of ['1', '2']) writePackage(join(folder, `package-${version}`), `${version}.0.0`);
  }

  beforeAll(async () => {
    mkdirSync(join(root, 'site'));
    mkdirSync(folder);
    site = await startNewsroom({ directory: join(root, 'site'), port: 0, unexpectedDialog: false });
    loaded = await loadCux();
    process.chdir(folder);
  });
  afterAll(async () => {
    process.chdir(before);
    await site.stop();
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  });

  it('has an example for every command that there is', async () => {
    const { createProgram } = loaded;
    const missing = leaves(
      createProgram({ write: () => {}, writeError: () => {}, environment: {}, interactive: false }),
      '',
    ).filter(
      (command) =>
        !examples.some(({ line }) => line === `cux ${command}` || line.startsWith(`cux ${command} `)),
    );
    expect(missing).toEqual([]);
  });

  it('does what it says, line by line', async () => {
    // The completion's library prints by itself.
    const printed = vi.spyOn(console, 'log').mockImplementation(() => {});
    for (const { line, code } of examples) {
      const words: string[] = [];
      for (const word of wordsOf(line)) words.push(await filled(word));
      const end = await cux(words);
      expect(end.code, `${line}\n${end.errors}\n${end.output}`).toBe(code);
      if (words[0] === 'init') furnish();
      if (line === 'cux audit verify') {
        writeFileSync(join(folder, 'audit-head'), (await json('audit', 'verify')).workspaces[0].head);
      }
      if (line.startsWith('cux recipe show')) writeFileSync(join(folder, 'recipe.json'), end.output);
    }
    printed.mockRestore();
    // What the examples have published, by the site's own files.
    expect(readNewsroomState(join(root, 'site')).publications).toHaveLength(1);
  });
});

function leaves(command: CommandLike, path: string): readonly string[] {
  return command.commands
    .filter(({ _hidden }) => _hidden !== true)
    .flatMap((each) => {
      const words = path === '' ? each.name() : `${path} ${each.name()}`;
      return each.commands.length === 0 ? [words] : leaves(each, words);
    });
}

/** The sample provider of the command's own tests, in this version. */
function writePackage(place: string, version: string): void {
  cpSync(cuxFile('test', 'sample-provider'), place, { recursive: true });
  const manifest = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'));
  writeFileSync(join(place, 'package.json'), JSON.stringify({ ...manifest, version }));
}
