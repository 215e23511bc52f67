import type { AttentionItem } from '@cux/contracts';

/** The name of a file that a person can open: `screenshot-603a28961f95.png`, by what the evidence is and holds. */
export function evidenceFileName(
  { evidence_class, digest }: AttentionItem['evidence'][number],
  bytes: Uint8Array,
): string {
  return `${evidence_class}-${digest.slice('sha256:'.length, 'sha256:'.length + 12)}.${extensionOf(bytes)}`;
}

/** The file name's ending, from the first bytes: what decides how a viewer opens it. */
function extensionOf(bytes: Uint8Array): 'png' | 'svg' | 'json' | 'txt' {
  const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
  if (signature.every((byte, index) => bytes[index] === byte)) return 'png';
  const text = new TextDecoder().decode(bytes.subarray(0, 8)).trimStart();
  if (text.startsWith('<')) return 'svg';
  return text.startsWith('{') || text.startsWith('[') ? 'json' : 'txt';
}
