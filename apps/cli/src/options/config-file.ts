import { readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parsePositionedJson, plainLine } from '@cux/content-ops';
import type { Command } from 'commander';
import { CliFault } from '../cli-fault.ts';
import { cuxAlone } from '../next-command.ts';
import { configSchema, type NotificationSettings } from './config-schema.ts';

/** The name of an application folder's config file. */
export const configName = 'cux.json';

/** The one config file: what it says, and where it stands. */
export interface ConfigFile {
  readonly path: string;
  readonly notifications: readonly NotificationSettings[];
  /** What stands at a place; undefined where nothing does. */
  value(place: readonly string[]): unknown;
}

/**
 * Reads the config file: the named one, else the nearest `cux.json` in the present folder or above it; null where there is
 * none. A mistake in it is told with its line and column.
 *
 * @throws CliFault `usage`
 */
export function readConfig(program: Command, named: string | undefined, from: string): ConfigFile | null {
  const path = named === undefined ? nearest(from) : resolve(from, named);
  if (path === null) return null;
  const text = read(path);
  const verdict = parsePositionedJson(text, configSchema(program));
  if (!verdict.ok) throw new CliFault('usage', firstProblem(path, verdict.problems));
  const { value } = verdict;
  return {
    path,
    notifications: value.notifications ?? [],
    value: (place) => place.reduce<unknown>(member, value),
  };
}

function member(within: unknown, key: string): unknown {
  if (typeof within !== 'object' || within === null) return undefined;
  return Object.entries(within).find(([name]) => name === key)?.[1];
}

/** One sentence about the first mistake, and how many more there are. */
export function firstProblem(
  path: string,
  problems: readonly { readonly line: number; readonly column: number; readonly message: string }[],
): string {
  const [first] = problems;
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
  const place = first === undefined ? '' : `:${first.line}:${first.column}: ${first.message}`;
  return `${plainLine(path)}${place}${more} Correct the file.`;
}

function nearest(from: string): string | null {
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    const path = join(folder, configName);
    if (statSync(path, { throwIfNoEntry: false })?.isFile() === true) return path;
    if (dirname(folder) === folder) return null;
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new CliFault(
      'usage',
      `The config file that --config or CUX_CONFIG names cannot be read; check its path, or run "${cuxAlone('init my-site')}".`,
    );
  }
}
