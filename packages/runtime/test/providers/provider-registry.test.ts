import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type PackageWish, packageIn, registryIn, temporaryFolder } from './support.ts';

const versionsOf = async (registry: ReturnType<typeof registryIn>) =>
  (await registry.list()).map(({ provider_id, enabled, active, previous }) => [
    provider_id,
    enabled ? 'enabled' : 'disabled',
    active.version,
    previous?.version ?? null,
  ]);

describe('installing', () => {
  it('probes, registers and enables, and gives the provider work', async (test) => {
    const folder = temporaryFolder(test);
    const registry = registryIn(folder);
    const done = await registry.install(packageIn(folder, '1.0.0'));
    expect(done).toMatchObject({ kind: 'done', checks: [{ check: 'engine', ok: true }] });
    expect(await versionsOf(registry)).toEqual([['sample', 'enabled', '1.0.0', null]]);
    expect(await registry.standing('sample')).toMatchObject({
      kind: 'ready',
      provider: { version: '1.0.0' },
    });
  });

  const refused: readonly {
    readonly because: string;
    readonly wish: PackageWish;
    readonly rule: string;
    readonly says: string;
  }[] = [
    { because: 'its doctor says no', wish: { sick: true }, rule: 'provider.not-ready', says: 'install it' },
    {
      because: 'it keeps a later contract',
      wish: { contract: { minimum: 2, maximum: 3 } },
      rule: 'provider.incompatible',
      says: 'versions 2 to 3 of the contract, this cux 1',
    },
    {
      because: 'its range is upside down',
      wish: { contract: { minimum: 2, maximum: 1 } },
      rule: 'provider.unreadable',
      says: '/contract',
    },
    {
      because: 'its configuration is not what it takes',
      wish: { config: { color: 'red' } },
      rule: 'provider.config',
      says: 'sample',
    },
    {
      because: 'its configuration has another type',
      wish: { config: { colour: 7 } },
      rule: 'provider.config',
      says: '/colour',
    },
    {
      because: 'its module lies outside of it',
      wish: { manifest: { module: './../../elsewhere.mjs' } },
      rule: 'provider.unreadable',
      says: '/module',
    },
    {
      because: 'its manifest says more than a manifest may',
      wish: { manifest: { authorises: 'everything' } },
      rule: 'provider.unreadable',
      says: 'manifest',
    },
    {
      because: 'it would be a capability',
      wish: { manifest: { outcome: 'Everything is published at once.' } },
      rule: 'provider.unreadable',
      says: 'manifest',
    },
    {
      because: 'its schema is none',
      wish: { manifest: { config_schema: { type: 'nonsense' } } },
      rule: 'provider.config',
      says: 'config_schema',
    },
  ];
  it.for(refused)('is refused where $because', async ({ wish, rule, says }, test) => {
    const folder = temporaryFolder(test);
    const registry = registryIn(folder);
    const outcome = await registry.install(packageIn(folder, '1.0.0', wish));
    expect(outcome).toMatchObject({ kind: 'refused', rule, message: expect.stringContaining(says) });
    expect(await registry.list()).toEqual([]);
    expect(await registry.standing('sample')).toMatchObject({ kind: 'refused', rule: 'provider.unknown' });
  });

  it('is refused where the name is taken', async (test) => {
    const folder = temporaryFolder(test);
    const registry = registryIn(folder);
    await registry.install(packageIn(folder, '1.0.0'));
    expect(await registry.install(packageIn(folder, '2.0.0'))).toMatchObject({ rule: 'provider.installed' });
    expect(await versionsOf(registry)).toEqual([['sample', 'enabled', '1.0.0', null]]);
  });
});

describe('readiness', () => {
  const changes: readonly { readonly because: string; readonly change: (folder: string) => void }[] = [
    {
      because: 'its module has another byte',
      change: (folder) => appendFileSync(join(folder, 'sample-1.0.0', 'provider.mjs'), '\n'),
    },
    {
      because: 'a file has come to it',
      change: (folder) => writeFileSync(join(folder, 'sample-1.0.0', 'more.mjs'), ''),
    },
    {
      because: 'its module is gone',
      change: (folder) => rmSync(join(folder, 'sample-1.0.0', 'provider.mjs')),
    },
    {
      because: 'all of it is gone',
      change: (folder) => rmSync(join(folder, 'sample-1.0.0'), { recursive: true }),
    },
    {
      because: 'its manifest keeps another contract',
      change: (folder) => void packageIn(folder, '1.0.0', { contract: { minimum: 1, maximum: 2 } }),
    },
  ];
  it.for(changes)('is over where $because', async ({ change }, test) => {
    const folder = temporaryFolder(test);
    const registry = registryIn(folder);
    await registry.install(packageIn(folder, '1.0.0'));
    change(folder);
    expect(await registry.standing('sample')).toMatchObject({ kind: 'refused', rule: 'provider.not-ready' });
  });

  it('comes back with a probe, for what is there now', async (test) => {
    const folder = temporaryFolder(test);
    const registry = registryIn(folder);
    await registry.install(packageIn(folder, '1.0.0'));
    writeFileSync(join(folder, 'sample-1.0.0', 'more.mjs'), '');
    expect(await registry.renew('sample')).toMatchObject({ kind: 'done' });
    expect(await registry.standing('sample')).toMatchObject({ kind: 'ready' });
  });

  it('is not given to files that change while they are probed', async (test) => {
    const folder = temporaryFolder(test);
    const source = packageIn(folder, '1.0.0');
    const { loadPackage } = await import('./support.ts');
    const registry = registryIn(folder, async (release) => {
      const provider = await loadPackage(release);
      appendFileSync(join(source.folder, 'provider.mjs'), '// another one\n');
      return provider;
    });
    expect(await registry.install(source)).toMatchObject({ rule: 'provider.changed' });
    expect(await registry.list()).toEqual([]);
  });
});

describe('enabling, upgrading and going back', () => {
  it('gives a disabled provider no work, and leaves it disabled through an upgrade', async (test) => {
    const folder = temporaryFolder(test);
    const registry = registryIn(folder);
    await registry.install(packageIn(folder, '1.0.0'));
    await registry.disable('sample');
    expect(await registry.standing('sample')).toMatchObject({ kind: 'refused', rule: 'provider.disabled' });
    await registry.upgrade('sample', packageIn(folder, '2.0.0'));
    expect(await versionsOf(registry)).toEqual([['sample', 'disabled', '2.0.0', '1.0.0']]);
    expect(await registry.standing('sample')).toMatchObject({ kind: 'refused', rule: 'provider.disabled' });
    await registry.rollback('sample');
    expect(await versionsOf(registry)).toEqual([['sample', 'disabled', '1.0.0', '2.0.0']]);
    await registry.enable('sample');
    expect(await registry.standing('sample')).toMatchObject({
      kind: 'ready',
      provider: { version: '1.0.0' },
    });
  });

  const stays: readonly { readonly because: string; readonly wish: PackageWish; readonly rule: string }[] = [
    { because: 'the new one is not ready', wish: { sick: true }, rule: 'provider.not-ready' },
    {
      because: 'the new one keeps another contract',
      wish: { contract: { minimum: 9, maximum: 9 } },
      rule: 'provider.incompatible',
    },
    { because: 'the new one is another provider', wish: { id: 'other' }, rule: 'provider.other' },
  ];
  it.for(stays)('leaves everything as it was where $because', async ({ wish, rule }, test) => {
    const folder = temporaryFolder(test);
    const registry = registryIn(folder);
    await registry.install(packageIn(folder, '1.0.0'));
    expect(await registry.upgrade('sample', packageIn(folder, '2.0.0', wish))).toMatchObject({ rule });
    expect(await versionsOf(registry)).toEqual([['sample', 'enabled', '1.0.0', null]]);
    expect(await registry.standing('sample')).toMatchObject({
      kind: 'ready',
      provider: { version: '1.0.0' },
    });
  });

  it('does not go back to what is not there or not ready any more', async (test) => {
    const folder = temporaryFolder(test);
    const registry = registryIn(folder);
    const first = packageIn(folder, '1.0.0');
    await registry.install(first);
    expect(await registry.rollback('sample')).toMatchObject({ rule: 'provider.no-previous' });
    await registry.upgrade('sample', packageIn(folder, '2.0.0'));
    rmSync(first.folder, { recursive: true });
    expect(await registry.rollback('sample')).toMatchObject({ rule: 'provider.unreadable' });
    expect(await versionsOf(registry)).toEqual([['sample', 'enabled', '2.0.0', '1.0.0']]);
  });

  it('enables none that is not ready', async (test) => {
    const folder = temporaryFolder(test);
    const registry = registryIn(folder);
    await registry.install(packageIn(folder, '1.0.0'));
    await registry.disable('sample');
    packageIn(folder, '1.0.0', { contract: { minimum: 5, maximum: 5 } });
    expect(await registry.enable('sample')).toMatchObject({ rule: 'provider.incompatible' });
    expect(await registry.standing('sample')).toMatchObject({ rule: 'provider.disabled' });
  });

  it('removes a disabled one only', async (test) => {
    const folder = temporaryFolder(test);
    const registry = registryIn(folder);
    await registry.install(packageIn(folder, '1.0.0'));
    expect(await registry.remove('sample')).toMatchObject({ rule: 'provider.enabled' });
    await registry.disable('sample');
    expect(await registry.remove('sample')).toMatchObject({ kind: 'done', provider: null });
    expect(await registry.list()).toEqual([]);
  });

  it.for(['enable', 'disable', 'renew', 'rollback', 'remove'] as const)(
    'knows no other: %s',
    async (verb, test) => {
      expect(await registryIn(temporaryFolder(test))[verb]('nobody')).toMatchObject({
        rule: 'provider.unknown',
      });
    },
  );
});

describe('a registry that is written by several', () => {
  it('loses none of them', async (test) => {
    const folder = temporaryFolder(test);
    const ids = ['a', 'b', 'c', 'd', 'e'];
    const sources = ids.map((id) => packageIn(folder, '1.0.0', { id }));
    // Each with a registry of its own, as processes have them.
    const outcomes = await Promise.all(sources.map((source) => registryIn(folder).install(source)));
    expect(outcomes.map(({ kind }) => kind)).toEqual(ids.map(() => 'done'));
    expect((await registryIn(folder).list()).map(({ provider_id }) => provider_id)).toEqual(ids);
  });

  it('gives one name once', async (test) => {
    const folder = temporaryFolder(test);
    const source = packageIn(folder, '1.0.0');
    const outcomes = await Promise.all([1, 2, 3].map(() => registryIn(folder).install(source)));
    expect(outcomes.filter(({ kind }) => kind === 'done')).toHaveLength(1);
  });
});

describe('a process that is killed', () => {
  const child = fileURLToPath(new URL('hanging-upgrade.ts', import.meta.url));

  it('between probe and switch leaves the provider that was there, at work', async (test) => {
    const folder = temporaryFolder(test);
    const registry = registryIn(folder);
    await registry.install(packageIn(folder, '1.0.0'));
    const source = packageIn(folder, '2.0.0');
    const upgrading = spawn(process.execPath, [child, folder, JSON.stringify(source)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(upgrading, 'exit');
    const [line] = await once(createInterface(upgrading.stdout), 'line');
    expect(line).toBe('probed');
    upgrading.kill('SIGKILL');
    await ended;
    expect(await versionsOf(registryIn(folder))).toEqual([['sample', 'enabled', '1.0.0', null]]);
    expect(await registry.standing('sample')).toMatchObject({
      kind: 'ready',
      provider: { version: '1.0.0' },
    });
    expect(await registry.upgrade('sample', source)).toMatchObject({ kind: 'done' });
    expect(await versionsOf(registry)).toEqual([['sample', 'enabled', '2.0.0', '1.0.0']]);
  });

  it('while it writes leaves a file without its name, which is nothing', async (test) => {
    const folder = temporaryFolder(test);
    const registry = registryIn(folder);
    await registry.install(packageIn(folder, '1.0.0'));
    writeFileSync(join(folder, 'registry', 'half.tmp'), '{"schema_version":"cux_prov');
    expect(await versionsOf(registry)).toEqual([['sample', 'enabled', '1.0.0', null]]);
    await registry.disable('sample');
    expect(readdirSync(join(folder, 'registry')).filter((name) => name.endsWith('.json'))).toHaveLength(2);
  });

  it('says of a damaged registry what to do, and takes nothing from it', async (test) => {
    const folder = temporaryFolder(test);
    const registry = registryIn(folder);
    await registry.install(packageIn(folder, '1.0.0'));
    writeFileSync(join(folder, 'registry', '00000002.json'), '{}');
    await expect(registry.list()).rejects.toMatchObject({
      name: 'RegistryFault',
      code: 'registry_unreadable',
    });
  });
});
