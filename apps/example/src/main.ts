#!/usr/bin/env node
import { DemoFault } from './story/demo-fault.ts';
import { explainFault } from './story/explain-fault.ts';
import { abortOnSignals, Interruption } from './story/interruption.ts';
import { parseOptions } from './story/options.ts';
import { processTerminal } from './story/terminal.ts';

async function main(): Promise<number> {
  const terminal = processTerminal();
  const signal = abortOnSignals();
  try {
    const parsed = parseOptions(process.argv.slice(2), terminal.interactive, terminal.write);
    if (parsed.kind === 'nothing-to-do') return 0;
    // Loaded late, so that help and wrong use answer at once.
    const { runDemo } = await import('./story/run-demo.ts');
    const verdict = await runDemo(parsed.options, terminal, signal);
    terminal.write(`${JSON.stringify(verdict)}\n`);
    return verdict.audit === 'verified' ? 0 : 1;
  } catch (error) {
    const interruption = signal.aborted ? signal.reason : error;
    if (Interruption.isInstance(interruption)) {
      process.stderr.write('cux demo: interrupted; nothing is lost, the next run goes on from here.\n');
      return interruption.exitCode;
    }
    process.stderr.write(`cux demo: ${explainFault(error)}\n`);
    return DemoFault.isInstance(error) && error.code === 'usage' ? 2 : 1;
  }
}

// Who reads along may go away; the work goes on.
process.stdout.on('error', () => {});
process.on('uncaughtException', (error) => {
  process.stderr.write(`cux demo: ${explainFault(error)}\n`);
  process.exit(1);
});
process.exit(await main());
