import { personAtTerminal } from '@cux/runtime';
import type { Command } from 'commander';
import { CliFault } from '../cli-fault.ts';
import type { CommandContext } from '../command-context.ts';

/** `cux computer …`: what agents work on, and what was used of it. Who wakes one holds it, which no single command can. */
export function addComputer(program: Command, context: CommandContext): void {
  const computer = program.command('computer').description('Computers that agents work on, and their usage');
  addLooking(computer, context);
  addChanging(computer, context);
  for (const name of ['wake', 'sleep']) {
    computer
      .command(`${name} [computer]`, { hidden: true })
      .description('is done by a host that stays: see the message')
      .action(refuseToHold);
  }
}

function addLooking(computer: Command, { withState }: CommandContext): void {
  computer
    .command('list')
    .description('every Computer with its state')
    .option('--all', 'also those that are archived', false)
    .action(async ({ all }: { readonly all: boolean }) => {
      const { computerList } = await import('../commands/computers.ts');
      await withState((state, output) => computerList(state, output, all));
    });
  computer
    .command('show <computer>')
    .description('the Computer, its Screen and its sessions')
    .action(async (computerId: string) => {
      const { computerShow } = await import('../commands/computers.ts');
      await withState((state, output) => computerShow(state, output, computerId));
    });
  computer
    .command('events <session>')
    .description('what happened in a session of an agent, in its order')
    .action(async (sessionId: string) => {
      const { sessionEvents } = await import('../commands/computers.ts');
      await withState((state, output) => sessionEvents(state, output, sessionId));
    });
  computer
    .command('usage [computer]')
    .description('how long it was awake, and what was done, seen, asked and decided')
    .option('--session <session>', 'of this session only')
    .action(async (computerId: string | undefined, { session }: { readonly session?: string }) => {
      const { computerUsage } = await import('../commands/computer-usage.ts');
      await withState((state, output) => computerUsage(state, output, { computerId, sessionId: session }));
    });
  computer
    .command('profiles')
    .description('what Computers are made from')
    .action(async () => {
      const { profileList } = await import('../commands/computer-profiles.ts');
      await withState(profileList);
    });
}

interface CreateFlags {
  readonly from?: string;
  readonly profile?: string;
}

function addChanging(computer: Command, { withState, options, surroundings, person }: CommandContext): void {
  computer
    .command('create')
    .description('make a sleeping Computer; contacts no provider')
    .option('--profile <profile>', 'from the active revision of this profile')
    .option(
      '--from <file>',
      'from a profile file: a new profile, or the next revision of the one that is named',
    )
    .action(async (flags: CreateFlags) => {
      const { computerCreate } = await import('../commands/computer-profiles.ts');
      const { workspace } = options();
      await withState((state, output) =>
        computerCreate(state, output, { workspace, file: flags.from, profileId: flags.profile }),
      );
    });
  computer
    .command('archive <computer>')
    .description('end a Computer for good, as a person at a terminal; what was used of it stays')
    .action(async (computerId: string) => {
      const { computerArchive } = await import('../commands/computers.ts');
      await withState((state, output) =>
        computerArchive(state, output, {
          computerId,
          person: personAtTerminal(),
          interactive: surroundings.interactive,
          ask: person.whether,
        }),
      );
    });
}

function refuseToHold(): never {
  throw new CliFault(
    'refused',
    'A Computer is awake in the process that woke it, and this command ends at once: wake it from a host of your own (createComputerHost of @cux/runtime), which puts it to sleep again; "cux recover" releases what a dead one has left.',
  );
}
