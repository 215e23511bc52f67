import { mkdir, mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { longestSocketPath, makeTemporaryFolder } from '../../src/browser/temporary-folder.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'cux-t-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** As Chromium names it below its temporary folder. */
const socketIn = (folder: string) => `${folder}/.org.chromium.Chromium.XXXXXX/SingletonSocket`;

test.each([
  { depth: 'w', shortPlace: 's', because: 'a session near the root has the folder itself' },
  { depth: 'w'.repeat(90), shortPlace: 's', because: 'a deep one is reached through a link' },
  { depth: 'ä'.repeat(28), shortPlace: 's', because: 'bytes count, not letters' },
  { depth: 'w'.repeat(90), shortPlace: 's'.repeat(90), because: 'the host’s own place may be deep, too' },
])('$because', async ({ depth, shortPlace }) => {
  const session = path.join(root, depth);
  const place = path.join(root, shortPlace);
  await mkdir(session);
  await mkdir(place, { recursive: true });
  const folder = await makeTemporaryFolder(session, place);
  expect(Buffer.byteLength(socketIn(folder.path))).toBeLessThanOrEqual(longestSocketPath);
  await writeFile(path.join(folder.path, 'left'), '');
  await folder.release();
  expect(await readdir(path.join(session, 't'))).toEqual(['left']);
  expect(await readdir(place)).toEqual([]);
});

test('the link of a killed session goes once its folder has gone; that of a living one stays', async () => {
  const place = path.join(root, 's');
  await mkdir(place);
  const session = async (letter: string) => {
    const folder = path.join(root, letter.repeat(90));
    await mkdir(folder);
    await makeTemporaryFolder(folder, place);
    return folder;
  };
  const killed = await session('k');
  await session('l');
  await rm(killed, { recursive: true });
  await session('n');
  const links = await Promise.all(
    (await readdir(place)).map((holder) => readlink(path.join(place, holder, 't'))),
  );
  expect(links.map((link) => path.basename(path.dirname(link))[0]).sort()).toEqual(['l', 'n']);
});
