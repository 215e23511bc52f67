import { afterAll, describe, expect, it } from 'vitest';
import { rowKinds, type Store, type StoredEvent } from '../src/index.ts';
import { people, records, type Story } from '../src/store-suite/index.ts';
import { playsOf, worldOf } from './machines/plays.ts';
import { scenes } from './machines/scenes.ts';
import { newStory } from './support/new-story.ts';

const canary = 'canary sings';

/** Every string in an event, keys and values. */
function stringsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => [key, ...stringsOf(each)]);
}

function digestsIn(text: string): readonly string[] {
  return text.match(/sha256:[0-9a-f]{64}/g) ?? [];
}

async function bodiesOf(store: Store, workspace: string): Promise<readonly string[]> {
  const rows = await Promise.all(rowKinds.map((kind) => store.list(workspace, kind)));
  return rows.flat().map((row) => row.body);
}

/** Names, issued ids, words of closed sets and digests; a text that somebody wrote or a page showed has spaces or more. */
const plain = /^[\x21-\x7e]{1,200}$/;
/** Two of the kernel's own: a row's id of two parts, and the rules of a refused receipt. */
const several = /^[\x21-\x7e]+( [\x21-\x7e]+){1,20}$/;

async function expectPlain(events: readonly StoredEvent[]): Promise<void> {
  for (const { kind, body } of events) {
    expect(kind).toMatch(/^[a-z]+(-[a-z]+)+$/);
    const { rows = [], rules, ...rest } = JSON.parse(body);
    for (const text of stringsOf(rest)) expect(text, kind).toMatch(plain);
    if (rules !== undefined) expect(rules).toMatch(/^[a-z.-]+( [a-z.-]+)*$/);
    for (const row of rows) {
      expect(Object.keys(row).sort()).toEqual(['digest', 'id', 'kind', 'revision']);
      if (!plain.test(row.id)) expect(row.id).toMatch(several);
    }
  }
}

const seen = { kinds: new Set<string>(), events: 0 };

async function expectNoText({ workspace }: Story, store: Store): Promise<void> {
  const events = await store.events(workspace, 0, 100_000);
  const log = JSON.stringify(events);
  await expectPlain(events);
  expect(log).not.toContain('canary');
  // An unsalted digest of something short gives the thing away by guessing. Names of rows are salted, or made of names.
  const named = /"(?:evidence_id|lock_id|action_id)":"[^"]*"/g;
  const bodies = (await bodiesOf(store, workspace)).map((body) => body.replaceAll(named, ''));
  const shared = bodies.flatMap(digestsIn).filter((digest) => log.includes(digest));
  expect([...new Set(shared)], 'no digest of a row stands in the log as it is').toEqual([]);
  for (const { kind } of events) seen.kinds.add(kind);
  seen.events += events.length;
}

describe('the event log holds no content and nothing that was read', () => {
  it.each(scenes)('where $name, and after anything that can be sent there', async ({ reach }) => {
    const { story, store } = newStory();
    await story.begin();
    await reach(story, store);
    // Several at once need a second article of their own each time.
    const plays = playsOf(await worldOf(story)).filter(({ command }) => command !== 'decide-gates');
    for (const play of plays) await play.send();
    await expectNoText(story, store);
  });

  it('whatever people, records and pages say', async () => {
    const { story, store } = newStory();
    await story.begin();
    const todoId = 'todo-article-1';
    await story.must(
      'put-record',
      {
        capability: records.capability,
        record_id: 'article-1',
        expected_version: 1,
        state: canary,
        content_digest: records.contentDigest(canary),
        facts: { note: canary, [canary]: true },
      },
      people.author,
    );
    const attempt = await story.run(todoId, 'draft');
    await story.addEvidence(attempt);
    const { receipt, annex } = records.reportFor(attempt, 'failed');
    const blocker = { code: 'navigation_failed', step: 1, label: canary };
    for (const label of [`${canary} in what is refused`, canary]) {
      const refused = label !== canary;
      await story.send('report-attempt', {
        ...story.reportInput(attempt, 'failed'),
        receipt: records.bytes(refused ? { ...receipt, note: label } : receipt),
        annex: records.bytes({ ...annex, blocker: { ...blocker, label } }),
      });
    }
    const asking = await story.asking(todoId, 'article-1');
    const attention = {
      ...records.attention(`May the ${canary}, exactly as drafted?`),
      attempted: [canary],
      forbidden: [canary],
      takeover: canary,
    };
    const gate = asking.gate === null ? null : { ...asking.gate, attention };
    await story.settle(attempt, {
      ...asking,
      gate,
      record: {
        record_id: 'article-1',
        expected_state: canary,
        expected_revision: 2,
        state: `${canary} again`,
        facts: { seen: canary },
      },
    });
    const { gate_id, revision } = await story.gateOf(todoId);
    const decision = { gate_id, revision, decision: 'reject', reason: canary } as const;
    await story.must('decide-gate', decision, people.reviewer);
    await story.must('reopen-todo', { todo_id: todoId }, people.owner);
    const again = await story.gateOf(todoId);
    await story.must(
      'revoke-gate',
      { gate_id: again.gate_id, revision: again.revision, reason: canary },
      people.owner,
    );
    expect((await bodiesOf(store, story.workspace)).join('')).toContain(canary);
    await expectNoText(story, store);
  });

  afterAll(() => {
    expect(seen.events).toBeGreaterThan(2_000);
    expect(seen.kinds.size).toBeGreaterThan(35);
  });
});
