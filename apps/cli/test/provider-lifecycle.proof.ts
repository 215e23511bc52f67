import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cuxHere } from './cux-here.ts';
import { temporaryFolder } from './state-folder.ts';

type Test = Parameters<typeof temporaryFolder>[0];

let template = '';
beforeAll(async () => {
  template = mkdtempSync(join(tmpdir(), 'cux-template-'));
  const site = ['--origin', 'https://newsroom.example', '--account', 'editor', '--recipe', 'newsroom'];
  await cuxHere(['init', template, ...site], { CUX_CHROMIUM: '/nowhere' });
  rmSync(join(template, '.cux', 'providers'), { recursive: true, force: true });
});
afterAll(() => rmSync(template, { recursive: true, force: true }));

function application(test: Test) {
  const folder = temporaryFolder(test);
  cpSync(template, folder, { recursive: true });
  const cux = (...words: readonly string[]) => cuxHere(['--config', join(folder, 'cux.json'), ...words]);
  const json = async (...words: readonly string[]) => JSON.parse((await cux('--json', ...words)).output);
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const releases = (): readonly string[] => {
    try {
      return readdirSync(join(folder, '.cux', 'providers', 'releases'));
    } catch {
      return [];
    }
  };
  return { folder, cux, json, file, releases };
}

const emptyFixture = {
  fixture: {
    schema_version: 'cux_mock_fixture_v1',
    origin: 'https://newsroom.example',
    screens: [{ id: 'page', path: '/', elements: [] }],
    modals: [],
  },
};

const sample = new URL('./sample-provider/', import.meta.url);

/** A package as npm takes it from a folder: no dependency, so that no network is needed. */
function packageFolder(folder: string, version: string, script = ''): string {
  const place = join(folder, `package-${version}`);
  cpSync(sample, place, { recursive: true });
  const manifest = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'));
  const scripts = script === '' ? {} : { scripts: { install: script, postinstall: script } };
  writeFileSync(join(place, 'package.json'), JSON.stringify({ ...manifest, version, ...scripts }));
  return place;
}

describe('cux provider', { concurrent: true }, () => {
  it('installs, switches off, checks, switches on and removes one that comes with it', async (test) => {
    const { cux, json, file } = application(test);
    const config = file('mock.json', JSON.stringify(emptyFixture));
    expect(await cux('provider', 'install', 'mock', '--provider-config', config)).toMatchObject({ code: 0 });
    expect(await json('provider', 'list')).toMatchObject({
      providers: [{ provider_id: 'mock', enabled: true, standing: { ready: true } }],
    });
    expect(await cux('provider', 'remove', 'mock')).toMatchObject({ code: 1 });
    expect(await cux('provider', 'disable', 'mock')).toMatchObject({ code: 0 });
    expect(await json('provider', 'list')).toMatchObject({
      providers: [{ enabled: false, standing: { ready: false, rule: 'provider.disabled' } }],
    });
    expect((await cux('provider', 'upgrade', 'mock')).output).toContain('disabled');
    expect(await cux('provider', 'enable', 'mock')).toMatchObject({ code: 0 });
    await cux('provider', 'disable', 'mock');
    expect(await cux('provider', 'remove', 'mock')).toMatchObject({ code: 0 });
    expect(await json('provider', 'list')).toEqual({ providers: [] });
  });

  it('installs the one for the API of a site, which needs no browser, and takes no API that is none', async (test) => {
    const { cux, json, file } = application(test);
    const broken = file('broken.json', JSON.stringify({ interface: { forms: 'none' } }));
    expect(await cux('provider', 'install', 'http', '--provider-config', broken)).toMatchObject({ code: 1 });
    expect(await json('provider', 'list')).toEqual({ providers: [] });
    expect(await cux('provider', 'install', 'http')).toMatchObject({ code: 0 });
    expect(await json('provider', 'list')).toMatchObject({
      providers: [{ provider_id: 'http', standing: { ready: true } }],
    });
  });

  it('brings packages side by side, runs none of their scripts, and goes back', async (test) => {
    const { folder, cux, json, releases } = application(test);
    const ran = join(folder, 'script-ran');
    const first = packageFolder(folder, '1.0.0', `node -e "require('fs').writeFileSync('${ran}','')"`);
    expect(await cux('provider', 'install', first)).toMatchObject({ code: 0 });
    expect(() => readFileSync(ran)).toThrow();
    // The state folder has files of its own: what happens to the source is nothing to them.
    rmSync(first, { recursive: true });
    expect(await cux('provider', 'upgrade', 'sample', packageFolder(folder, '2.0.0'))).toMatchObject({
      code: 0,
    });
    expect(releases()).toHaveLength(2);
    expect(await json('provider', 'list')).toMatchObject({
      providers: [
        { active: { version: '2.0.0' }, previous: { version: '1.0.0' }, standing: { ready: true } },
      ],
    });
    expect((await cux('provider', 'rollback', 'sample')).output).toContain('ok  sample: 1.0.0');
    expect(await json('provider', 'list')).toMatchObject({
      providers: [{ active: { version: '1.0.0' }, previous: { version: '2.0.0' } }],
    });
  });

  it('says which provider is not what was probed, gives it no work, and probes what came with it anew', async (test) => {
    const { folder, cux, json, releases } = application(test);
    await cux('provider', 'install', packageFolder(folder, '1.0.0'));
    const [release = ''] = releases();
    const module = join(
      folder,
      '.cux',
      'providers',
      'releases',
      release,
      'node_modules',
      'sample-provider',
      'index.js',
    );
    writeFileSync(module, `${readFileSync(module, 'utf8')}// changed\n`);
    expect(await json('provider', 'list')).toMatchObject({
      providers: [{ standing: { rule: 'provider.not-ready' } }],
    });
    writeFileSync(join(folder, 'a.md'), '---\ntitle: T\nsection: Culture\n---\nB\n');
    await cux('content', 'add', join(folder, 'a.md'));
    const refused = await cux('--provider', 'sample', 'content', 'draft', 'a');
    expect(refused.errors).toContain('(provider.not-ready)');
    expect(await json('attempt', 'list')).toEqual({ attempts: [] });
    // Not what came with cux: that it changed is for a person to look at.
    await cux('--provider', 'sample', 'doctor', '--fix');
    expect(await json('provider', 'list')).toMatchObject({
      providers: [{ standing: { rule: 'provider.not-ready' } }],
    });
  });

  it.for([
    ['throws', 'createProvider = () => { throw new Error("secret detail"); }'],
    ['is none', 'createProvider = 7'],
    ['does not load', 'createProvider = ('],
  ])('keeps nothing of a package whose provider %s', async ([, code = ''], test) => {
    const { folder, cux, json, releases } = application(test);
    const broken = packageFolder(folder, '1.0.0');
    writeFileSync(join(broken, 'index.js'), `export const ${code};\n`);
    const end = await cux('provider', 'install', broken);
    expect(end.code).toBe(1);
    expect(end.errors).not.toContain('secret detail');
    expect(end.errors).toContain('(provider.unreadable)');
    expect(releases()).toEqual([]);
    expect(await json('provider', 'list')).toEqual({ providers: [] });
  });

  const refused = [
    { because: 'it needs a configuration', words: ['install', 'mock'], says: '/fixture' },
    { because: 'nothing is there', words: ['install', './nowhere/manifest.json'], says: 'npm' },
    { because: 'the folder is no package', words: ['install', '.'], says: 'package.json' },
    { because: 'it would be an option of npm', words: ['install', '--', '--global'], says: 'named by' },
    { because: 'it is not installed', words: ['upgrade', 'playwright'], says: 'provider list' },
    { because: 'nobody knows it', words: ['disable', 'nobody'], says: 'install it' },
  ];
  it.for(refused)('refuses in one sentence where $because', async ({ words, says }, test) => {
    const { cux, json, releases } = application(test);
    const end = await cux('provider', ...words);
    expect(end.code).not.toBe(0);
    expect(end.errors).toContain(says);
    expect(
      end.errors
        .trim()
        .split('\n')
        .filter((line) => !line.endsWith(' …')),
    ).toHaveLength(1);
    expect(await json('provider', 'list')).toEqual({ providers: [] });
    expect(releases()).toEqual([]);
  });
});

describe('cux doctor', () => {
  it('says in order what is missing, and repairs what is safe', async (test) => {
    const { folder, cux, json, file } = application(test);
    await cux(
      'provider',
      'install',
      'mock',
      '--provider-config',
      file('mock.json', JSON.stringify(emptyFixture)),
    );
    rmSync(join(folder, 'schemas'), { recursive: true });
    writeFileSync(join(folder, 'publishing-rules.json'), '{');
    const end = await cux('--provider', 'mock', 'doctor', '--fix');
    expect(end).toMatchObject({ code: 1 });
    expect(end.output).toContain('fixed: the schemas');
    expect(JSON.parse(readFileSync(join(folder, 'schemas', 'cux.schema.json'), 'utf8'))).toHaveProperty(
      'properties.state',
    );
    const { checks } = await json('--provider', 'mock', 'doctor');
    const names = checks.map(({ check }: { check: string }) => check);
    expect(names.slice(0, 5)).toEqual(['node', 'config', 'state', 'rules', 'policy']);
    expect(checks[3]).toMatchObject({
      ok: false,
      message: expect.stringMatching(/publishing-rules\.json:1:\d+/),
    });
    expect(names).toContain('provider mock');
  });
});
