import type { Row, Table } from './table.ts';

const begin = '<!-- ownership-table:begin -->';
const end = '<!-- ownership-table:end -->';

/**
 * The ownership table as Markdown, top floor first.
 * @param present names of the packages that are in the tree; the others are marked as planned
 */
export function renderTable(table: Table, present: ReadonlySet<string>): string {
  const rows = Object.entries(table.packages)
    .sort(([, left], [, right]) => right.floor - left.floor)
    .map(
      ([name, row]) =>
        `| ${row.floor} | \`${name}\`${present.has(name) ? '' : ' (planned)'} | ${mayImport(row)} | ${row.owns} | ${row.mustNot} |`,
    );
  return [
    '| floor | package | may import | owns | must not |',
    '|---|---|---|---|---|',
    ...rows,
    '',
    `A planned package is not in the tree yet; its row will bind it. The third column lists \`@cux\` packages and the libraries that define the role; other libraries are free unless "must not" forbids them. ${table.unbound.because}`,
  ].join('\n');
}

function mayImport(row: Row): string {
  if (row.imports === '*') return 'anything';
  const subpathsCovered = row.imports.filter((entry) => !entry.endsWith('/*'));
  const names = subpathsCovered.map((entry) => `\`${entry.replace('@cux/', '')}\``);
  return [...names, ...row.libraries].join(', ') || 'nothing';
}

/** The text with the table between its markers brought up to date; undefined when it has no markers. */
export function withTable(text: string, table: Table, present: ReadonlySet<string>): string | undefined {
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from === -1 || to < from) return undefined;
  return `${text.slice(0, from)}${begin}\n\n${renderTable(table, present)}\n\n${text.slice(to)}`;
}
