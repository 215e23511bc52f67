import { digestIn } from './canonical.ts';
import { type LoggedBatch, LogWalk, rowDigest } from './log-walk.ts';
import type { RawStore } from './raw-store.ts';

/**
 * Everything that is stored of a workspace, against its own log from the beginning: links, rows, answers and the
 * highest time. Answers the batches. Written apart from the kernel's audit, which it checks in turn.
 */
export async function checkWhole(
  store: RawStore,
  workspace: string,
  wrong: (what: string) => void,
): Promise<readonly LoggedBatch[]> {
  const batches = await new LogWalk(workspace).next(store, wrong);
  const own = await store.row('workspace', 'workspace');
  const salt = own === null ? '' : String((JSON.parse(own.body) as { salt: string }).salt);
  await checkRows(store, batches, salt, wrong);
  await checkAnswers(store, batches, salt, wrong);
  const time = batches.reduce((highest, { head }) => Math.max(highest, head.time), 0);
  if ((await store.highestTime()) !== time) wrong('time.kept: the highest time is not that of the log');
  return batches;
}

async function checkRows(
  store: RawStore,
  batches: readonly LoggedBatch[],
  salt: string,
  wrong: (what: string) => void,
): Promise<void> {
  const claims = new Map<string, string>();
  for (const { head } of batches)
    for (const { kind, id, digest } of head.rows) claims.set(`${kind} ${id}`, digest);
  for (const row of await store.rows()) {
    const place = `${row.kind} ${row.id}`;
    if (claims.get(place) !== rowDigest(salt, row)) wrong(`log.rows: ${place} is not what the log says`);
    claims.delete(place);
  }
  for (const place of claims.keys()) wrong(`log.rows: ${place} is gone`);
}

async function checkAnswers(
  store: RawStore,
  batches: readonly LoggedBatch[],
  salt: string,
  wrong: (what: string) => void,
): Promise<void> {
  const answers = new Map((await store.answers()).map((each) => [`${each.scope} ${each.key}`, each]));
  for (const { head } of batches) {
    const place = `${head.scope} ${head.key}`;
    const kept = answers.get(place);
    answers.delete(place);
    if (kept === undefined) wrong(`log.answers: ${place} is gone`);
    else if (digestIn('cux/logged-answer', { salt, value: kept.answer }) !== head.answer_digest)
      wrong(`log.answers: ${place} is not what was answered`);
  }
  for (const place of answers.keys()) wrong(`log.answers: ${place} was never given`);
}
