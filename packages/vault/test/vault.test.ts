import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { digestOfBytes } from '@cux/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFileVault, openMemoryVault, type Vault, VaultFault } from '../src/index.ts';

let root = '';
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'cux-vault-'));
});
afterAll(async () => {
  await rm(root, { recursive: true, force: true });
});

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (content: Uint8Array | null): string | null =>
  content === null ? null : new TextDecoder().decode(content);

const kinds: { kind: string; open: (name: string) => Promise<Vault> }[] = [
  { kind: 'file', open: (name) => openFileVault({ directory: join(root, name) }) },
  { kind: 'memory', open: async () => openMemoryVault() },
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

  it('removes the bytes with their last name', async () => {
    const vault = await open('removes');
    const digest = await vault.putNamed('a', bytes('shared'));
    await vault.putNamed('b', bytes('shared'));
    await vault.removeNamed('a');
    expect(text(await vault.get(digest))).toBe('shared');
    await vault.removeNamed('b');
    expect(await vault.get(digest)).toBeNull();
  });

  it.each(['', 'with space', 'ünïcode', 'x'.repeat(401)])('refuses the name %j', async (name) => {
    const vault = await open('names');
    await expect(vault.putNamed(name, bytes('x'))).rejects.toSatisfy(
      (error) => VaultFault.isInstance(error) && error.code === 'name_invalid',
    );
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
    const vault = await openFileVault({ directory });
    await vault.putNamed('stored-session/writer@http://site.example', bytes('cookies'));
    const entries = await readdir(directory, { recursive: true });
    expect(entries.join('\n')).not.toContain('writer');
    for (const entry of entries) {
      const found = await stat(join(directory, entry));
      expect(found.mode & 0o077).toBe(0);
    }
  });

  it('finds that content was changed on disk', async () => {
    const vault = await openFileVault({ directory: join(root, 'changed') });
    const digest = await vault.put(bytes('evidence'));
    const path = vault.locate(digest);
    if (path === null) throw new Error('a file vault has a path');
    expect(text(new Uint8Array(await readFile(path)))).toBe('evidence');
    await writeFile(path, 'forged');
    await expect(vault.get(digest)).rejects.toSatisfy(
      (error) => VaultFault.isInstance(error) && error.code === 'corrupt',
    );
    await vault.put(bytes('evidence'));
    expect(text(await vault.get(digest))).toBe('evidence');
  });

  it('says in one sentence that its folder cannot be used', async () => {
    const file = join(root, 'a-file');
    await writeFile(file, 'not a folder');
    await expect(openFileVault({ directory: file })).rejects.toSatisfy(
      (error) =>
        VaultFault.isInstance(error) && error.code === 'unavailable' && !error.message.includes(file),
    );
  });

  it('survives another vault on the same folder', async () => {
    const directory = join(root, 'two');
    const [one, two] = await Promise.all([openFileVault({ directory }), openFileVault({ directory })]);
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
