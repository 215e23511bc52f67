import { isAbsolute, relative, resolve } from 'node:path';
import { packageFile } from '../disk/package-files.ts';
import type { DemoOptions } from './options.ts';

/** How a person at this terminal goes on from this run: commands that work where they are, and on this very state. */
export interface Commands {
  /** `cux` on the state of this run. */
  readonly cux: (...words: readonly string[]) => string;
  /** This demo once more, on the same state. */
  readonly again: () => string;
  /** This demo, killed while it presses. Only what is approved is pressed. */
  readonly killedMidPress: () => string;
}

/**
 * @param folder the state of this run, one of those that `options.state` holds
 * @param environment by which npm says which of a clone's scripts runs; without it, the clone is not where the person is
 */
export function commandsOf(
  options: Pick<DemoOptions, 'site' | 'mock' | 'agent' | 'decide' | 'state' | 'port'>,
  folder: string,
  environment: NodeJS.ProcessEnv = process.env,
): Commands {
  const inClone = ['demo', 'cux'].includes(environment.npm_lifecycle_event ?? '');
  const bootstrap = packageFile('..', '..', 'tools', 'bootstrap', 'bootstrap.mjs');
  const call = (script: string) =>
    inClone ? `npm run ${script === 'cux' ? '-s ' : ''}${script} --` : `node ${quoted(bootstrap)} ${script}`;
  const { site, mock, agent, decide, state, port } = options;
  const demo = (decision: DemoOptions['decide'], ...flags: readonly string[]) =>
    [
      call('demo'),
      ...(site === 'newsroom' ? [] : ['--site', site]),
      ...(mock ? ['--mock'] : []),
      ...(agent ? ['--agent'] : []),
      ...(decision === null ? [] : ['--decide', decision]),
      ...(resolve(state) === resolve('.cux-demo') ? [] : ['--state', quoted(state)]),
      ...(port === null ? [] : ['--port', String(port)]),
      ...flags,
    ].join(' ');
  return {
    cux: (...words) => [call('cux'), '--state', quoted(fromHere(folder)), ...words].join(' '),
    again: () => demo(decide),
    killedMidPress: () => demo(decide === null ? null : 'approve', '--crash', 'after-press'),
  };
}

/** As it is called from the present folder, where it lies below. */
function fromHere(folder: string): string {
  const path = relative('', folder);
  return path === '' || path.startsWith('..') || isAbsolute(path) ? folder : path;
}

function quoted(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
