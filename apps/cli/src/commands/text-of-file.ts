import { readFileSync } from 'node:fs';
import { CliFault } from '../cli-fault.ts';

/** The text of a file that an argument or option names. */
export function textOfFile(path: string, named: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new CliFault('usage', `The file that ${named} names cannot be read; correct the path.`);
  }
}
