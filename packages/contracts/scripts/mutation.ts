import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Runs Stryker over the rules that look at what stands, and demands that every mutant that survives is explained as
 * equivalent in `mutation/equivalents.json`. Files that are named (`src/judge/gate-check.ts`) are mutated alone, and take
 * their place in the report of earlier runs. `--report` reads that report and mutates nothing. A file that has changed since it
 * was mutated is a fault.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const report = join(root, 'mutation', 'report.json');

interface Place {
  readonly line: number;
  readonly column: number;
}

interface Mutant {
  readonly mutatorName: string;
  readonly replacement: string;
  readonly status: string;
  readonly location: { readonly start: Place; readonly end: Place };
}

/** A surviving mutant that changes nothing that can be seen, by what it replaces, and why. */
interface Equivalent {
  readonly file: string;
  readonly original: string;
  readonly replacement: string;
  readonly because: string;
  /** How many places of the file it is about; one when left out. More survivors than that are not explained by it. */
  readonly times?: number;
}

interface Report {
  readonly files: Readonly<Record<string, { readonly source: string; readonly mutants: readonly Mutant[] }>>;
}

const readReport = (): Report => JSON.parse(readFileSync(report, 'utf8')) as Report;

if (!process.argv.includes('--report')) {
  const named = process.argv.slice(2).filter((argument) => !argument.startsWith('-'));
  const before = named.length > 0 && existsSync(report) ? readReport().files : {};
  const core = dirname(createRequire(import.meta.url).resolve('@stryker-mutator/core/package.json'));
  const only = named.length > 0 ? ['--mutate', named.join(',')] : [];
  const { status } = spawnSync(process.execPath, [join(core, 'bin', 'stryker.js'), 'run', ...only], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
  const after = readReport();
  writeFileSync(report, JSON.stringify({ ...after, files: { ...before, ...after.files } }));
}
if (!existsSync(report)) throw new Error('There is no report; run this without --report first.');

const { files } = readReport();
const changed = Object.entries(files).filter(
  ([file, { source }]) => !existsSync(join(root, file)) || readFileSync(join(root, file), 'utf8') !== source,
);
const equivalents = JSON.parse(
  readFileSync(join(root, 'mutation', 'equivalents.json'), 'utf8'),
) as readonly Equivalent[];
const used = new Map<Equivalent, number>();
const unexplained: string[] = [];
const totals = { mutants: 0, killed: 0, equivalent: 0 };

console.log('| file | mutants | killed | equivalent | unexplained |\n|---|---|---|---|---|');
for (const [file, { source, mutants }] of Object.entries(files)) {
  const counted = { killed: 0, equivalent: 0, unexplained: 0 };
  for (const mutant of mutants) {
    if (mutant.status === 'Killed' || mutant.status === 'Timeout') counted.killed += 1;
    else if (isExplained(file, originalOf(source, mutant), mutant.replacement)) counted.equivalent += 1;
    else {
      counted.unexplained += 1;
      unexplained.push(
        `${file}:${mutant.location.start.line} ${mutant.mutatorName}, ${mutant.status}: ${JSON.stringify(originalOf(source, mutant))} -> ${JSON.stringify(mutant.replacement)}`,
      );
    }
  }
  totals.mutants += mutants.length;
  totals.killed += counted.killed;
  totals.equivalent += counted.equivalent;
  console.log(
    `| \`${file}\` | ${mutants.length} | ${counted.killed} | ${counted.equivalent} | ${counted.unexplained} |`,
  );
}
console.log(`| all | ${totals.mutants} | ${totals.killed} | ${totals.equivalent} | ${unexplained.length} |`);

const stale = equivalents.filter((each) => (used.get(each) ?? 0) < timesOf(each));
for (const line of unexplained) console.error(`survived: ${line}`);
for (const { file, original } of stale)
  console.error(`no longer survives: ${file} ${JSON.stringify(original)}`);
for (const [file] of changed) console.error(`has changed since it was mutated: ${file}`);
process.exitCode = unexplained.length + stale.length + changed.length === 0 ? 0 : 1;

function timesOf({ times = 1 }: Equivalent): number {
  return times;
}

function originalOf(source: string, { location: { start, end } }: Mutant): string {
  const lines = source.split('\n').slice(start.line - 1, end.line);
  const last = lines.length - 1;
  return lines
    .map((line, at) =>
      line.slice(at === 0 ? start.column - 1 : 0, at === last ? end.column - 1 : undefined).trim(),
    )
    .join(' ');
}

function isExplained(file: string, original: string, replacement: string): boolean {
  const found = equivalents.find(
    (each) => each.file === file && each.original === original && each.replacement === replacement,
  );
  if (found === undefined) return false;
  const places = (used.get(found) ?? 0) + 1;
  used.set(found, places);
  return places <= timesOf(found);
}
