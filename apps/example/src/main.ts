#!/usr/bin/env node
import { explainFault } from './story/explain-fault.ts';
import { abortOnSignals } from './story/interruption.ts';
import { runCommand } from './story/run-command.ts';
import { processTerminal } from './story/terminal.ts';

const writeError = (text: string): void => {
  process.stderr.write(text);
};

// Who reads along may go away; the work goes on.
process.stdout.on('error', () => {});
process.on('uncaughtException', (error) => {
  writeError(`cux demo: ${explainFault(error)}\n`);
  process.exit(1);
});
process.exit(await runCommand(process.argv.slice(2), processTerminal(), abortOnSignals(), writeError));
