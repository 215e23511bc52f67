import { Argument, type Command } from 'commander';
import type { CommandContext } from '../command-context.ts';

const shells = ['bash', 'zsh', 'fish', 'powershell'];

const help = `
For example, for this and every later shell:
  bash        cux completion bash >> ~/.bashrc
  zsh         cux completion zsh >> ~/.zshrc
  fish        cux completion fish > ~/.config/fish/completions/cux.fish`;

/**
 * `cux completion SHELL`, and what its script calls while somebody types. The library is loaded only then, and adds the two
 * commands in its own way; these stand in for them, so that the help names the first and every other command pays nothing.
 */
export function addCompletion(program: Command, { surroundings }: CommandContext): void {
  const answerWithLibrary = async (): Promise<void> => {
    const { default: addByLibrary } = await import('@bomb.sh/tab/commander');
    const { args = [] } = surroundings;
    const own = program.commands.filter((each) => each !== completion && each !== complete);
    (program.commands as Command[]).splice(0, program.commands.length, ...own);
    addByLibrary(program, { completionCommandName: 'completion' });
    await program.parseAsync(args, { from: 'user' });
  };
  const completion = program
    .command('completion')
    .description('print the script by which a shell completes cux')
    .addArgument(new Argument('<shell>', 'the shell').choices(shells))
    .addHelpText('after', help)
    .action(answerWithLibrary);
  const complete = program
    .command('complete', { hidden: true })
    .argument('[words...]')
    .allowUnknownOption()
    .action(answerWithLibrary);
}
