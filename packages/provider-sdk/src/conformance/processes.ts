import { readdir, readFile } from 'node:fs/promises';

/**
 * How many other processes name this folder in their command line or environment. Only Linux tells; elsewhere the answer
 * is 0. Looks again for a moment, since a process that was ended needs one to be gone.
 */
export async function processesThatName(folder: string): Promise<number> {
  for (let round = 0; ; round += 1) {
    const found = await countProcesses(folder);
    if (found === 0 || round === 40) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** How many other processes name this folder right now. */
export async function countProcesses(folder: string): Promise<number> {
  return (await pidsThatName(folder)).length;
}

export async function pidsThatName(folder: string): Promise<readonly number[]> {
  const names = await readdir('/proc').catch(() => [] as string[]);
  const ids = names.filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  const named = await Promise.all(
    ids.map(async (id) => {
      const [line, environment] = await Promise.all(
        ['cmdline', 'environ'].map((part) => readFile(`/proc/${id}/${part}`, 'utf8').catch(() => '')),
      );
      return `${line}${environment}`.includes(folder) ? [Number(id)] : [];
    }),
  );
  return named.flat();
}
