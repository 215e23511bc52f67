import { access, mkdir, mkdtemp, readdir, readlink, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Where the browser and Playwright put what they need for a while. */
export interface TemporaryFolder {
  /** For `TMPDIR`: a path that is short enough for a socket. */
  readonly path: string;
  /** Removes what lies outside the session's folder; the folder itself is the session's to empty. Never throws. */
  release(): Promise<void>;
}

/** How many bytes the path of a socket may have. */
export const longestSocketPath = process.platform === 'linux' ? 107 : 103;

/** Chromium keeps a socket in a folder of its own below `TMPDIR`, and aborts when the socket's path is too long. */
const longestPath = longestSocketPath - '/.org.chromium.Chromium.XXXXXX/SingletonSocket'.length;

const prefix = 'cux-';
const linkName = 't';

/**
 * Makes the temporary folder inside the session's folder, so that whatever a killed browser leaves goes with it. A
 * session's folder that lies too deep is reached through a link with a short name; links of killed sessions whose folder
 * has gone are removed then.
 */
export async function makeTemporaryFolder(
  workingDirectory: string,
  shortPlace: string = tmpdir(),
): Promise<TemporaryFolder> {
  const inside = path.join(workingDirectory, 't');
  await mkdir(inside, { recursive: true, mode: 0o700 });
  if (process.platform === 'win32' || isShort(inside)) {
    return { path: inside, release: async () => undefined };
  }
  const nameLength = `/${prefix}XXXXXX/${linkName}`.length;
  const place = isShort(shortPlace + '-'.repeat(nameLength)) ? shortPlace : '/tmp';
  await removeLeftLinks(place);
  const holder = await mkdtemp(path.join(place, prefix));
  const link = path.join(holder, linkName);
  await symlink(inside, link, 'dir');
  return {
    path: link,
    release: () => rm(holder, { recursive: true, force: true }).catch(() => undefined),
  };
}

async function removeLeftLinks(place: string): Promise<void> {
  const names = (await readdir(place).catch(() => [])).filter((name) => /^cux-[A-Za-z0-9]{6}$/.test(name));
  await Promise.all(
    names.map(async (name) => {
      const holder = path.join(place, name);
      if (await leadsNowhere(path.join(holder, linkName))) {
        await rm(holder, { recursive: true, force: true }).catch(() => undefined);
      }
    }),
  );
}

/** False as well when it is no link, or somebody else's. */
async function leadsNowhere(link: string): Promise<boolean> {
  try {
    await readlink(link);
  } catch {
    return false;
  }
  return access(link).then(
    () => false,
    (fault: NodeJS.ErrnoException) => fault.code === 'ENOENT',
  );
}

function isShort(folder: string): boolean {
  return Buffer.byteLength(folder) <= longestPath;
}
