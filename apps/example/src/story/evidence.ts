import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { evidenceFileName } from '@cux/content-ops';
import type { Digest } from '@cux/contracts';
import type { Gate } from '@cux/kernel';
import type { Storyteller } from './storyteller.ts';

/** Copies a gate's evidence out of the vault to where a person can open it, and answers each path by its digest. */
export async function showEvidence(
  teller: Pick<Storyteller, 'vault' | 'state'>,
  gate: Gate,
): Promise<ReadonlyMap<Digest, string>> {
  const paths = new Map<Digest, string>();
  for (const evidence of gate.attention.evidence) {
    const { digest } = evidence;
    const bytes = await teller.vault.get(digest);
    if (bytes === null) continue;
    const path = join(teller.state.evidence, evidenceFileName(evidence, bytes));
    await writeFile(path, bytes, { mode: 0o600 });
    paths.set(digest, path);
  }
  return paths;
}
