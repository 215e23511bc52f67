import { runProgram } from './run-program.ts';

// What was given may hold a password: the list of processes shows no arguments from here on, and no child is told.
process.title = 'cux';
const environment = { ...process.env };
delete process.env.CUX_STORE;

// Who reads along may go away.
process.stdout.on('error', () => {});
process.exit(
  await runProgram(process.argv.slice(2), {
    write: (text) => {
      process.stdout.write(text);
    },
    writeError: (text) => {
      process.stderr.write(text);
    },
    environment,
    colors: process.stdout.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== 'dumb',
    progress: process.stderr.isTTY === true && process.env.TERM !== 'dumb',
    interactive: process.stdin.isTTY === true && process.stdout.isTTY === true,
  }),
);
