import { type AuditVerdict, createKernel, randomIds, systemClock } from '@cux/kernel';
import { Story } from '@cux/kernel/store-suite';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Engine, Place } from './engine.ts';

const workspace = 'newsdesk';

/** What is done behind the kernel's back, how, and what the audit says to it. */
const changes: readonly (readonly [string, string, RegExp])[] = [
  ['nothing changed', 'select 1', /^ok$/],
  ['an event dropped', 'delete from event where sequence = 7', /event-missing|event-moved/],
  ['the first event dropped', 'delete from event where sequence = 1', /event-moved|event-missing/],
  [
    'two events swapped',
    `update event set sequence = sequence + 1000 where sequence in (4, 5);
       update event set sequence = case sequence when 1004 then 5 else 4 end where sequence > 1000`,
    /link-changed|event-moved/,
  ],
  [
    'an event appended',
    `insert into event (workspace, sequence, batch, kind, body) select workspace, (select max(sequence) + 1 from event), batch, kind, body from event where sequence = 1`,
    /event-without-link/,
  ],
  ['a link dropped', 'delete from link where batch = 5', /link-changed/],
  ['the first link dropped', 'delete from link where batch = 1', /link-changed/],
  ['the whole log dropped', 'delete from link; delete from event', /row-changed/],
  ['a link moved', 'update link set last_sequence = last_sequence + 1 where batch = 3', /./],
  ['a batch of an event changed', 'update event set batch = batch + 1 where sequence = 9', /event-moved/],
  [
    'a gate edited',
    `update row set body = replace(body, '"consumed"', '"rejected"') where kind = 'gate'`,
    /row-changed/,
  ],
  [
    'a gate set back to open, columns and body',
    `update row set state = 'open', body = replace(body, '"status":"closed"', '"status":"open"') where kind = 'gate'`,
    /row-changed/,
  ],
  ['a row dropped', `delete from row where kind = 'attempt'`, /row-missing/],
  ['a todo dropped', `delete from row where kind = 'todo'`, /row-missing/],
  ['a row set back to an older revision', `update row set revision = 1 where kind = 'todo'`, /row-changed/],
  [
    'a row invented',
    `insert into row (workspace, kind, id, revision, state, parent_id, subject_digest, body) select workspace, kind, 'gate_invented', revision, state, parent_id, subject_digest, body from row where kind = 'gate'`,
    /row-changed/,
  ],
  [
    'the salt changed',
    `update row set body = replace(body, 'sha256:', 'sha256:0') where kind = 'workspace'`,
    /row-changed/,
  ],
  ['the workspace dropped', `delete from row where kind = 'workspace'`, /row-missing/],
  ['an answer edited', `update answer set answer = replace(answer, 'accepted', 'refused')`, /answer-changed/],
  [
    'the highest time set back, to revive what has expired',
    'update workspace_time set highest = highest - 1',
    /time-changed/,
  ],
  ['the highest time dropped', 'delete from workspace_time', /time-changed/],
  [
    'an event moved to another workspace',
    `update event set workspace = 'newsdesl' where sequence = (select max(sequence) from event)`,
    /event-missing/,
  ],
  [
    'everything moved to another workspace',
    ['event', 'link', 'row', 'answer', 'workspace_time']
      .map((table) => `update ${table} set workspace = 'newsdesl'`)
      .join('; '),
    /link-changed/,
  ],
  ['an answer dropped', `delete from answer where key = (select min(key) from answer)`, /answer-missing/],
  [
    'an answer inserted, for a command that was never sent',
    `insert into answer (workspace, scope, key, command_digest, answer) select workspace, scope, 'a-later-key', command_digest, answer from answer limit 1`,
    /answer-inserted/,
  ],
  [
    'an answer inserted, before all others',
    `insert into answer (workspace, scope, key, command_digest, answer) select workspace, ' ', '!', command_digest, answer from answer limit 1`,
    /answer-inserted/,
  ],
  [
    'an answer inserted for another principal',
    `insert into answer (workspace, scope, key, command_digest, answer) select workspace, 'zz:' || scope, key, command_digest, answer from answer`,
    /answer-inserted/,
  ],
  [
    'an answer kept under another key',
    `update answer set key = key || '!' where key = (select max(key) from answer)`,
    /answer-(inserted|missing)/,
  ],
  [
    'an answer kept for another command',
    `update answer set command_digest = 'sha256:${'0'.repeat(64)}' where key = (select min(key) from answer)`,
    /command-changed/,
  ],
];
/** A place with one article published and read back, and the head that its log ends with. */
async function published(engine: Engine): Promise<{ readonly place: Place; readonly head: string }> {
  const place = await engine.place();
  const story = new Story(await place.open());
  await story.begin();
  const { attempt, readBack } = await story.publish();
  await story.readBack(readBack, attempt);
  const verdict = await story.kernel.verifyAudit(workspace);
  await story.kernel.close();
  if (!verdict.ok) throw new Error(verdict.message);
  return { place, head: verdict.head };
}

/** The first verdict of all workspaces of a place that is not good, or the last good one. */
async function verify(place: Place, head?: string): Promise<AuditVerdict> {
  const store = await place.look();
  const kernel = createKernel({ store, clock: systemClock, ids: randomIds, capabilities: [] });
  try {
    let verdict = await kernel.verifyAudit(workspace, head);
    for (const other of await store.workspaces()) {
      if (verdict.ok && other !== workspace) verdict = await kernel.verifyAudit(other);
    }
    return verdict;
  } finally {
    await kernel.close();
  }
}

/** Whatever is changed in the tables is found. */
export function auditTests(engine: Engine): void {
  describe(`the audit, on ${engine.name}`, () => {
    let whole: Place;
    let head: string;

    beforeAll(async () => {
      ({ place: whole, head } = await published(engine));
    });

    it.each(changes)('finds %s', async (_what, statements, rule) => {
      const place = await whole.copy();
      await place.change(statements);
      const verdict = await verify(place);
      expect(verdict.ok ? 'ok' : verdict.rule).toMatch(rule);
    });

    it('finds a cut-off end only against a head that was kept elsewhere', async () => {
      // What a thief of the last batch would do: take its events and its link.
      const cut = await whole.copy();
      await cut.change(`
        delete from event where batch = (select max(batch) from link);
        delete from link where batch = (select max(batch) from link);
      `);
      expect((await verify(cut)).ok, 'the rows give it away').toBe(false);
      expect(await verify(whole, head)).toMatchObject({ ok: true });
      expect(await verify(cut, head)).toMatchObject({ ok: false, rule: 'audit.head-missing' });
    });

    it('holds no text of a question, a reason, a page or a record', async () => {
      const log = JSON.stringify(await whole.ask('select kind, body from event'));
      for (const word of ['Publish', 'Confirm', 'take over', 'open approved screen', '127.0.0.1']) {
        expect(log).not.toContain(word);
      }
    });
  });
}
