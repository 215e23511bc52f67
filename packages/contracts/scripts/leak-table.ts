/**
 * Prints what the leak screen catches: recall by family and evasion on both sets, and honest texts refused.
 * `--missed` lists what the tuning set misses; the held-out set is never listed.
 */
import { screenText } from '../src/leak/screen-text.ts';
import { heldOutSamples } from '../test/leak/corpus/held-out.ts';
import { heldOutHonest } from '../test/leak/corpus/held-out-honest.ts';
import { recallTables, trialsOf } from '../test/leak/corpus/recall.ts';
import { tuningSamples } from '../test/leak/corpus/tuning.ts';
import { tuningHonest } from '../test/leak/corpus/tuning-honest.ts';

const each = 3;
const tuning = trialsOf(tuningSamples(each));

if (process.argv.includes('--missed')) {
  const missed = tuning.filter(({ caught }) => !caught);
  for (const { sample, evasion } of missed) {
    console.log(
      `${evasion.class}\t${evasion.name}\t${sample.kind.family}\t${sample.kind.name}\t${sample.text.slice(0, 90)}`,
    );
  }
  for (const text of tuningHonest(10).filter((line) => screenText(line).length > 0)) {
    console.log(`honest\t${text}\t${screenText(text).map(({ rule }) => rule)}`);
  }
} else {
  for (const [title, trials, honest] of [
    ['Tuning set', tuning, tuningHonest(10)],
    ['Held-out set', trialsOf(heldOutSamples(each)), heldOutHonest(10)],
  ] as const) {
    const refused = honest.filter((text) => screenText(text).length > 0).length;
    console.log(`### ${title}\n\n${recallTables(trials)}\n`);
    console.log(`Honest texts and handles: ${honest.length}, refused: ${refused}.\n`);
  }
}
