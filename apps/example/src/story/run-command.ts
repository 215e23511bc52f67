import { DemoFault } from './demo-fault.ts';
import { explainFault } from './explain-fault.ts';
import { Interruption } from './interruption.ts';
import { type DemoOptions, parseOptions } from './options.ts';
import type { Terminal } from './terminal.ts';
import type { StoryVerdict } from './verdict.ts';

async function tell(options: DemoOptions, terminal: Terminal, signal: AbortSignal): Promise<StoryVerdict> {
  const { runDemo } = options.agent
    ? await import('../agent/run-agent-demo.ts')
    : await import('./run-demo.ts');
  return runDemo(options, terminal, signal);
}

/**
 * Runs one command line of the demo to its end: the story and its verdict as the last line, or one sentence.
 *
 * @param writeError where a fault is told
 * @returns the exit code
 */
export async function runCommand(
  args: readonly string[],
  terminal: Terminal,
  signal: AbortSignal,
  writeError: (text: string) => void,
): Promise<number> {
  try {
    const parsed = parseOptions(args, terminal.interactive, terminal.write);
    if (parsed.kind === 'nothing-to-do') return 0;
    // Loaded late, so that help and wrong use answer at once.
    const verdict = await tell(parsed.options, terminal, signal);
    terminal.write(`${JSON.stringify(verdict)}\n`);
    return verdict.audit === 'verified' ? 0 : 1;
  } catch (error) {
    const interruption = signal.aborted ? signal.reason : error;
    if (Interruption.isInstance(interruption)) {
      writeError('cux demo: interrupted; nothing is lost, the next run goes on from here.\n');
      return interruption.exitCode;
    }
    writeError(`cux demo: ${explainFault(error)}\n`);
    return DemoFault.isInstance(error) && error.code === 'usage' ? 2 : 1;
  }
}
