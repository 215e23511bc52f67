import { readFileSync } from 'node:fs';
import { CliFault } from '../cli-fault.ts';

/** The head in a file that was kept elsewhere: its first word. */
export function readHead(file: string | undefined): string | undefined {
  if (file === undefined) return undefined;
  try {
    const [head] = readFileSync(file, 'utf8').trim().split(/\s+/);
    if (head !== undefined && head !== '') return head;
  } catch {
    // Said below, as for an empty file.
  }
  throw new CliFault('usage', 'The file that --head names holds no head: name the one that was kept.');
}
