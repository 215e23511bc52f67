import { readFileSync } from 'node:fs';
import { CliFault } from '../cli-fault.ts';

/** The one head in a file that was kept elsewhere, whatever stands around it: all that `audit verify` has printed may be kept. */
export function readHead(file: string | undefined): string | undefined {
  if (file === undefined) return undefined;
  try {
    const heads = new Set(readFileSync(file, 'utf8').match(/\bsha256:[0-9a-f]{64}\b/g) ?? []);
    const [head] = heads;
    if (head !== undefined && heads.size === 1) return head;
  } catch {
    // Said below, as for an empty file.
  }
  throw new CliFault(
    'usage',
    'The file that --head names does not hold one head (sha256:…): keep in it what "audit verify" printed of one workspace.',
  );
}
