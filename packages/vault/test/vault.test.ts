import { copyFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { digestOfBytes } from '@cux/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFileVault, openMemoryVault, parseVaultKey, type Vault, VaultFault } from '../src/index.ts';

let root = '';
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'cux-vault-'));
});
afterAll(async () => {
  await rm(root, { recursive: true, force: true });
});

const key = parseVaultKey('1f'.repeat(32));
let now = 1_800_000_000_000;
const clock = { now: () => now };
const hour = 3_600_000;
const openIn = (directory: string): Promise<Vault> => openFileVault({ directory, key, clock });

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (content: Uint8Array | null): string | null =>
  content === null ? null : new TextDecoder().decode(content);

const isFault =
  (code: VaultFault['code']) =>
  (error: unknown): boolean =>
    VaultFault.isInstance(error) && error.code === code;

async function filesIn(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

const kinds: { kind: string; open: (name: string) => Promise<Vault> }[] = [
  { kind: 'file', open: (name) => openIn(join(root, name)) },
  { kind: 'memory', open: async () => openMemoryVault({ clock }) },
];

describe.each(kinds)('a $kind vault', ({ open }) => {
  it('gives back what it keeps, by digest and by name', async () => {
    const vault = await open('keeps');
    const digest = await vault.put(bytes('a plan'));
    expect(digest).toBe(digestOfBytes(bytes('a plan')));
    expect(text(await vault.get(digest))).toBe('a plan');
    await vault.putNamed('plan/1', bytes('first'));
    await vault.putNamed('plan/1', bytes('second'));
    expect(text(await vault.getNamed('plan/1'))).toBe('second');
  });

  it('answers null for what it does not have', async () => {
    const vault = await open('absent');
    expect(await vault.get(digestOfBytes(bytes('nothing')))).toBeNull();
    expect(await vault.getNamed('nothing')).toBeNull();
    await vault.removeNamed('nothing');
  });

  it('removes the bytes with their name, and nobody else’s', async () => {
    const vault = await open('removes');
    const digest = await vault.put(bytes('shared'));
    expect(await vault.putNamed('a', bytes('shared'))).toBe(digest);
    await vault.putNamed('b', bytes('shared'));
    await vault.removeNamed('a');
    expect(await vault.getNamed('a')).toBeNull();
    expect(text(await vault.getNamed('b'))).toBe('shared');
    expect(text(await vault.get(digest))).toBe('shared');
  });

  it.each(['', 'with space', 'ünïcode', 'x'.repeat(401)])('refuses the name %j', async (name) => {
    const vault = await open('names');
    await expect(vault.putNamed(name, bytes('x'))).rejects.toSatisfy(isFault('name_invalid'));
  });

  it('sweeps what is old, but for what is to stay', async () => {
    const vault = await open('sweeps');
    const old = await vault.put(bytes('old evidence'));
    const needed = await vault.put(bytes('old evidence of an open gate'));
    await vault.putNamed('content/1', bytes('old content of an open item'));
    await vault.putNamed('plan/1', bytes('old plan'));
    now += 48 * hour;
    const recent = await vault.put(bytes('recent evidence'));
    const report = await vault.sweep({
      before: now - 24 * hour,
      keep: { digests: [needed], names: ['content/1'] },
    });
    expect(report).toEqual({
      removed_contents: 1,
      removed_names: 1,
      kept_contents: 2,
      kept_names: 1,
      damaged: 0,
    });
    expect(await vault.get(old)).toBeNull();
    expect(await vault.getNamed('plan/1')).toBeNull();
    for (const kept of [needed, recent]) expect(await vault.get(kept)).not.toBeNull();
    expect(text(await vault.getNamed('content/1'))).toBe('old content of an open item');
  });

  it('counts content that is kept again as kept just now', async () => {
    const vault = await open('again');
    const digest = await vault.put(bytes('the same'));
    now += 48 * hour;
    await vault.put(bytes('the same'));
    await vault.sweep({ before: now, keep: { digests: [], names: [] } });
    expect(text(await vault.get(digest))).toBe('the same');
    now += 2 * hour;
    await vault.sweep({ before: now, keep: { digests: [], names: [] } });
    expect(await vault.get(digest)).toBeNull();
  });

  it('cannot be changed through the bytes that it was given or gave', async () => {
    const vault = await open('copies');
    const given = bytes('original');
    const digest = await vault.put(given);
    given.fill(0);
    (await vault.get(digest))?.fill(0);
    expect(text(await vault.get(digest))).toBe('original');
  });
});

describe('the file vault', () => {
  it('is private to its user and shows no name', async () => {
    const directory = join(root, 'private');
    const vault = await openIn(directory);
    await vault.putNamed('stored-session/writer@http://site.example', bytes('cookies'));
    const entries = await readdir(directory, { recursive: true });
    expect(entries.join('\n')).not.toContain('writer');
    for (const entry of entries) {
      const found = await stat(join(directory, entry));
      expect(found.mode & 0o077).toBe(0);
    }
  });

  it('finds that content was changed on disk', async () => {
    const directory = join(root, 'changed');
    const vault = await openIn(directory);
    const digest = await vault.put(bytes('evidence'));
    const [path] = await filesIn(join(directory, 'sealed'));
    if (path === undefined) throw new Error('nothing was kept');
    const whole = await readFile(path);
    for (const at of whole.keys()) {
      const changed = Uint8Array.from(whole);
      changed[at] = (changed[at] ?? 0) ^ 1;
      await writeFile(path, changed);
      await expect(vault.get(digest), `byte ${at}`).rejects.toSatisfy(isFault('corrupt'));
    }
    for (const length of [0, 1, 40, whole.length - 1]) {
      await writeFile(path, whole.subarray(0, length));
      await expect(vault.get(digest), `cut to ${length}`).rejects.toSatisfy(isFault('corrupt'));
    }
    await vault.put(bytes('evidence'));
    expect(text(await vault.get(digest))).toBe('evidence');
  });

  it('finds that content was put in the place of other content', async () => {
    const directory = join(root, 'swapped');
    const vault = await openIn(directory);
    const one = await vault.put(bytes('pay 1'));
    const [first] = await filesIn(join(directory, 'sealed'));
    const two = await vault.put(bytes('pay 1000'));
    const second = (await filesIn(join(directory, 'sealed'))).find((path) => path !== first);
    if (first === undefined || second === undefined) throw new Error('nothing was kept');
    await copyFile(second, first);
    await expect(vault.get(one)).rejects.toSatisfy(isFault('corrupt'));
    expect(text(await vault.get(two))).toBe('pay 1000');
  });

  it('says in one sentence that its folder cannot be used', async () => {
    const file = join(root, 'a-file');
    await writeFile(file, 'not a folder');
    await expect(openIn(file)).rejects.toSatisfy(
      (error) =>
        VaultFault.isInstance(error) && error.code === 'unavailable' && !error.message.includes(file),
    );
  });

  it('survives another vault on the same folder', async () => {
    const directory = join(root, 'two');
    const [one, two] = await Promise.all([openIn(directory), openIn(directory)]);
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 === 0 ? one : two).putNamed('same', bytes(`v${index}`)),
      ),
    );
    expect(text(await one.getNamed('same'))).toBe(text(await two.getNamed('same')));
    expect(
      (await readdir(directory, { recursive: true })).filter((name) => name.includes('partial')),
    ).toEqual([]);
  });
});
