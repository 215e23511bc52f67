import type { PlayedRow } from './play-row.ts';

/** The rows as a Markdown table. */
export function tableOf(rows: readonly PlayedRow[]): string {
  const lines = rows.map(({ application, situation, seen, because, wrong, first }) => {
    if (seen === null) return `| ${application} | ${situation} | – | – | – | – | failed |`;
    const { store, holds, writes, ours, interventions, item, todo } = seen;
    const text = holds ? 'as approved' : 'another';
    const out = ours === writes ? writes : `${writes}, of these ${ours} by cux`;
    return `| ${application} | ${situation} | ${store}, text ${text} | ${out} | ${interventions} | ${item}, todo ${todo}${because === null || todo === 'done' ? '' : ` (${because})`} | ${wrong.length > 0 ? 'NO' : first === undefined ? 'yes' : 'yes, the second time'} |`;
  });
  return [
    '| application | situation | its own store | put out | interventions | in cux | as expected |',
    '|---|---|---|---|---|---|---|',
    ...lines,
    '',
  ].join('\n');
}
