import { createKernel, randomIds, systemClock } from '@cux/kernel';
import { people, records } from '@cux/kernel/store-suite';
import { openSqliteStore } from '../../src/index.ts';

/** A process with 64 callers of one kernel that tells each key right after its answer, until it is killed. Argument: path. */
const store = await openSqliteStore({ path: process.argv[2] ?? '' });
const kernel = createKernel({
  store,
  clock: systemClock,
  ids: randomIds,
  capabilities: [{ capability_id: records.capability, outcome: 'Approved content is published once.' }],
});

async function caller(nth: number): Promise<never> {
  for (let count = 0; ; count += 1) {
    const key = `caller-${nth}-${count}`;
    const answer = await kernel.execute(
      'put-record',
      { workspace: 'newsdesk', principal: people.capability, key },
      {
        capability: records.capability,
        record_id: `article-${nth}`,
        expected_version: count,
        state: 'draft',
        content_digest: records.contentDigest(key),
        facts: {},
      },
    );
    if (answer.kind === 'accepted') process.stdout.write(`${key}\n`);
    else process.exit(3);
  }
}

await Promise.all(Array.from({ length: 64 }, (_, nth) => caller(nth)));
