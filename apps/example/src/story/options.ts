import { optionsTakenByNpm, takenByNpm } from '@cux/runtime';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { DemoFault } from './demo-fault.ts';

/** What the person at the terminal asked for. */
export interface DemoOptions {
  readonly site: 'newsroom' | 'wordpress';
  readonly mock: boolean;
  /** The other story: an agent's single actions, each through the ladder. */
  readonly agent: boolean;
  /** The answer of whoever cannot be asked: each gate gets it. Null: ask. */
  readonly decide: 'approve' | 'reject' | null;
  readonly modal: boolean;
  readonly crash: 'before-press' | 'after-press' | null;
  readonly fresh: boolean;
  readonly state: string;
  /** Null: the site keeps its last port, or takes any free one. */
  readonly port: number | null;
  readonly json: boolean;
}

export type ParsedOptions =
  | { readonly kind: 'run'; readonly options: DemoOptions }
  /** Help was printed. */
  | { readonly kind: 'nothing-to-do' };

const exitCodes = `
Exit codes:
  0    the story ended as told, also when the answer was no or the work was blocked
  1    a fault; one sentence says which, and what to do
  2    wrong use; nothing was started
  130  interrupted (Ctrl-C); the next run goes on
  137  killed, as --crash does; the next run recovers

Variables:
  CUX_CHROMIUM           the browser to drive, where it is not found by itself
  CUX_PHP                the PHP command for WordPress (default: php)
  CUX_CACHE              where the download of WordPress is kept (default: ~/.cache/cux)
  CUX_WORDPRESS_TARBALL  that download, brought by hand
  CUX_DEBUG              show a fault whole
  NO_COLOR               no colours

The last line on standard output is one JSON object. Work that a run did not finish is finished by the next one.`;

/** Reads the command line. Throws a `DemoFault` (`usage`) with one sentence. */
export function parseOptions(
  argv: readonly string[],
  interactive: boolean,
  print: (text: string) => void,
  environment: NodeJS.ProcessEnv = process.env,
): ParsedOptions {
  const command = demoCommand(print);
  const options = command.options.map(({ long }) => long ?? '');
  const taken = optionsTakenByNpm({ script: 'demo', options, args: argv, environment });
  if (taken.length > 0) throw new DemoFault('usage', takenByNpm('demo', taken));
  try {
    command.parse([...argv], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return { kind: 'nothing-to-do' };
    throw new DemoFault('usage', `${error.message.replace(/^error: /, '')} (--help lists the options)`);
  }
  const chosen = command.opts<DemoOptions>();
  requireSense(chosen, interactive);
  return { kind: 'run', options: chosen };
}

function demoCommand(print: (text: string) => void): Command {
  return new Command('demo')
    .description('An agent drafts an article, a person decides, and it is published exactly once.')
    .addOption(
      new Option('--site <site>', 'where to publish').choices(['newsroom', 'wordpress']).default('newsroom'),
    )
    .option('--mock', 'tell the story without a browser', false)
    .option('--agent', 'the other story: an agent drives the newsroom step by step', false)
    .addOption(
      new Option('--decide <decision>', 'answer every gate so, where nobody can be asked')
        .choices(['approve', 'reject'])
        .default(null, 'ask'),
    )
    .option('--modal', 'let the newsroom show a dialog that nobody expected', false)
    .addOption(
      new Option('--crash <moment>', 'kill the process there; the next run recovers')
        .choices(['before-press', 'after-press'])
        .default(null, 'no crash'),
    )
    .option('--fresh', 'begin with an empty state folder for this site', false)
    .option('--state <folder>', 'where everything is kept', '.cux-demo')
    .addOption(new Option('--port <port>', 'port of the site').argParser(parsePort).default(null, 'any'))
    .option('--json', 'print the last line only', false)
    .addHelpText('after', exitCodes)
    .allowExcessArguments(false)
    .exitOverride()
    .configureOutput({ writeOut: print, writeErr: () => {} });
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port < 1 || port > 65_535) {
    throw new InvalidArgumentError('a port is a number from 1 to 65535.');
  }
  return port;
}

function requireSense(options: DemoOptions, interactive: boolean): void {
  if (options.state.trim() === '') {
    throw new DemoFault('usage', '--state names no folder; leave it out, or name one.');
  }
  if (options.site === 'wordpress' && (options.mock || options.modal)) {
    throw new DemoFault('usage', '--mock and --modal belong to the newsroom; leave out --site wordpress.');
  }
  if (options.agent && (options.site !== 'newsroom' || options.modal || options.crash !== null)) {
    throw new DemoFault(
      'usage',
      '--agent goes with neither --site wordpress, --modal nor --crash; leave these out.',
    );
  }
  // A modal stops the work before there is anything to decide.
  if (!interactive && options.decide === null && !options.modal) {
    throw new DemoFault('usage', 'There is no terminal to ask at: say --decide approve or --decide reject.');
  }
}
