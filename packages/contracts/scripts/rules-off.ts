import { registerHooks } from 'node:module';

/**
 * Switches off each rule of the contract in turn and demands that the tables turn red. A rule that is off finds
 * nothing: `verdictOf` and `refusedFor`, through which every finding leaves, drop its findings.
 *
 * With `--first` one red row for each rule is enough, and nothing is counted.
 */
const firstOnly = process.argv.includes('--first');
const off: { rule: string | null } = { rule: null };
Object.assign(globalThis, { rulesOff: off });

const switchable = `
export function verdictOf<Record>(record: Record | undefined, findings: readonly Finding[]): Verdict<Record> {
  return verdictOfAll(record, stillOn(findings));
}
export function refusedFor(findings: readonly Finding[]): { readonly ok: false; readonly findings: readonly Finding[] } {
  return refusedForAll(stillOn(findings));
}
function stillOn(findings: readonly Finding[]): readonly Finding[] {
  const { rule } = (globalThis as unknown as { rulesOff: { rule: string | null } }).rulesOff;
  return findings.filter((finding) => finding.rule !== rule);
}
`;

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.endsWith('/src/judge/finding.ts')) return loaded;
    const source = String(loaded.source);
    const changed = source
      .replace('export function verdictOf<', 'function verdictOfAll<')
      .replace('export function refusedFor(', 'function refusedForAll(');
    if (changed.includes('export function'))
      throw new Error('finding.ts has another form; mend rules-off.ts.');
    return { ...loaded, source: `${changed}${switchable}` };
  },
});

const { allRules, ruleFamilies } = await import('../src/index.ts');
const { tables } = await import('../test/tables/index.ts');

const rows = Object.values(tables).flat();

/** Whether a row of a table is as it should be. */
function isGreen(row: (typeof rows)[number]): boolean {
  const verdict = row.judge();
  if (row.refusedBy === null) return verdict.ok;
  return verdict.findings.some(({ rule }) => rule === row.refusedBy);
}

/** The rows that are red; with `--first` the first of them. */
function redOf(some: readonly (typeof rows)[number][]): readonly (typeof rows)[number][] {
  if (!firstOnly) return some.filter((row) => !isGreen(row));
  const first = some.find((row) => !isGreen(row));
  return first === undefined ? [] : [first];
}

// The tests of the tables play every row with every rule on.
const redBefore = firstOnly ? [] : redOf(rows);
const outcomes = allRules().map(({ id }) => {
  off.rule = id;
  const own = rows.filter((row) => row.refusedBy === id);
  const red = redOf(own);
  const accepted = red.filter((row) => row.judge().ok);
  off.rule = null;
  return { id, red: red.length, accepted: accepted.length };
});
const silent = outcomes.filter(({ red }) => red === 0);
const alone = outcomes.filter(({ accepted }) => accepted > 0);

for (const { because } of redBefore) console.error(`red although every rule is on: ${because}`);
for (const { id } of silent) console.error(`${id}: no row of a table notices that it is off`);

if (!firstOnly) tellFamilies();

function tellFamilies(): void {
  console.log(
    '| family | rules | rows that refuse | rows that accept near a rule | red when off | then accepted |',
  );
  console.log('|---|---|---|---|---|---|');
  for (const family of ruleFamilies) {
    const own = outcomes.filter(({ id }) => id.startsWith(`${family}.`));
    const refusing = rows.filter(({ refusedBy }) => refusedBy?.startsWith(`${family}.`)).length;
    const near = rows.filter(({ spares }) => spares.some((id) => id.startsWith(`${family}.`))).length;
    const red = own.filter((each) => each.red > 0).length;
    const open = own.filter((each) => each.accepted > 0).length;
    console.log(`| ${family} | ${own.length} | ${refusing} | ${near} | ${red} | ${open} |`);
  }
}
const accepting = rows.filter(({ refusedBy }) => refusedBy === null).length;
console.log(
  `${outcomes.length} rules, ${rows.length} rows (${accepting} accept, ${rows.length - accepting} refuse): ` +
    `${outcomes.length - silent.length} rules turn a row red when they are off, ` +
    `and for ${firstOnly ? 'some' : alone.length} of them a refused record would then be accepted.`,
);
process.exitCode = silent.length === 0 && redBefore.length === 0 ? 0 : 1;
