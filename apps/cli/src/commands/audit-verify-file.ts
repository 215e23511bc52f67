import { createReadStream } from 'node:fs';
import { plainLine } from '@cux/content-ops';
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
    `in ${file}`,
  ]);
  if (verdict.ok) return;
  throw new CliFault(
    'audit_failed',
    `The exported log in ${plainLine(file)} does not verify: keep it as it is, and export it again from the store.`,
  );
}

const lineFeed = 0x0a;

async function* linesOf(file: string): AsyncGenerator<string> {
  try {
    let last = lineFeed;
    async function* noting(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      for await (const chunk of stream) {
        last = chunk.at(-1) ?? last;
        yield chunk;
      }
    }
    for await (const line of readLines(noting(createReadStream(file)), longestLine)) {
      yield line.kind === 'line' ? decoded(line.bytes) : '';
    }
    // The export ends its last line too; where that was cut off, what follows is no line.
    if (last !== lineFeed) yield '';
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
