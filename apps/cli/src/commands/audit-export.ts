import { open } from 'node:fs/promises';
import { CliFault } from '../cli-fault.ts';
import { answer, type Output } from '../output.ts';
import type { OpenState } from '../state/open-state.ts';

/**
 * Writes a workspace's log as JSON Lines, to the file or to the output. It holds no content and no observed text: ids,
 * enums, times and salted digests. A file that is there is left as it is.
 */
export async function auditExport(state: OpenState, output: Output, file: string | undefined): Promise<void> {
  const [workspace, ...others] = state.workspaces;
  if (workspace === undefined) {
    throw new CliFault(
      'not_found',
      'The store holds no log at all: name another state, or restore a backup.',
    );
  }
  if (others.length > 0) {
    throw new CliFault('usage', 'A log belongs to one workspace: name it with --workspace.');
  }
  const lines = state.kernel.exportAudit(workspace);
  if (file === undefined) {
    for await (const line of lines) output.write(`${line}\n`);
    return;
  }
  const written = await writeNew(file, lines);
  answer(output, { workspace, lines: written }, [`${workspace}: ${written} lines written`]);
}

async function writeNew(file: string, lines: AsyncIterable<string>): Promise<number> {
  const handle = await open(file, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === 'EEXIST' ? 'is there already' : 'cannot be written';
    throw new CliFault('usage', `The file that --out names ${reason}: name another one.`);
  });
  try {
    let written = 0;
    for await (const line of lines) {
      await handle.write(`${line}\n`);
      written += 1;
    }
    await handle.sync();
    return written;
  } finally {
    await handle.close();
  }
}
