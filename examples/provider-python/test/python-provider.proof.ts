import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { article, mainTodo, manifestPath, openWorld, type World, workspace } from './support/world.ts';

const cux = fileURLToPath(new URL('./dist/main.js', import.meta.resolve('@cux/cli/package.json')));
const ownFolder = join(import.meta.dirname, '..');

const hasPython =
  spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))']).status === 0;
if (!hasPython) {
  console.warn(
    'SKIPPED: the sample provider is not tested, since Python 3.9 or newer (python3) is not here.',
  );
}

let world: World | null = null;
afterEach(async () => {
  await world?.close();
  world = null;
});

async function open(...parameters: Parameters<typeof openWorld>): Promise<World> {
  world = await openWorld(...parameters);
  return world;
}

const stateOf = async ({ kernel }: World) => (await kernel.todo(workspace, mainTodo))?.state;

/** Short: one scenario for each part of the provider. Long: all that it has the features for. */
const short = [
  ...['plain-draft', 'choices-held', 'draft-saved-by-rule', 'publication-called-draft', 'facts-read'],
  ...[
    'destructive-confirmation',
    'lookalike-final-action',
    'never-loads',
    'publish-once',
    'file-attached',
    'trace-kept',
  ],
  ...['guard-is-the-only-way', 'stored-session-restored', 'close-leaves-nothing', 'canaries-stay-in'],
];
const wanted = process.env.CUX_REPEAT === undefined ? ['--scenario', ...short] : [];

describe.skipIf(!hasPython)('a provider in Python', () => {
  it('meets every scenario that its manifest does not rule out', async () => {
    // Over HTTPS, since the article below goes over HTTP.
    const args = ['--json', 'provider', 'conform', manifestPath, '--https', ...wanted];
    const child = spawn(process.execPath, [cux, ...args]);
    const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    const report = JSON.parse(output);
    expect(report.scenarios.filter(({ outcome }: { outcome: string }) => outcome === 'fail')).toEqual([]);
    expect(report.pass).toBeGreaterThanOrEqual(short.length);
    expect(code).toBe(0);
  });

  it('needs nothing but the standard library, and leaves nothing in its folder', async () => {
    const script =
      'import sys; sys.path.insert(0, "."); import cux_forms.serve; print("\\n".join(sys.modules))';
    const { stdout } = spawnSync('python3', ['-B', '-I', '-S', '-c', script], {
      cwd: ownFolder,
      encoding: 'utf8',
    });
    const modules = stdout.split('\n').filter((name) => name.startsWith('cux_forms'));
    expect(modules.length).toBeGreaterThan(4);
    expect(readdirSync(join(ownFolder, 'cux_forms')).filter((name) => !name.endsWith('.py'))).toEqual([]);
  });
});

describe.skipIf(!hasPython)('an article through the real runtime', () => {
  it('is published exactly once, and not before somebody has said yes', async () => {
    const { site, run, approve, runOpen, kernel } = await open();
    expect(await run()).toMatchObject({ kind: 'settled', todo_state: 'awaiting_gate' });
    expect(site.publications).toEqual([]);
    expect(site.writes).toEqual(['POST /articles/1']);
    await approve();
    expect(site.publications).toEqual([]);
    await runOpen();
    const { title: headline, body, section } = article;
    expect(site.publications).toEqual([{ id: 1, status: 'published', headline, body, section }]);
    expect(site.writes).toHaveLength(2);
    const todo = await kernel.todo(workspace, mainTodo);
    expect(todo?.state).toBe('done');
    expect(await kernel.verifyAudit(workspace)).toMatchObject({ ok: true });
  });

  it('whose provider dies before the press sends nothing, and is asked about again', async () => {
    const here = await open(async (moment, { killProvider }) => {
      if (moment === 'before-press') expect(await killProvider()).toBeGreaterThan(0);
    });
    await here.run();
    await here.approve();
    await here.runOpen();
    expect(here.site.publications).toEqual([]);
    expect(await stateOf(here)).toBe('awaiting_gate');
    expect(await here.kernel.gates(workspace, { statuses: ['pending'] })).toHaveLength(1);
  });

  it('whose provider dies while its press is under way has an unknown outcome, until it is read back', async () => {
    const here = await open();
    await here.run();
    await here.approve();
    here.site.published = async () => {
      await here.killProvider();
      return 'silence';
    };
    expect(await here.run()).toMatchObject({ kind: 'settled', todo_state: 'reconciling' });
    await here.runOpen();
    expect(here.site.publications).toHaveLength(1);
    expect(await stateOf(here)).toBe('done');
  });
});
