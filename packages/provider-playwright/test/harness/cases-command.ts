import { parseArgs } from 'node:util';
import { CaseFault, type CasePage, readCases } from './case-page.ts';
import { type CaseLine, runAllPhases } from './case-verdict.ts';
import { type SiteCertificate, siteCertificate } from './site-certificate.ts';

const usage = 'usage: pnpm cases DIR [--repeat N] [--json] [--https] [--own-browsers] [--lanes N]';

/** Where it writes. */
export interface Outlets {
  readonly output: { write(text: string): unknown };
  readonly errors: { write(text: string): unknown };
}

interface Options {
  readonly folder: string;
  readonly repeat: number;
  readonly json: boolean;
  readonly https: boolean;
  readonly ownBrowsers: boolean;
  /** Parts of a round that run beside each other, each on browsers of its own. */
  readonly lanes: number;
}

/** Every run of one page, added up. */
interface PageResult {
  readonly id: string;
  readonly kind: string;
  readonly runs: readonly CaseLine[];
}

function optionsOf(args: readonly string[]): Options {
  const { values, positionals } = parsed(args);
  const repeat = Number(values.repeat);
  const [folder, ...more] = positionals;
  if (folder === undefined || more.length > 0)
    throw new CaseFault(`name one folder of case pages; ${usage}.`);
  if (!Number.isSafeInteger(repeat) || repeat < 1 || repeat > 10_000) {
    throw new CaseFault(`--repeat takes a whole number from 1 to 10000; ${usage}.`);
  }
  const lanes = Number(values.lanes);
  if (!Number.isSafeInteger(lanes) || lanes < 1 || lanes > 16) {
    throw new CaseFault(`--lanes takes a whole number from 1 to 16; ${usage}.`);
  }
  const { json, https, 'own-browsers': ownBrowsers } = values;
  return { folder, repeat, json, https, ownBrowsers, lanes };
}

function parsed(args: readonly string[]) {
  const flag = { type: 'boolean', default: false } as const;
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        repeat: { type: 'string', default: '1' },
        lanes: { type: 'string', default: '1' },
        json: flag,
        https: flag,
        'own-browsers': flag,
      },
    });
  } catch (fault) {
    throw new CaseFault(`${fault instanceof Error ? fault.message.split('\n')[0] : ''}; ${usage}.`);
  }
}

/** `3 × stopped_at_gate`, or the bare word when every run said it. */
function told(words: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].map(([word, count]) => (counts.size === 1 ? word : `${count} × ${word}`)).join(', ');
}

const short = {
  screen_reached: 'screen',
  draft_present: 'draft',
  final_action_clicked: 'clicked',
  unknown_modal: 'modal',
};

function factsOf({ facts }: CaseLine): string {
  const seen = Object.entries(short).filter(([name]) => facts[name as keyof typeof short]);
  return seen.map(([, word]) => word).join('+') || '-';
}

const columns = ['page', 'outcome', 'facts', 'blocker', 'writes', 'canaries', 'right'];
const widths = [6, 26, 22, 24, 6, 8, 7];

function row(cells: readonly string[]): string {
  return cells
    .map((cell, index) => cell.padEnd(widths[index] ?? 0))
    .join('  ')
    .trimEnd();
}

function rowOf({ id, runs }: PageResult): string {
  const right = runs.filter(({ problems }) => problems.length === 0).length;
  return row([
    id,
    told(runs.map(({ stop_reason: reason }) => reason)),
    told(runs.map(factsOf)),
    told(runs.map(({ blocker }) => blocker ?? '-')),
    String(runs.reduce((sum, { writes }) => sum + writes.length, 0)),
    String(runs.reduce((sum, { canaries }) => sum + canaries, 0)),
    `${right}/${runs.length}`,
  ]);
}

async function run(options: Options, { output, errors }: Outlets): Promise<number> {
  const pages = readCases(options.folder);
  const certificate = options.https ? await siteCertificate() : null;
  const rounds: (readonly CaseLine[])[] = [];
  for (let round = 1; round <= options.repeat; round += 1) {
    rounds.push(await oneRound(pages, certificate, options));
    if (options.repeat > 1) errors.write(progressOf(round, options.repeat, rounds.at(-1) ?? []));
  }
  const results = pages.map((page) => resultOf(page, rounds));
  const lines = results.flatMap(({ runs }) => runs);
  output.write(options.json ? asJson(results, options) : asTable(results));
  return lines.some(({ problems }) => problems.length > 0) ? 1 : 0;
}

/** Every page once, dealt out to the lanes. */
async function oneRound(
  pages: readonly CasePage[],
  certificate: SiteCertificate | null,
  { lanes, ownBrowsers }: Options,
): Promise<readonly CaseLine[]> {
  const parts = Array.from({ length: lanes }, (_, lane) => pages.filter((_page, at) => at % lanes === lane));
  const done = await Promise.all(parts.map((part) => runAllPhases(part, { certificate, ownBrowsers })));
  return done.flat();
}

/** One line per round, so that a long run can be watched. */
function progressOf(round: number, repeat: number, lines: readonly CaseLine[]): string {
  const wrong = lines.filter(({ problems }) => problems.length > 0);
  const named = wrong.map(({ id, problems }) => `${id} (${problems.join('; ')})`).join(', ');
  return `round ${round} of ${repeat}: ${wrong.length} wrong${named === '' ? '' : `: ${named}`}\n`;
}

function wrongIn(lines: readonly CaseLine[] = []): number {
  return lines.filter(({ problems }) => problems.length > 0).length;
}

function resultOf({ id, kind }: CasePage, rounds: readonly (readonly CaseLine[])[]): PageResult {
  return { id, kind, runs: rounds.flatMap((lines) => lines.filter((line) => line.id === id)) };
}

function asJson(results: readonly PageResult[], { https, repeat }: Options): string {
  const runs = results.flatMap((result) => result.runs);
  const wrong = wrongIn(runs);
  const writes = runs.reduce((sum, line) => sum + line.writes.length, 0);
  const scheme = https ? 'https' : 'http';
  return `${JSON.stringify({ scheme, repeat, runs: runs.length, wrong, writes, pages: results }, null, 2)}\n`;
}

function asTable(results: readonly PageResult[]): string {
  const runs = results.flatMap((result) => result.runs);
  const problems = results.flatMap(({ id, runs: ofPage }) =>
    [...new Set(ofPage.flatMap((line) => line.problems))].map((problem) => `${id}: ${problem}`),
  );
  const sum = `${runs.length} runs of ${results.length} pages, ${wrongIn(runs)} wrong, ${runs.reduce(
    (total, { writes }) => total + writes.length,
    0,
  )} writes reached a site.`;
  return `${[row(columns), ...results.map(rowOf), ...problems, sum].join('\n')}\n`;
}

/**
 * Runs a folder of case pages and says of each what came of it.
 * @returns the exit code: 0 when all are right, 1 when one is wrong, 2 when it cannot run as asked
 */
export async function casesCommand(args: readonly string[], outlets: Outlets): Promise<number> {
  try {
    return await run(optionsOf(args), outlets);
  } catch (fault) {
    if (!(fault instanceof CaseFault)) throw fault;
    outlets.errors.write(`cases: ${fault.message}\n`);
    return 2;
  }
}
