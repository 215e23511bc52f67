/** A run of a program as a script of npm. */
export interface NpmRun {
  /** The script that runs the program, for example `cux`. */
  readonly script: string;
  /** The options that the program knows, as they are written: `--state`, `--no-wait`. */
  readonly options: readonly string[];
  /** What has reached the program. */
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/**
 * Options of the program that were written before `--`: `npm run cux status --state s` keeps `--state` for npm, and gives the
 * program `status s`. Only the variables that npm sets for its own options tell so. Colour is npm's own to know, and never named.
 */
export function optionsTakenByNpm({ script, options, args, environment }: NpmRun): readonly string[] {
  if (environment.npm_lifecycle_event !== script) return [];
  return [...new Set(options)].filter((option) => {
    const name = option.replace(/^--(?:no-)?/, '');
    const isOff = option.startsWith('--no-');
    const value = environment[`npm_config_${name.replaceAll('-', '_')}`];
    const isTaken = isOff ? value === '' : value !== undefined && value !== '';
    return name !== 'color' && isTaken && !args.some((arg) => arg.split('=')[0] === option);
  });
}

/** One sentence for whoever wrote them there. */
export function takenByNpm(script: string, taken: readonly string[]): string {
  return `npm has taken ${taken.join(' and ')} for itself: write -- before what is for ${script}, as in "npm run ${script} -- … ${taken.join(' ')}".`;
}
