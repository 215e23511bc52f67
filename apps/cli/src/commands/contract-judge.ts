import { createReadStream } from 'node:fs';
import { CliFault } from '../cli-fault.ts';
import type { Output } from '../output.ts';
import { judgeLine, type LineVerdict, malformedLine } from './contract-line.ts';
import { lineLimits } from './contract-line-schema.ts';
import { readLines } from './read-lines.ts';

/** Judges a file line by line; memory does not grow with its length. */
export async function contractJudge(output: Output, file: string): Promise<void> {
  let malformed = 0;
  try {
    const bytes = file === '-' ? process.stdin : createReadStream(file);
    for await (const line of readLines(bytes, lineLimits.maximumBytes)) {
      if (line.kind === 'line' && line.bytes.every((byte) => byte <= 0x20)) continue;
      const verdict =
        line.kind === 'line'
          ? judgeLine(line.bytes, line.number)
          : malformedLine(line.number, 'line.too-large');
      if (verdict.findings.some(({ rule }) => rule.startsWith('line.'))) malformed += 1;
      print(output, verdict);
    }
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) {
      throw new CliFault(
        'not_found',
        'The file cannot be read; name one that is there, or - for standard input.',
      );
    }
    throw error;
  }
  if (malformed > 0) {
    throw new CliFault('refused', `${malformed} of the lines could not be read; the others were judged.`);
  }
}

function print(output: Output, { id, outcome, findings }: LineVerdict): void {
  const places = findings.map(({ rule, path }) => ({ rule, path }));
  output.write(`${JSON.stringify({ id, outcome, findings: places })}\n`);
}
