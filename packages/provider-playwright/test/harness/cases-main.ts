import { casesCommand } from './cases-command.ts';

// Set, not called: what was written to a pipe still has to leave.
process.exitCode = await casesCommand(process.argv.slice(2), {
  output: process.stdout,
  errors: process.stderr,
});
