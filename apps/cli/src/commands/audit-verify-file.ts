import { createReadStream } from 'node:fs';
import { verifyExport } from '@cux/kernel';
import { CliFault } from '../cli-fault.ts';
import { answer, type Output } from '../output.ts';
import { readLines } from './read-lines.ts';

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The longest line that an exported log can have, in bytes. */
const longestLine = 16 * 1024 * 1024;

/** Verifies an exported log by itself; no state is opened. */
export async function auditVerifyFile(output: Output, file: string, head: string | undefined): Promise<void> {
  const { workspace, verdict } = await verifyExport(linesOf(file), head);
  const name = workspace ?? 'the file';
  answer(output, { ok: verdict.ok, workspace, verdict }, [
    verdict.ok
      ? `${name}: verified, ${verdict.events} events in ${verdict.links} links, head ${verdict.head}`
      : `${name}: NOT verified (${verdict.rule}): ${verdict.message}`,
  ]);
  if (verdict.ok) return;
  throw new CliFault(
    'audit_failed',
    'The exported log does not verify: keep the file as it is, and export it again from the store.',
  );
}

async function* linesOf(file: string): AsyncGenerator<string> {
  try {
    for await (const line of readLines(createReadStream(file), longestLine)) {
      yield line.kind === 'line' ? decoded(line.bytes) : '';
    }
  } catch (error) {
    if (!(error instanceof Error) || !('syscall' in error)) throw error;
    throw new CliFault('usage', 'The file that --file names cannot be read: name an exported log.');
  }
}

/** A line that is no text is no line of an exported log. */
function decoded(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    return '';
  }
}
