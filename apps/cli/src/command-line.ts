import { Interruption } from './interruption.ts';
import { runProgram, tellInterruption } from './run-program.ts';

// What was given may hold a password: the list of processes shows no arguments from here on, and no child is told.
process.title = 'cux';
const environment = { ...process.env };
delete process.env.CUX_STORE;

// Who reads along may go away.
process.stdout.on('error', () => {});
const args = process.argv.slice(2);
const surroundings = {
  write: (text: string) => {
    process.stdout.write(text);
  },
  writeError: (text: string) => {
    process.stderr.write(text);
  },
  environment,
  colors: process.stdout.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== 'dumb',
  progress: process.stderr.isTTY === true && process.env.TERM !== 'dumb',
  interactive: process.stdin.isTTY === true && process.stdout.isTTY === true,
  interruption: new Interruption(),
};
// It ends at once, as a crash does: what is on disk is all that the next command needs.
process.once('SIGINT', () => process.exit(tellInterruption(args, surroundings)));
process.exit(await runProgram(args, surroundings));
