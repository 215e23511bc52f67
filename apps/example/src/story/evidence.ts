import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Digest } from '@cux/contracts';
import type { Gate } from '@cux/kernel';
import type { Storyteller } from './storyteller.ts';

/** Copies a gate's evidence out of the vault to where a person can open it, and answers each path by its digest. */
export async function showEvidence(teller: Storyteller, gate: Gate): Promise<ReadonlyMap<Digest, string>> {
  const paths = new Map<Digest, string>();
  for (const { evidence_class, digest } of gate.attention.evidence) {
    const bytes = await teller.vault.get(digest);
    if (bytes === null) continue;
    const name = `${evidence_class}-${digest.slice('sha256:'.length, 'sha256:'.length + 12)}`;
    const path = join(teller.state.evidence, `${name}.${extensionOf(bytes)}`);
    await writeFile(path, bytes, { mode: 0o600 });
    paths.set(digest, path);
  }
  return paths;
}

/** The file name's ending, from the first bytes: what decides how a viewer opens it. */
export function extensionOf(bytes: Uint8Array): 'png' | 'svg' | 'json' | 'txt' {
  const head = Buffer.from(bytes.subarray(0, 8));
  if (head.equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'png';
  const text = head.toString('utf8').trimStart();
  if (text.startsWith('<')) return 'svg';
  return text.startsWith('{') || text.startsWith('[') ? 'json' : 'txt';
}
