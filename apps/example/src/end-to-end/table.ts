import type { PlayedRow } from './play-row.ts';

/** The rows as a Markdown table. */
export function tableOf(rows: readonly PlayedRow[]): string {
  const lines = rows.map(({ application, situation, seen, because, wrong }) => {
    if (seen === null) return `| ${application} | ${situation} | – | – | – | – | failed |`;
    const { store, holds, writes, interventions, item, todo } = seen;
    const text = holds ? 'as approved' : 'another';
    return `| ${application} | ${situation} | ${store}, text ${text} | ${writes} | ${interventions} | ${item}, todo ${todo}${because === null || todo === 'done' ? '' : ` (${because})`} | ${wrong.length === 0 ? 'yes' : 'NO'} |`;
  });
  return [
    '| application | situation | its own store | put out | interventions | in cux | as expected |',
    '|---|---|---|---|---|---|---|',
    ...lines,
    '',
  ].join('\n');
}
