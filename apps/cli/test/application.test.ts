import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cuxHere } from './cux-here.ts';
import { temporaryFolder } from './state-folder.ts';

type Test = Parameters<typeof temporaryFolder>[0];

const site = ['--origin', 'https://newsroom.example', '--account', 'editor', '--recipe', 'newsroom'];
const article = '---\ntitle: Harvest festival\nsection: Culture\n---\nMany came.\n';

/** Made once, and copied for each test. */
let template = '';
beforeAll(async () => {
  template = mkdtempSync(join(tmpdir(), 'cux-template-'));
  expect(await cuxHere(['init', template, ...site])).toMatchObject({ code: 0 });
});
afterAll(() => rmSync(template, { recursive: true, force: true }));

/** An application folder, and `cux` in it. */
function application(test: Test) {
  const folder = temporaryFolder(test);
  const cux = (...words: readonly string[]) => cuxHere(['--config', join(folder, 'cux.json'), ...words]);
  const json = async (...words: readonly string[]) => JSON.parse((await cux('--json', ...words)).output);
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  cpSync(template, folder, { recursive: true });
  return { folder, cux, json, file };
}

describe('cux init', { concurrent: true }, () => {
  it('overwrites nothing, and adds what is missing', async (test) => {
    const { folder } = application(test);
    const rules = join(folder, 'publishing-rules.json');
    writeFileSync(rules, 'mine');
    const again = await cuxHere(['--json', 'init', folder, ...site]);
    expect(JSON.parse(again.output)).toMatchObject({ made: [], kept: expect.arrayContaining(['cux.json']) });
    expect(readFileSync(rules, 'utf8')).toBe('mine');
  });

  it('keeps what is private out of a repository around it, and every .gitignore that is there', async (test) => {
    const { folder, file } = application(test);
    execFileSync('git', ['init', '--quiet'], { cwd: folder });
    const isIgnored = (path: string) =>
      spawnSync('git', ['check-ignore', '--quiet', path], { cwd: folder }).status === 0;
    for (const path of ['.cux/vault.key', '.cux/cux.sqlite', '.env', '.env.local', 'my.key', 'copy.sqlite']) {
      expect(isIgnored(path), path).toBe(true);
    }
    for (const path of ['cux.json', 'publishing-rules.json', 'content/hello.md', '.env.example']) {
      expect(isIgnored(path), path).toBe(false);
    }
    // One that is there says nothing of the state.
    file('.gitignore', 'node_modules/\n');
    expect(await cuxHere(['init', folder, ...site])).toMatchObject({ code: 0 });
    expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toBe('node_modules/\n');
    expect(isIgnored('.cux/vault.key')).toBe(true);
  });

  it('says of what is asked for otherwise than it is there that it changes nothing', async (test) => {
    const { folder } = application(test);
    const same = await cuxHere(['init', folder, ...site]);
    expect(same.output).not.toContain('changes nothing');
    const other = await cuxHere([
      'init',
      folder,
      ...site.slice(0, 2),
      '--account',
      'guest',
      ...site.slice(4),
    ]);
    expect(other).toMatchObject({ code: 0 });
    expect(other.output).toMatch(
      /^NO {2}publishing-rules\.json was there and holds: .* as guest, .* changes nothing/m,
    );
  });

  it('takes a recipe of the folder itself', async (test) => {
    const folder = temporaryFolder(test);
    const { output: recipe } = await cuxHere(['recipe', 'show', 'newsroom']);
    mkdirSync(join(folder, 'recipes'));
    writeFileSync(
      join(folder, 'recipes', 'own.json'),
      JSON.stringify({ ...JSON.parse(recipe), name: 'own' }),
    );
    const end = await cuxHere(['init', folder, ...site.slice(0, 4), '--recipe', 'own']);
    expect(end).toMatchObject({ code: 0 });
  });

  it('gives an editor the schema of the config file and of the rules', async (test) => {
    const { folder } = application(test);
    const config = JSON.parse(readFileSync(join(folder, 'cux.json'), 'utf8'));
    const schema = JSON.parse(readFileSync(join(folder, config.$schema), 'utf8'));
    expect(Object.keys(schema.properties)).toEqual(expect.arrayContaining(Object.keys(config)));
    expect(schema.properties.commands.properties['vault sweep'].properties).toHaveProperty('days');
  });

  it.for([
    { because: 'nobody can be asked', words: [], says: '--origin' },
    {
      because: 'the account is missing',
      words: site.slice(0, 2).concat('--recipe', 'newsroom'),
      says: '--account',
    },
    {
      because: 'a password stands in the address',
      words: ['--origin', 'https://a:secret@b.example'],
      says: 'origin',
    },
    { because: 'that is no address', words: ['--origin', 'newsroom'], says: 'origin' },
    {
      because: 'nobody knows that recipe',
      words: site.slice(0, 4).concat('--recipe', 'nosuch'),
      says: 'newsroom',
    },
    {
      because: 'the site does not answer, and nothing else says its kind',
      words: ['--origin', 'http://127.0.0.1:1', '--account', 'editor'],
      says: 'http://127.0.0.1:1 does not answer',
    },
  ])('makes nothing where $because', async ({ words, says }, test) => {
    const folder = temporaryFolder(test);
    const end = await cuxHere(['init', join(folder, 'new'), ...words]);
    expect(end.code).toBe(2);
    expect(end.errors).toContain(says);
    expect(end.errors).not.toContain('secret');
    expect(() => readFileSync(join(folder, 'new', 'cux.json'))).toThrow();
  });
});

describe('cux content', { concurrent: true }, () => {
  it('has nothing to tell in a new folder, and no error either', async (test) => {
    const { cux } = application(test);
    for (const words of [
      ['content', 'status'],
      ['gate', 'list'],
      ['todo', 'list'],
      ['session', 'list'],
    ]) {
      expect(await cux(...words)).toMatchObject({ code: 0, errors: '' });
    }
  });

  it('takes an item up once, however often it is told to', async (test) => {
    const { cux, json, file } = application(test);
    const path = file('Harvest Festival.md', article);
    expect((await cux('content', 'add', path)).output).toContain('cux content draft harvest-festival');
    expect((await cux('content', 'add', path)).code).toBe(0);
    expect(await json('content', 'status')).toMatchObject({
      items: [{ item: 'harvest-festival', state: 'captured', todo: 'open', interventions: { total: 0 } }],
    });
    const { todos } = await json('todo', 'list');
    expect(todos).toHaveLength(1);
  });

  it('never puts other content under a name that is taken', async (test) => {
    const { cux, file } = application(test);
    await cux('content', 'add', file('a.md', article));
    const other = await cux('content', 'add', file('a.md', article.replace('Many', 'Few')));
    expect(other).toMatchObject({ code: 1 });
    expect(other.errors).toContain('--id');
    // The first one's content is still what its digest says: the same file is taken as a repeat.
    expect((await cux('content', 'add', file('a.md', article))).code).toBe(0);
  });

  const refused = [
    {
      because: 'the site has no such field',
      name: 'a.json',
      text: '{"title":"T","body":"B","section":"Culture","colour":"red"}',
      says: 'colour',
    },
    { because: 'a field is missing', name: 'a.md', text: '---\ntitle: T\n---\nB\n', says: 'section' },
    {
      because: 'the site offers no such choice',
      name: 'a.md',
      text: '---\ntitle: T\nsection: Gossip\n---\nB\n',
      says: 'section',
    },
    { because: 'there are no fields', name: 'a.md', text: 'just text', says: '---' },
    { because: 'it is no JSON', name: 'a.json', text: '{', says: 'JSON' },
    { because: 'it is no YAML', name: 'a.md', text: '---\ntitle: a: b\n---\nB\n', says: 'YAML' },
    { because: 'a field is no text', name: 'a.json', text: '{"title":["T"]}', says: 'title' },
    { because: 'no field has a name like that', name: 'a.json', text: '{"TITLE":"T"}', says: 'fields' },
    {
      because: 'an alias would make it huge',
      name: 'a.md',
      text: '---\na: &a x\ntitle: *a\n---\nB\n',
      says: '',
    },
  ];
  it.for(refused)('keeps nothing where $because', async ({ name, text, says }, test) => {
    const { cux, json, file } = application(test);
    const end = await cux('content', 'add', file(name, text));
    expect(end.code).not.toBe(0);
    expect(end.errors).toContain(says);
    expect(end.errors.trim().split('\n')).toHaveLength(1);
    expect(await json('todo', 'list')).toEqual({ todos: [] });
  });

  it('revises an item, and gives one up for good', async (test) => {
    const { cux, json, file } = application(test);
    await cux('content', 'add', file('a.md', article));
    const revised = file('b.md', article.replace('Many', 'Few'));
    expect((await cux('content', 'revise', 'a', revised)).code).toBe(0);
    expect((await cux('content', 'revise', 'a', revised)).code).toBe(0);
    expect(await json('content', 'status', 'a')).toMatchObject({ items: [{ revision: 2 }] });
    expect((await cux('content', 'skip', 'a')).code).toBe(0);
    expect(await json('content', 'status', 'a')).toMatchObject({
      items: [{ state: 'skipped', todo: 'cancelled' }],
    });
    expect((await cux('content', 'skip', 'a')).code).toBe(1);
    expect((await cux('content', 'revise', 'a', file('c.md', article))).code).toBe(1);
    const again = await cux('content', 'add', revised, '--id', 'a');
    expect(again.output, 'a repeat says nothing of what was long ago').toContain('cux content status a');
    expect(again.output).not.toContain('captured');
  });

  it.for([
    ['content', 'status', 'nobody'],
    ['content', 'revise', 'nobody', 'x.md'],
    ['content', 'skip', 'nobody'],
    ['content', 'review', 'nobody'],
    ['session', 'revoke', 'nobody'],
  ])('says that there is no such thing, and what names them all: %s %s', async (words, test) => {
    const { cux } = application(test);
    const end = await cux(...words);
    expect([1, 3]).toContain(end.code);
    expect(end.errors).toMatch(/^cux: [^\n]+\n$/);
  });

  it('asks for no review before there is a draft', async (test) => {
    const { cux, file } = application(test);
    await cux('content', 'add', file('a.md', article));
    const end = await cux('content', 'review', 'a');
    expect(end).toMatchObject({ code: 1 });
    expect(end.errors).toContain('cux content draft a');
  });

  it('says with line and column what is wrong with the rules', async (test) => {
    const { cux, folder, file } = application(test);
    file(
      'publishing-rules.json',
      readFileSync(join(folder, 'publishing-rules.json'), 'utf8').replace('"agent"', '"agnet"'),
    );
    const end = await cux('content', 'add', file('a.md', article));
    expect(end.code).toBe(1);
    expect(end.errors).toMatch(/publishing-rules\.json:\d+:\d+: /);
  });
});

describe('cux session enrol', { concurrent: true }, () => {
  const enrol = async (test: Test, ...flags: readonly string[]) => {
    const folder = temporaryFolder(test);
    const blog = ['--origin', 'https://blog.example', '--account', 'writer', '--recipe', 'wordpress'];
    expect(await cuxHere(['init', folder, ...blog])).toMatchObject({ code: 0 });
    const words = ['--config', join(folder, 'cux.json'), 'session', 'enrol', ...flags];
    return cuxHere(words, { DISPLAY: '' }, false);
  };

  it('asks in a folder in which nothing was done yet', async (test) => {
    const end = await enrol(test);
    expect(end).toMatchObject({ code: 0, errors: '' });
    expect(end.output).toContain('Let cux-agent use the account writer on blog.example');
    expect(end.output).toContain('Nobody has signed in');
  });

  it('is what comes next for an item of a site that asks to sign in', async (test) => {
    const folder = temporaryFolder(test);
    const blog = ['--origin', 'https://blog.example', '--account', 'writer', '--recipe', 'wordpress'];
    await cuxHere(['init', folder, ...blog]);
    const config = ['--config', join(folder, 'cux.json')];
    const added = await cuxHere([...config, 'content', 'add', join(folder, 'content', 'hello.md')]);
    expect(added.output).toMatch(/^Next: cux session enrol .*; then cux content draft hello /m);
  });

  it('asks nothing where a window is wanted and there is no display', async (test) => {
    const end = await enrol(test, '--browser', 'window');
    expect(end).toMatchObject({ code: 1, output: '' });
    expect(end.errors).toMatch(/^cux: There is no display here .*--browser terminal.*\n$/);
  });
});
