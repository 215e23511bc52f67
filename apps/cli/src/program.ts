import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { plainLine } from '@cux/content-ops';
import { personAtTerminal } from '@cux/runtime';
import { Command, Option } from 'commander';
import { CliFault } from './cli-fault.ts';
import { askDecision, askWhether } from './commands/ask-decision.ts';
import { attemptList, attemptShow } from './commands/attempts.ts';
import { auditVerify } from './commands/audit-verify.ts';
import { addContract } from './commands/contract.ts';
import { gateDecide, gateList, gateRevoke, gateShow, gatesDecide } from './commands/gates.ts';
import { addProvider } from './commands/provider.ts';
import { readHead } from './commands/read-head.ts';
import { addRecipe } from './commands/recipe.ts';
import { type TodoChange, todoChange, todoList, todoShow } from './commands/todos.ts';
import type { Output } from './output.ts';
import { locateFolder, locateState } from './state/locate-state.ts';
import { type OpenState, openState } from './state/open-state.ts';
import { existingSqlitePlace, existingStorePlace, type StorePlace, storePlace } from './state/store-place.ts';

export interface ProgramEnvironment {
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
  readonly environment: NodeJS.ProcessEnv;
  /** Whether a person is at the terminal. */
  readonly interactive: boolean;
}

interface GlobalOptions {
  readonly state?: string;
  readonly store?: string;
  readonly workspace?: string;
  readonly json: boolean;
}

const exitCodes = `
Exit codes:
  0    done, and what was verified holds
  1    a fault, a refusal, or something that does not verify
  2    wrong use
  130  interrupted (Ctrl-C); nothing was decided or changed

Options and their variables: --state is CUX_STATE, --store is CUX_STORE. A URL with a password is better given as
CUX_STORE, where no list of processes shows it. Errors are one sentence on standard error; with --json they
are {"error":{"code":…,"message":…}}.`;

/** The command `cux`. */
export function createProgram(surroundings: ProgramEnvironment): Command {
  const program = new Command('cux')
    .description('Look after governed computer use: gates, todos, attempts and the audit log.')
    .version(packageVersion())
    .option('--state <folder>', 'state folder (default: the newest of .cux-demo)')
    .option('--store <store>', 'a postgres:// URL or a SQLite file (default: the one in the state folder)')
    .option('--workspace <name>', 'look at this workspace only')
    .option('--json', 'answer with one JSON value', false)
    .addHelpText('after', exitCodes)
    .exitOverride()
    // Faults are told in one sentence, by whoever runs the program; help that was not asked for is told here.
    .configureOutput({
      writeOut: surroundings.write,
      writeErr: surroundings.writeError,
      outputError: () => {},
    });
  const run = runner(program, surroundings);
  addAudit(program, run, surroundings);
  addGate(program, run, surroundings);
  addTodo(program, run, surroundings);
  addAttempt(program, run);
  addVault(program, run, surroundings);
  addStore(program, surroundings);
  addContract(program, () => outputOf(program, surroundings));
  addProvider(program, () => outputOf(program, surroundings));
  addRecipe(program, () => outputOf(program, surroundings), surroundings.interactive);
  program
    .command('doctor')
    .description('say whether everything is here that cux needs')
    .action(async () => {
      const { doctor } = await import('./commands/doctor.ts');
      await doctor(outputOf(program, surroundings), stateOption(program, surroundings));
    });
  program
    .command('recover')
    .description('settle what a dead process left; sends nothing')
    .action(() =>
      run(async (state, output) => {
        const { recover } = await import('./commands/recover.ts');
        await recover(state, output);
      }),
    );
  return program;
}

type Run = (work: (state: OpenState, output: Output) => Promise<void>) => Promise<void>;

/** Opens the state around a command, and closes it whatever happens. */
function runner(program: Command, surroundings: ProgramEnvironment): Run {
  return async (work) => {
    const named = stateOption(program, surroundings);
    const { workspace, json } = program.opts<GlobalOptions>();
    const store = storeOption(program, surroundings);
    const location = store === undefined ? locateState(named) : locateFolder(named);
    // Which of several was the newest is not for the person to guess.
    if (!json && location.folder !== resolve(named ?? '')) {
      surroundings.writeError(`cux: the state in ${plainLine(relative('', location.folder))}\n`);
    }
    const state = await openState(location, workspace, store, surroundings.environment.CUX_VAULT_KEY);
    try {
      await work(state, outputOf(program, surroundings));
    } finally {
      await state.close();
    }
  };
}

function addAudit(program: Command, run: Run, surroundings: ProgramEnvironment): void {
  const audit = program.command('audit').description('the event log');
  audit
    .command('verify')
    .description('prove that nothing of the log was changed, dropped, swapped or inserted')
    .option('--head <file>', 'a head that was kept elsewhere; shows a log that was cut short')
    .option('--file <export>', 'an exported log instead of the state; rows and answers are no part of it')
    .action(async ({ head, file }: { readonly head?: string; readonly file?: string }) => {
      if (file === undefined) {
        await run((state, output) => auditVerify(state, output, readHead(head)));
        return;
      }
      const { auditVerifyFile } = await import('./commands/audit-verify-file.ts');
      await auditVerifyFile(outputOf(program, surroundings), file, readHead(head));
    });
  audit
    .command('export')
    .description('write the log of a workspace as JSON Lines, links and events, for `audit verify --file`')
    .option('--out <file>', 'write to this new file instead of standard output')
    .action(({ out }: { readonly out?: string }) =>
      run(async (state, output) => {
        const { auditExport } = await import('./commands/audit-export.ts');
        await auditExport(state, output, out);
      }),
    );
}

function addGate(program: Command, run: Run, surroundings: ProgramEnvironment): void {
  const gate = program.command('gate').description('decisions of people');
  gate
    .command('list')
    .description('gates that wait for a decision')
    .option('--all', 'also those that are decided', false)
    .action((options: { readonly all: boolean }) =>
      run((state, output) => gateList(state, output, options.all)),
    );
  gate
    .command('show <gate>')
    .description('the question, what an approval would be bound to, what is forbidden, and the evidence')
    .option('--whole', 'show long content to its end', false)
    .action((gateId: string, options: { readonly whole: boolean }) =>
      run((state, output) => gateShow(state, output, gateId, options.whole)),
    );
  gate
    .command('decide <gates...>')
    .description('decide, as a person at a terminal; several get one answer, or none does')
    .action((gateIds: readonly string[]) =>
      run((state, output) => {
        const options = {
          person: personAtTerminal(),
          interactive: surroundings.interactive,
          ask: askDecision,
        };
        const [gateId = '', ...others] = new Set(gateIds);
        return others.length === 0
          ? gateDecide(state, output, { ...options, gateId })
          : gatesDecide(state, output, { ...options, gateIds });
      }),
    );
  addRevoke(gate, run, surroundings);
}

/** Takes an approval or a question back; beside `addGate`, which would be too long with it. */
function addRevoke(gate: Command, run: Run, surroundings: ProgramEnvironment): void {
  gate
    .command('revoke <gate>')
    .description('take an approval or a question back, as a person at a terminal')
    .action((gateId: string) =>
      run(async (state, output) => {
        await gateRevoke(state, output, {
          gateId,
          person: personAtTerminal(),
          interactive: surroundings.interactive,
          ask: askWhether,
        });
      }),
    );
}

function addTodo(program: Command, run: Run, surroundings: ProgramEnvironment): void {
  const todo = program.command('todo').description('units of work');
  todo
    .command('list')
    .description('every todo with its state')
    .action(() => run((state, output) => todoList(state, output)));
  todo
    .command('show <todo>')
    .description('its state, what a person is asked, and every attempt at it')
    .action((todoId: string) => run((state, output) => todoShow(state, output, todoId)));
  const change = (name: TodoChange['change']) => (todoId: string) =>
    run((state, output) =>
      todoChange(state, output, {
        todoId,
        change: name,
        person: personAtTerminal(),
        interactive: surroundings.interactive,
        ask: askWhether,
      }),
    );
  todo
    .command('reopen <todo>')
    .description('put a blocked todo back to work, as a person at a terminal')
    .action(change('reopen'));
  todo
    .command('cancel <todo>')
    .description('end a todo for good, as a person at a terminal')
    .action(change('cancel'));
}

function addAttempt(program: Command, run: Run): void {
  const attempt = program.command('attempt').description('admitted tries');
  attempt
    .command('list')
    .description('every attempt, the earliest first')
    .option('--todo <todo>', 'of this todo only')
    .action((options: { readonly todo?: string }) =>
      run((state, output) => attemptList(state, output, options.todo)),
    );
  attempt
    .command('show <attempt>')
    .description('the request, the receipt and the evidence')
    .action((attemptId: string) => run((state, output) => attemptShow(state, output, attemptId)));
}

function addVault(program: Command, run: Run, { environment }: ProgramEnvironment): void {
  program
    .command('vault')
    .description('content, evidence and stored sessions')
    .command('sweep')
    .description('remove what is older than the retention and no unfinished work rests on')
    .addOption(
      new Option('--days <days>', 'retention in days (CUX_RETENTION_DAYS; default 30)').argParser(
        retentionDays,
      ),
    )
    .action(async (options: { readonly days?: number }) => {
      const { vaultSweep } = await import('./commands/vault-sweep.ts');
      const days = options.days ?? retentionDays(environment.CUX_RETENTION_DAYS ?? '30');
      await run((state, output) => vaultSweep(state, output, days));
    });
}

function addStore(program: Command, surroundings: ProgramEnvironment): void {
  const store = program.command('store').description('where gates, todos, attempts and the log are kept');
  const own = (read = existingStorePlace): StorePlace =>
    storeOption(program, surroundings, read) ??
    existingSqlitePlace(locateState(stateOption(program, surroundings)).database);
  store
    .command('migrate')
    .description('bring the tables up to date; makes them where there are none')
    .action(async () => {
      const { storeMigrate } = await import('./commands/store-migrate.ts');
      await storeMigrate(own(storePlace), outputOf(program, surroundings));
    });
  store
    .command('copy')
    .description(
      'copy every workspace (or the one of --workspace) into another store, and verify its log there',
    )
    .requiredOption('--to <store>', 'a postgres:// URL, or a SQLite file')
    .action(async ({ to }: { readonly to: string }) => {
      const { storeCopy } = await import('./commands/store-copy.ts');
      const { workspace } = program.opts<GlobalOptions>();
      await storeCopy({ from: own(), to: storePlace(to), workspace }, outputOf(program, surroundings));
    });
}

function retentionDays(text: string): number {
  if (/^\d{1,5}$/.test(text)) return Number(text);
  throw new CliFault(
    'usage',
    'The retention (--days or CUX_RETENTION_DAYS) is a whole number of days, 0 to 99999.',
  );
}

function outputOf(program: Command, surroundings: ProgramEnvironment): Output {
  return { json: program.opts<GlobalOptions>().json, write: surroundings.write };
}

function stateOption(program: Command, { environment }: ProgramEnvironment): string | undefined {
  return program.opts<GlobalOptions>().state ?? environment.CUX_STATE;
}

/** The store that is named, if any. */
function storeOption(
  program: Command,
  { environment }: ProgramEnvironment,
  read: typeof storePlace = existingStorePlace,
): StorePlace | undefined {
  const named = program.opts<GlobalOptions>().store ?? environment.CUX_STORE;
  return named === undefined || named === '' ? undefined : read(named);
}

function packageVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const version =
    typeof manifest === 'object' && manifest !== null && 'version' in manifest ? manifest.version : null;
  return typeof version === 'string' ? version : '0.0.0';
}
