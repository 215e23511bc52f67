import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { checkTree } from './check.ts';
import { type Finding, printFinding } from './finding.ts';
import { renderTable, withTable } from './render-table.ts';
import { loadTable, type Table } from './table.ts';
import { packagesOnDisk } from './tree.ts';

const usage = `pnpm arrows            check every import and manifest against tools/arrows/arrows.json
pnpm arrows --table    print the ownership table as Markdown
pnpm arrows --write    bring the table in README.md up to date
pnpm arrows --root DIR check another tree`;

const { values } = parseArgs({
  options: {
    table: { type: 'boolean' },
    write: { type: 'boolean' },
    root: { type: 'string' },
    help: { type: 'boolean' },
  },
});

const root = values.root ?? fileURLToPath(new URL('../../..', import.meta.url)).replace(/[\\/]$/, '');
const table = loadTable();

if (values.help) console.log(usage);
else if (values.table) console.log(renderTable(table, presentPackages()));
else if (values.write) writeReadme(table);
else check(table);

function presentPackages(): ReadonlySet<string> {
  return new Set(packagesOnDisk(root).map(({ name }) => name));
}

function readme(): string {
  const path = join(root, 'README.md');
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

function writeReadme(table: Table): void {
  const written = withTable(readme(), table, presentPackages());
  if (written === undefined) throw new Error('README.md has no ownership table markers to write between.');
  writeFileSync(join(root, 'README.md'), written);
}

function check(table: Table): void {
  const findings = [...checkTree(root, table), ...checkReadme(table)];
  for (const finding of findings) console.error(printFinding(finding));
  if (findings.length === 0) {
    console.log('arrows: every import and manifest is allowed.');
    return;
  }
  console.error(`arrows: ${findings.length} not allowed by tools/arrows/arrows.json.`);
  process.exitCode = 1;
}

/**
 * A README whose table differs from the data would promise arrows that nobody checks; one whose marks differ from the
 * tree would promise packages that are not there.
 */
function checkReadme(table: Table): Finding[] {
  const text = readme();
  const written = withTable(text, table, presentPackages());
  if (written === undefined || written === text) return [];
  const message = 'The ownership table differs from its data or from the tree; run `pnpm arrows --write`.';
  return [{ rule: 'table.stale_readme', file: 'README.md', line: 1, column: 1, message }];
}
