import { type Command, InvalidArgumentError, Option } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { locateState } from '../state/locate-state.ts';
import {
  existingSqlitePlace,
  existingStorePlace,
  type StorePlace,
  storePlace,
} from '../state/store-place.ts';

/** `cux store …`, `cux vault …`: where things are kept. */
export function addStore(program: Command, context: CommandContext): void {
  const { output, options, namedStore } = context;
  const store = program.command('store').description('where gates, todos, attempts and the log are kept');
  const own = (read = existingStorePlace): StorePlace =>
    namedStore(read) ?? existingSqlitePlace(locateState(options().state).database);
  store
    .command('migrate')
    .description('bring the tables up to date; makes them where there are none')
    .action(async () => {
      const { storeMigrate } = await import('../commands/store-migrate.ts');
      await storeMigrate(own(storePlace), output());
    });
  store
    .command('copy')
    .description(
      'move every workspace (or the one of --workspace) into another store, and verify its log there; run again, it goes on',
    )
    .requiredOption('--to <store>', 'a postgres:// URL, or a SQLite file')
    .option('--keep-source', 'leave them at work here, and make a copy that can only be read')
    .action(async ({ to, keepSource }: { readonly to: string; readonly keepSource?: true }) => {
      const { storeCopy, storeMove } = await import('../commands/store-copy.ts');
      const { workspace } = options();
      const task = keepSource === true ? storeCopy : storeMove;
      await task({ from: own(), to: storePlace(to), workspace }, output());
    });
  store
    .command('take-back')
    .description('call off a move that was cut off before it arrived: the work goes on here')
    .requiredOption('--to <store>', 'the store that it was to go to')
    .action(async ({ to }: { readonly to: string }) => {
      const { storeTakeBack } = await import('../commands/store-copy.ts');
      const { workspace } = options();
      await storeTakeBack({ from: own(), to: existingStorePlace(to), workspace }, output());
    });
  addVault(program, context);
}

function addVault(program: Command, { withState }: CommandContext): void {
  program
    .command('vault')
    .description('content, evidence and stored sessions')
    .command('sweep')
    .description('remove what is older than the retention and no unfinished work rests on')
    .addOption(
      new Option('--days <days>', 'how old it may be (default: the days of each workspace)').argParser(
        retentionDays,
      ),
    )
    .action(async ({ days }: { readonly days?: number }) => {
      const { vaultSweep } = await import('../commands/vault-sweep.ts');
      await withState((state, output) => vaultSweep(state, output, days));
    });
}

function retentionDays(text: string): number {
  if (/^\d{1,5}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('The retention is a whole number of days, 0 to 99999.');
}
