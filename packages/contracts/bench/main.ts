/**
 * Prints how fast a receipt is judged, as Markdown. `--hostile` adds 64 KiB of each hostile shape, which takes some
 * minutes.
 */
import { timeHostile } from './hostile.ts';
import { timeImport } from './importing.ts';
import { timeJudging } from './judging.ts';

function print(head: readonly string[], rows: readonly (readonly string[])[]): void {
  for (const row of [head, head.map(() => '---'), ...rows]) console.log(`| ${row.join(' | ')} |`);
  console.log('');
}

for (const [title, timings] of timeJudging()) {
  const parse = timings[0]?.median ?? Number.NaN;
  print(
    [`receipt and annex, ${title}`, 'median', 'p99', 'of JSON.parse', 'a second'],
    timings.map(({ name, median, tail }) => [
      name,
      `${median.toFixed(1)} µs`,
      `${tail.toFixed(1)} µs`,
      `${(median / parse).toFixed(1)} ×`,
      Math.round(1e6 / median).toLocaleString('en'),
    ]),
  );
}

const { contracts, zod } = timeImport();
print(
  ['importing', 'least', 'of zod', 'processor time, median', 'of zod'],
  Object.entries({ zod, '@cux/contracts': contracts }).map(([name, { wall, cpu }]) => [
    name,
    `${wall.toFixed(0)} ms`,
    `${(wall / zod.wall).toFixed(2)} ×`,
    `${cpu.toFixed(0)} ms`,
    `${(cpu / zod.cpu).toFixed(2)} ×`,
  ]),
);

if (process.argv.includes('--hostile')) {
  print(
    ['64 KiB of', 'shapes', 'over twice a clean text', 'the slowest', 'of a clean text'],
    timeHostile().map(({ family, shapes, overTwice, slowest }) => [
      family,
      String(shapes),
      String(overTwice),
      readable(slowest.shape.name),
      `${slowest.ratio.toFixed(2)} ×`,
    ]),
  );
}

/** As it can stand in a table: other characters than letters by their numbers. */
function readable(name: string): string {
  return JSON.stringify(name)
    .slice(1, -1)
    .replaceAll('|', '\\|')
    .replace(/[^ -~]/gu, (character) =>
      /\p{L}/u.test(character) ? character : `\\u${(character.codePointAt(0) ?? 0).toString(16)}`,
    );
}
