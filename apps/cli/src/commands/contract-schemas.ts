import { copyFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeFolder } from '@cux/vault';
import { CliFault } from '../cli-fault.ts';
import { answer, type Output } from '../output.ts';

/** Copies the published JSON Schemas; a file of the same name is replaced. */
export function contractSchemas(output: Output, folder: string): void {
  const from = fileURLToPath(new URL('./schemas/', import.meta.resolve('@cux/contracts/package.json')));
  const names = readdirSync(from)
    .filter((name) => name.endsWith('.schema.json'))
    .sort();
  try {
    makeFolder(resolve(folder));
    for (const name of names) copyFileSync(join(from, name), join(folder, name));
  } catch {
    throw new CliFault(
      'refused',
      'The schemas cannot be written there; name a folder that you may write to.',
    );
  }
  answer(output, { schemas: names }, names);
}
