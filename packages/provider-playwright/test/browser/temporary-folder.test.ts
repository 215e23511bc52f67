import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeTemporaryFolder } from '../../src/browser/temporary-folder.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'cux-t-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** As Chromium names it below its temporary folder; every system allows at least 103 bytes. */
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
  expect(Buffer.byteLength(socketIn(folder.path))).toBeLessThanOrEqual(103);
  await writeFile(path.join(folder.path, 'left'), '');
  await folder.release();
  expect(await readdir(path.join(session, 'tmp'))).toEqual(['left']);
  expect(await readdir(place)).toEqual([]);
});
