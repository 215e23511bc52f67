import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Where the browser and Playwright put what they need for a while. */
export interface TemporaryFolder {
  /** For `TMPDIR`: a path that is short enough for a socket. */
  readonly path: string;
  /** Removes what lies outside the session's folder; the folder itself is the session's to empty. Never throws. */
  release(): Promise<void>;
}

/**
 * Chromium keeps a socket in a folder of its own below `TMPDIR` and aborts when the socket's path is longer than the
 * 103 bytes that every system allows. Its own part is at most 46 of them.
 */
const longestPath = 56;

/**
 * Makes the temporary folder inside the session's folder, so that whatever a killed browser leaves goes with it. A
 * session's folder that lies too deep is reached through a link with a short name: that link is all that can be left.
 */
export async function makeTemporaryFolder(
  workingDirectory: string,
  shortPlace: string = tmpdir(),
): Promise<TemporaryFolder> {
  const inside = path.join(workingDirectory, 'tmp');
  await mkdir(inside, { recursive: true, mode: 0o700 });
  if (process.platform === 'win32' || isShort(inside)) {
    return { path: inside, release: async () => undefined };
  }
  const nameLength = '/cux-XXXXXX/t'.length;
  const place = isShort(shortPlace + '-'.repeat(nameLength)) ? shortPlace : '/tmp';
  const holder = await mkdtemp(path.join(place, 'cux-'));
  const link = path.join(holder, 't');
  await symlink(inside, link, 'dir');
  return {
    path: link,
    release: () => rm(holder, { recursive: true, force: true }).catch(() => undefined),
  };
}

function isShort(folder: string): boolean {
  return Buffer.byteLength(folder) <= longestPath;
}
