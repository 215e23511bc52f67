import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { digestOfBytes } from '@cux/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadVaultKey, openFileVault, parseVaultKey, type VaultFault, VaultKey } from '../src/index.ts';

let root = '';
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'cux-vault-key-'));
});
afterAll(async () => {
  await rm(root, { recursive: true, force: true });
});

const clock = { now: () => 1_800_000_000_000 };
const hexadecimal = '0123456789abcdef'.repeat(4);
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

async function filesIn(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

describe('an encrypted vault', () => {
  it('shows neither content nor names, in files or in what they are called', async () => {
    const directory = join(root, 'canaries');
    const vault = await openFileVault({ directory, key: parseVaultKey(hexadecimal), clock });
    const canary = 'canary-draft-4711';
    const digest = await vault.putNamed('stored-session/canary-account', bytes(canary.repeat(50)));
    await vault.put(bytes(canary));
    const files = await filesIn(directory);
    expect(files.length).toBeGreaterThanOrEqual(3);
    for (const file of files) {
      const held = await readFile(file, 'latin1');
      for (const secret of [canary, 'canary-account', digest, hexadecimal]) {
        expect(held).not.toContain(secret);
        expect(file).not.toContain(secret.replace('sha256:', ''));
      }
    }
  });

  it('seals the same bytes differently each time', async () => {
    const key = parseVaultKey(hexadecimal);
    const contents = await Promise.all(
      ['once', 'twice'].map(async (name) => {
        const directory = join(root, name);
        const vault = await openFileVault({ directory, key, clock });
        await vault.put(bytes('the same content'));
        const [file] = await filesIn(join(directory, 'sealed'));
        return readFile(file ?? '', 'hex');
      }),
    );
    // Magic, version and time agree, the salt and all that follows do not.
    expect(contents[0]?.slice(0, 26)).toBe(contents[1]?.slice(0, 26));
    expect(contents[0]?.slice(26, 58)).not.toBe(contents[1]?.slice(26, 58));
    expect(contents[0]?.slice(-32)).not.toBe(contents[1]?.slice(-32));
  });

  it('refuses another key, and is not harmed by it', async () => {
    const directory = join(root, 'wrong-key');
    const vault = await openFileVault({ directory, key: parseVaultKey(hexadecimal), clock });
    const digest = await vault.put(bytes('kept'));
    const other = parseVaultKey('ff'.repeat(32));
    await expect(openFileVault({ directory, key: other, clock })).rejects.toMatchObject({
      code: 'key_wrong',
    });
    expect(await vault.get(digest)).toEqual(bytes('kept'));
  });

  it('takes over an unencrypted vault, also one that was left halfway', async () => {
    const directory = join(root, 'plain');
    const digest = digestOfBytes(bytes('old content'));
    const digits = digest.slice('sha256:'.length);
    const name = digestOfBytes(bytes('content/1')).slice('sha256:'.length);
    await mkdir(join(directory, 'content', digits.slice(0, 2)), { recursive: true });
    await mkdir(join(directory, 'names'));
    await writeFile(join(directory, 'content', digits.slice(0, 2), digits), 'old content');
    await writeFile(join(directory, 'names', name), digest);
    for (const _ of ['first', 'again']) {
      const vault = await openFileVault({ directory, key: parseVaultKey(hexadecimal), clock });
      expect(await vault.getNamed('content/1')).toEqual(bytes('old content'));
      expect((await readdir(directory)).toSorted()).toEqual(['key-check', 'labels', 'sealed']);
    }
  });

  it('sweeps beside a writer without taking what was just kept', async () => {
    const directory = join(root, 'beside');
    let now = 0;
    const moving = { now: () => now };
    const options = { directory, key: parseVaultKey(hexadecimal), clock: moving };
    const [writer, sweeper] = [await openFileVault(options), await openFileVault(options)];
    for (let round = 0; round < 40; round += 1) {
      const content = new Uint8Array(200_000).fill(round);
      await writer.put(content);
      now += 7_200_000;
      const [digest] = await Promise.all([
        writer.put(content),
        sweeper.sweep({ before: now, keep: { digests: [], names: [] } }),
      ]);
      expect(await writer.get(digest), `round ${round}`).not.toBeNull();
    }
  });

  it('sweeps the others when a file does not open, and leaves that one', async () => {
    const directory = join(root, 'damaged');
    let now = 0;
    const vault = await openFileVault({
      directory,
      key: parseVaultKey(hexadecimal),
      clock: { now: () => now },
    });
    await vault.put(bytes('one'));
    const [damaged] = await filesIn(join(directory, 'sealed'));
    await writeFile(damaged ?? '', 'cut');
    await vault.put(bytes('two'));
    await vault.putNamed('name', bytes('three'));
    now = 7_200_000;
    expect(await vault.sweep({ before: now, keep: { digests: [], names: [] } })).toEqual({
      removed_contents: 1,
      removed_names: 1,
      kept_contents: 0,
      kept_names: 0,
      damaged: 1,
    });
  });

  it('is held to what it holds when its check is lost', async () => {
    const directory = join(root, 'no-check');
    const vault = await openFileVault({ directory, key: parseVaultKey(hexadecimal), clock });
    await vault.put(bytes('kept'));
    await rm(join(directory, 'key-check'));
    const other = parseVaultKey('ff'.repeat(32));
    await expect(openFileVault({ directory, key: other, clock })).rejects.toMatchObject({
      code: 'key_wrong',
    });
    await openFileVault({ directory, key: parseVaultKey(hexadecimal), clock });
  });

  it('sweeps what a killed writer left, and not what a living one is writing', async () => {
    const directory = join(root, 'partials');
    const vault = await openFileVault({ directory, key: parseVaultKey(hexadecimal), clock });
    await vault.put(bytes('kept'));
    const [file] = await filesIn(join(directory, 'sealed'));
    const folder = join(file ?? '', '..');
    const [left, living] = [join(folder, '.left.partial'), join(folder, '.living.partial')];
    await writeFile(left, 'half');
    await writeFile(living, 'half');
    await utimes(left, clock.now() / 1000 - 7_200, clock.now() / 1000 - 7_200);
    await utimes(living, clock.now() / 1000, clock.now() / 1000);
    await vault.sweep({ before: 0, keep: { digests: [], names: [] } });
    expect(await filesIn(folder)).toEqual(expect.arrayContaining([file, living]));
    expect(await filesIn(folder)).not.toContain(left);
  });
});

describe('the key of a vault', () => {
  let directory = '';
  beforeAll(() => {
    directory = join(root, 'no-vault-yet');
  });
  const base64 = Buffer.from(hexadecimal, 'hex').toString('base64');
  const written = [
    { because: 'hexadecimal', text: hexadecimal },
    { because: 'capitals', text: hexadecimal.toUpperCase() },
    { because: 'base64', text: base64 },
    { because: 'base64 without padding', text: base64.replace('=', '') },
    { because: 'the alphabet for addresses', text: base64.replaceAll('+', '-').replaceAll('/', '_') },
    { because: 'a line end of a file', text: ` ${base64}\n` },
  ];
  it.each(written)('is read from $because', ({ text }) => {
    const address = new VaultKey(Buffer.from(hexadecimal, 'hex')).address('content', 'x');
    expect(parseVaultKey(text).address('content', 'x')).toBe(address);
  });

  it.each(['', 'short', hexadecimal.slice(1), `${hexadecimal}0`, `${base64}A`, 'ü'.repeat(43)])(
    'is not %j, and the fault does not echo it',
    (text) => {
      let fault: VaultFault | null = null;
      try {
        parseVaultKey(text);
      } catch (error) {
        fault = error as VaultFault;
      }
      expect(fault).toMatchObject({ code: 'key_invalid' });
      if (text !== '') expect(String(fault)).not.toContain(text);
    },
  );

  it('is not shown by printing it', () => {
    const key = parseVaultKey(hexadecimal);
    expect(`${JSON.stringify({ key })}${String(key)}`).not.toContain(hexadecimal.slice(0, 8));
    expect(JSON.stringify(Object.getOwnPropertyNames(key))).toBe('[]');
  });

  it('is made once in a private file, whoever comes at the same time', async () => {
    const file = join(root, 'made', 'vault.key');
    const keys = await Promise.all(Array.from({ length: 8 }, () => loadVaultKey({ file, directory })));
    expect(new Set(keys.map((key) => key.address('name', 'x'))).size).toBe(1);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await readdir(join(root, 'made'))).length).toBe(1);
  });

  it('is not made anew for a vault that has one', async () => {
    const own = join(root, 'has-a-key');
    await openFileVault({ directory: own, key: parseVaultKey(hexadecimal), clock });
    const file = join(root, 'lost', 'vault.key');
    await expect(loadVaultKey({ file, directory: own })).rejects.toMatchObject({ code: 'key_missing' });
    await expect(stat(file)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('comes from the text where there is one, and no file is made', async () => {
    const file = join(root, 'never', 'vault.key');
    const key = await loadVaultKey({ text: hexadecimal, file, directory });
    expect(key.address('name', 'x')).toBe(parseVaultKey(hexadecimal).address('name', 'x'));
    await expect(stat(file)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it.each([
    { because: 'others may read it', mode: 0o644, content: hexadecimal, code: 'key_exposed' },
    { because: 'it is empty', mode: 0o600, content: '', code: 'key_invalid' },
    { because: 'it is far too long', mode: 0o600, content: hexadecimal.repeat(1000), code: 'key_invalid' },
  ])('is refused in a file when $because', async ({ mode, content, code }) => {
    const file = join(root, `file-${mode}-${content.length}`);
    await writeFile(file, content);
    await chmod(file, mode);
    await expect(loadVaultKey({ file, directory })).rejects.toMatchObject({ code });
    expect(await readFile(file, 'utf8')).toBe(content);
  });

  const garbage = [
    { because: 'too short', text: 'c2hvcnQ=', says: 'has 8 characters' },
    { because: 'no base64', text: 'what is this?', says: 'neither base64 nor hexadecimal' },
    { because: 'empty', text: ' ', says: 'is empty' },
  ];
  it.each(garbage)(
    'that is none ($because) is told by what is wrong with it, and a new one only where there is no vault',
    async ({ text, says }) => {
      const nowhere = join(root, 'no-vault');
      const own = join(root, 'own-vault');
      await openFileVault({ directory: own, key: parseVaultKey(hexadecimal), clock });
      const lostCheck = join(root, 'lost-check');
      await mkdir(join(lostCheck, 'content'), { recursive: true });
      const file = join(root, `garbage-${says.length}`);
      await writeFile(file, text, { mode: 0o600 });
      for (const given of [{ text, file }, { file }]) {
        const told = async (of: string) =>
          String(await loadVaultKey({ ...given, directory: of }).catch((error: unknown) => error));
        expect(await told(nowhere)).toMatch(/make one with|a new one is made/);
        for (const vault of [own, lostCheck]) {
          expect(await told(vault)).toContain('give the key that this vault was made with');
          expect(await told(vault)).not.toMatch(/openssl|remove the file/);
          expect(await told(vault)).toContain(says);
          if (text.trim() !== '') expect(await told(vault)).not.toContain(text);
        }
      }
    },
  );

  it('is refused in one sentence when its file is a folder', async () => {
    const file = join(root, 'a-folder');
    await mkdir(file, { mode: 0o700 });
    await expect(loadVaultKey({ file, directory })).rejects.toMatchObject({ code: 'unavailable' });
  });
});
