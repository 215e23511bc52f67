#!/usr/bin/env node
import { CommanderError } from 'commander';
import { explainFault } from './explain-fault.ts';
import { createProgram } from './program.ts';

// What was given may hold a password: the list of processes shows no arguments from here on, and no child is told.
process.title = 'cux';
const environment = { ...process.env };
delete process.env.CUX_STORE;

async function main(): Promise<number> {
  const argv = process.argv.slice(2);
  try {
    await createProgram({
      write: (text) => {
        process.stdout.write(text);
      },
      writeError: (text) => {
        process.stderr.write(text);
      },
      environment,
      interactive: process.stdin.isTTY === true && process.stdout.isTTY === true,
    }).parseAsync(argv, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    // A command without its subcommand: its help is the answer, and has been printed.
    if (error instanceof CommanderError && error.code === 'commander.help') return 2;
    const { code, message, exitCode } = explainFault(error);
    const text = argv.includes('--json') ? JSON.stringify({ error: { code, message } }) : `cux: ${message}`;
    process.stderr.write(`${text}\n`);
    return exitCode;
  }
}

// Who reads along may go away.
process.stdout.on('error', () => {});
process.exit(await main());
