import { readFileSync } from 'node:fs';
import { machines } from '../src/machines/index.ts';
import type { Machine } from '../src/machines/machine.ts';
import { descriptions } from '../src/state/entities.ts';

const begin =
  '<!-- The machines: made by `pnpm --filter @cux/kernel doc` from packages/kernel/src/machines. -->';
const end = '<!-- The end of the machines. -->';

/** The document with its drawn part made anew; the rest is as it was. Throws when it has no such part. */
export function withMachines(document: string): string {
  const from = document.indexOf(begin);
  const to = document.indexOf(end);
  if (from < 0 || to < from) throw new Error('docs/kernel.md has no place for the machines any more');
  return `${document.slice(0, from)}${begin}\n\n${machines.map(section).join('\n')}\n${document.slice(to)}`;
}

function section(machine: Machine<string>): string {
  const { aggregate } = machine;
  return [
    `### ${aggregate.charAt(0).toUpperCase()}${aggregate.slice(1)}`,
    '',
    ...statesOf(aggregate).map((state) => `- \`${state}\`: ${meaning(aggregate, state)}`),
    '',
    '```mermaid',
    'stateDiagram-v2',
    ...arrows(machine),
    '```',
    '',
    '| command | from | to | refused by |',
    '|---|---|---|---|',
    ...machine.rows.map(line),
    '',
  ].join('\n');
}

export function statesOf(aggregate: string): readonly string[] {
  return descriptions[aggregate as keyof typeof descriptions].states;
}

/** What a state means, as it is written where its union is declared. Throws for one that is not documented there. */
export function meaning(aggregate: string, state: string): string {
  const source = readFileSync(new URL(`../src/state/${aggregate}.ts`, import.meta.url), 'utf8');
  const items = source.matchAll(/\* - ((?:`\w+`(?:, )?)+): ([\s\S]*?)(?=\n\s*\* - `|\n\s*\*\/|\n\s*\*\n)/g);
  for (const [, names = '', text = ''] of items) {
    if (names.includes(`\`${state}\``)) return text.replaceAll(/\s*\n\s*\*\s*/g, ' ');
  }
  throw new Error(`${aggregate} ${state} is not documented where its union is declared`);
}

function arrows({ aggregate, rows }: Machine<string>): readonly string[] {
  const drawn = new Map<string, string[]>();
  for (const row of rows) {
    for (const from of row.from) {
      for (const to of row.to) {
        const arrow = `${from === 'new' ? '[*]' : from} --> ${to}`;
        drawn.set(arrow, [...(drawn.get(arrow) ?? []), row.command]);
      }
    }
  }
  const left = new Set([...drawn.keys()].map((arrow) => arrow.split(' ')[0]));
  return [
    ...[...drawn].map(([arrow, commands]) => `  ${arrow}: ${[...new Set(commands)].join(', ')}`),
    ...statesOf(aggregate)
      .filter((state) => !left.has(state))
      .map((state) => `  ${state} --> [*]`),
  ];
}

function line({ command, from, to, stays, refusedBy }: Machine<string>['rows'][number]): string {
  const target = [...to, ...(stays === true ? ['(stays)'] : [])].join(', ');
  const refused = refusedBy === undefined ? '' : refusedBy.map((rule) => `\`${rule}\``).join(' ');
  return `| \`${command}\` | ${from.join(', ')} | ${target} | ${refused} |`;
}
