import { randomIds, systemClock, systemMonotonic } from '@cux/kernel';
import { Story } from '@cux/kernel/store-suite';
import { openSqliteStore } from '../../src/index.ts';

/**
 * A process that works until it is killed, and tells what was acknowledged: one line for each command, written after
 * its answer. Arguments: path, series, and `hold-after-commit` for one that stops before it presses.
 */
const [path = '', series = '0', hold = ''] = process.argv.slice(2);
const store = await openSqliteStore({ path });
const story = new Story(store, {
  series: Number(series),
  processId: `process-${series}`,
  wrap: (options) => ({ ...options, ids: randomIds, clock: systemClock, monotonic: systemMonotonic }),
});

for (let round = 1; ; round += 1) {
  const article = `article-${series}-${round}`;
  await story.begin(article);
  tell('begun', `todo-${article}`);
  const gate = await story.draft(article);
  tell('asked', gate.gate_id);
  await story.decide(gate);
  tell('approved', gate.gate_id);
  const attempt = await story.commit(article);
  tell('committed', attempt.attempt_id);
  if (hold === 'hold-after-commit') await new Promise(() => setInterval(() => undefined, 60_000));
  await story.report(attempt, 'published');
  tell('reported', attempt.attempt_id);
  await story.settle(attempt, story.readingBack(attempt, article));
  tell('settled', attempt.attempt_id);
}

function tell(what: string, id: string): void {
  process.stdout.write(`${what} ${id}\n`);
}
