import { readdir, readFile, readlink } from 'node:fs/promises';

/** Files that a process may write to now, whether they have a name any more or not: by descriptor, and by shared memory. Linux only. */
export async function writableFilesOf(pid: number): Promise<readonly string[]> {
  const descriptors = await readdir(`/proc/${pid}/fd`).catch(() => []);
  const opened = await Promise.all(
    descriptors.map(async (descriptor) => {
      const [path, information] = await Promise.all([
        readlink(`/proc/${pid}/fd/${descriptor}`).catch(() => ''),
        readFile(`/proc/${pid}/fdinfo/${descriptor}`, 'utf8').catch(() => ''),
      ]);
      const flags = Number.parseInt(/^flags:\s*(\d+)/m.exec(information)?.[1] ?? '0', 8);
      return (flags & 3) === 0 ? [] : [path];
    }),
  );
  const maps = await readFile(`/proc/${pid}/maps`, 'utf8').catch(() => '');
  const shared = maps.split('\n').flatMap((line) => /^\S+ .w.s \S+ \S+ \S+ +(\/.*)$/.exec(line)?.[1] ?? []);
  return [...new Set([...opened.flat(), ...shared])].filter(isFile).sort();
}

/** Not a pipe, a socket, a device or a file that never had a name. */
function isFile(path: string): boolean {
  return path.startsWith('/') && !path.startsWith('/memfd:') && !/^\/dev\/(?!shm\/)/.test(path);
}
