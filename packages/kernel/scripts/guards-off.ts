import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { type GuardSite, switchable } from './guard-sites.ts';

/**
 * Switches off each guard of each decider in turn, and demands that a row of the tables turns red. Rows that do not reach
 * a guard cannot notice that it is off, so only those that do are played for it.
 *
 * With `--first` one red row for each guard is enough, and nothing is counted; rows that come no further than it are first.
 */
const firstOnly = process.argv.includes('--first');
const state = { off: null as number | null, reached: new Set<number>() };
const guardIsOn = (id: number): boolean => {
  state.reached.add(id);
  return state.off !== id;
};
const handedOn = <Value>(id: number, value: Value | null): Value | null =>
  value === null || guardIsOn(id) ? value : null;
Object.assign(globalThis, { guardIsOn, handedOn });

const sites: GuardSite[] = [];
registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    const [, file] = /\/packages\/kernel\/src\/decide\/(.+)$/.exec(url) ?? [];
    if (file === undefined) return loaded;
    const found = switchable(file, readFileSync(new URL(url), 'utf8'), sites.length);
    sites.push(...found.sites);
    return { ...loaded, source: found.text };
  },
});

const { guardRows } = await import('../test/tables/guard-rows.ts');
const { walk } = await import('../test/machines/walk.ts');

type Row = (typeof guardRows)[number];

/** What a row does with a guard off: nothing new, another refusal, an acceptance, or a broken law. */
async function play(row: Row, off: number | null): Promise<'green' | 'refused' | 'accepted' | 'fault'> {
  state.off = null;
  const send = await row.setUp();
  state.off = off;
  state.reached.clear();
  try {
    return await send();
  } catch {
    return 'fault';
  } finally {
    state.off = null;
  }
}

const reachedBy = new Map<number, Row[]>();
/** The last guard that each row reaches: mostly the one that refuses it. */
const lastOf = new Map<Row, number | undefined>();
const redBefore: Row[] = [];
for (const row of guardRows) {
  if ((await play(row, null)) !== 'green') redBefore.push(row);
  lastOf.set(row, [...state.reached].at(-1));
  for (const id of state.reached) reachedBy.set(id, [...(reachedBy.get(id) ?? []), row]);
}

const loud = sites.filter(({ grain }) => grain !== 'quiet');
const quiet = process.argv.includes('--quiet') ? sites.filter(({ grain }) => grain === 'quiet') : [];

/** Everything that every command leaves behind in every scene, as one digest; a fault is as good as a difference. */
async function wholeWalk(off: number | null): Promise<string> {
  const hash = createHash('sha256');
  state.off = off;
  try {
    await walk((text) => hash.update(text));
    return hash.digest('hex');
  } catch {
    return 'fault';
  } finally {
    state.off = null;
  }
}

function likelyFirst(rows: readonly Row[], { id }: GuardSite): readonly Row[] {
  const ends = (row: Row) => lastOf.get(row) === id;
  return [...rows.filter(ends), ...rows.filter((row) => !ends(row))];
}

const outcomes: { site: GuardSite; rows: number; red: number; accepted: number; fault: number }[] = [];
for (const site of loud) {
  const rows = reachedBy.get(site.id) ?? [];
  const came = [];
  for (const row of firstOnly ? likelyFirst(rows, site) : rows) {
    came.push(await play(row, site.id));
    if (firstOnly && came.at(-1) !== 'green') break;
  }
  outcomes.push({
    site,
    rows: rows.length,
    red: came.filter((each) => each !== 'green').length,
    accepted: came.filter((each) => each === 'accepted').length,
    fault: came.filter((each) => each === 'fault').length,
  });
}

for (const { name } of redBefore) console.error(`red although every guard is on: ${name}`);
const asItIs = quiet.length === 0 ? '' : await wholeWalk(null);
for (const site of quiet) {
  const differs = (await wholeWalk(site.id)) !== asItIs ? 1 : 0;
  outcomes.push({ site, rows: 1, red: differs, accepted: 0, fault: 0 });
}

/** Quiet conditions that the walk cannot notice, by their place and text, and why that is so. */
const explained: readonly (readonly [place: string, condition: string, because: string])[] = [
  ...(['sessions.ts clearReadback', 'computers.ts endOfHands'] as const).map(
    (place) =>
      [
        place,
        '',
        'about what a takeover ends: no scene has one, and `test/computers.test.ts` fails without it',
      ] as const,
  ),
  [
    'todo-commands.ts forgetRejection',
    '!lock.rejected.includes(subject_digest)',
    'spares a write that would change nothing',
  ],
  [
    'todo-commands.ts forgetRejection',
    '!isItemSubject(subject)',
    'spares the rejection of an item that was revised, whose digest never comes again',
  ],
];
const reasonFor = ({ grain, place, rule }: GuardSite): string | null => {
  if (grain !== 'quiet') return null;
  const found = explained.find(([where, condition]) => place === where && rule.startsWith(condition));
  return found?.[2] ?? null;
};

const unnoticed = outcomes.filter(({ red }) => red === 0);
for (const { site } of unnoticed) {
  const reason = reasonFor(site);
  if (reason !== null) console.error(`${site.place} (quiet) is noticed by no row: ${reason}`);
}
/** What is explained and noticed all the same: the explanation is no longer true. */
const outdated = outcomes.filter(({ site, red }) => red > 0 && reasonFor(site) !== null);
for (const { site } of outdated)
  console.error(`${site.place} (quiet) is explained, and noticed: explain it no longer`);
const silent = unnoticed.filter(({ site }) => reasonFor(site) === null);
for (const { site, rows } of silent) {
  console.error(
    `${site.place}, ${site.rule} (${site.grain}): ${rows} rows reach it, none notices that it is off`,
  );
}

if (!firstOnly) tellFiles();

function tellFiles(): void {
  const files = [...new Set(sites.map(({ place }) => place.split(' ')[0] ?? ''))].sort();
  console.log(
    '| decider | guards | red when off | parts of guards | red when off | then accepted | then a broken law |',
  );
  console.log('|---|---|---|---|---|---|---|');
  for (const file of files) {
    const own = outcomes.filter(({ site }) => site.place.startsWith(`${file} `));
    const counted = (grain: GuardSite['grain']) => own.filter(({ site }) => site.grain === grain);
    const red = (grain: GuardSite['grain']) => counted(grain).filter((each) => each.red > 0).length;
    const accepted = own.filter((each) => each.accepted > 0).length;
    const faults = own.filter((each) => each.fault > 0).length;
    console.log(
      `| ${file.replace('.ts', '')} | ${counted('guard').length} | ${red('guard')} | ` +
        `${counted('part').length} | ${red('part')} | ${accepted} | ${faults} |`,
    );
  }
}
console.log(
  `${loud.length} guards and parts of guards, ${guardRows.length} rows: ` +
    `${outcomes.filter(({ site, red }) => site.grain !== 'quiet' && red > 0).length} turn a row red when they are off.`,
);
if (quiet.length > 0) {
  const red = outcomes.filter(({ site, red: own }) => site.grain === 'quiet' && own > 0).length;
  console.log(
    `${quiet.length} quiet conditions: ${red} change what the walk leaves behind when they are off, ${unnoticed.length - silent.length} are explained.`,
  );
}
if (process.argv.includes('--each')) {
  console.log('\n| place | rule | rows that reach it | red when off |');
  console.log('|---|---|---|---|');
  for (const { site, rows, red } of outcomes) {
    console.log(`| ${site.place} | ${site.rule} | ${rows} | ${red} |`);
  }
}
process.exitCode = silent.length === 0 && outdated.length === 0 && redBefore.length === 0 ? 0 : 1;
