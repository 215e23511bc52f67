import type { AuditVerdict } from '@cux/kernel';
import { pendingGate } from '@cux/runtime';
import { readTextIfPresent, writeFileDurably } from '../disk/durable-files.ts';
import { beginItem, nameItem } from './begin-item.ts';
import { carryOn } from './carry-on.ts';
import { compose } from './compose.ts';
import { siteSays } from './decide.ts';
import { DemoFault } from './demo-fault.ts';
import { lastNumber, reopenedNumber } from './earlier-items.ts';
import { blockedSignIn, isUnfinished } from './next-step.ts';
import type { DemoOptions } from './options.ts';
import { workspace } from './people.ts';
import type { StoryItem } from './story-file.ts';
import type { Storyteller } from './storyteller.ts';
import { tellWhatNext } from './tell-what-next.ts';
import type { Terminal } from './terminal.ts';
import { type StoryVerdict, verdictOf } from './verdict.ts';
import { counted, siteHasEnded } from './words.ts';

/** Tells the story once: finishes what an earlier run left, or begins a new item. Answers its last line. */
export async function runDemo(
  options: DemoOptions,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<StoryVerdict> {
  const composition = await compose(options, terminal, signal);
  try {
    const { teller, story } = composition;
    await requireVerified(teller);
    const item =
      (await unfinishedItem(teller, story.item)) ??
      (await reopenedItem(teller, story.item)) ??
      (await newItem(teller, story.item));
    const ended = await carryOn(teller, item);
    return await conclude(teller, ended);
  } finally {
    await composition.close();
  }
}

/**
 * Nothing is done on a state whose log does not verify, or that is older than what an earlier run has seen of it: an
 * approval that is spent would stand there unspent.
 */
async function requireVerified(teller: Storyteller): Promise<void> {
  const audit = await verifyAudit(teller);
  if (audit.ok) return;
  throw new DemoFault(
    'state_unreadable',
    `The audit log of this state does not verify (${audit.rule}), so nothing was done: restore the folder from a backup, or begin anew with --fresh.`,
  );
}

/** Recovers first, always: what a dead process left is explained before anything new happens. */
async function unfinishedItem(teller: Storyteller, item: StoryItem | null): Promise<StoryItem | null> {
  const { kernel, narrator } = teller;
  if (item === null || !(await isUnfinished(kernel, item))) return null;
  const todo = await kernel.todo(workspace, item.todo_id);
  if (todo === null) await beginItem(teller, item);
  narrator.step(`Unfinished work is here: ${item.todo_id} is ${todo?.state ?? 'not begun'}`);
  await askAgainToSignIn(teller, item);
  await recoverFirst(teller);
  return item;
}

/** An earlier article that a person has put back to work with `cux todo reopen`, however many were told since. */
async function reopenedItem(teller: Storyteller, told: StoryItem | null): Promise<StoryItem | null> {
  const { kernel, narrator } = teller;
  const number = await reopenedNumber(kernel, told);
  if (number === null) return null;
  const item = await nameItem(teller, number);
  const todo = await kernel.todo(workspace, item.todo_id);
  narrator.step(`An earlier article was put back to work: ${item.todo_id} is ${todo?.state ?? 'not begun'}`);
  await recoverFirst(teller);
  return item;
}

async function recoverFirst({ host, narrator }: Storyteller): Promise<void> {
  const explained = await host.recover();
  if (explained.length === 0)
    narrator.line('Nothing had to be recovered; the story goes on where it stopped.');
}

/** A declined question is asked again only when a person says so; whoever runs the demo again does. */
async function askAgainToSignIn({ kernel, narrator, decider }: Storyteller, item: StoryItem): Promise<void> {
  const todo = await blockedSignIn(kernel, item.goal_id);
  if (todo === null) return;
  const answer = await kernel.execute(
    'reopen-todo',
    { workspace, principal: decider, key: `reopen/${todo.todo_id}/${todo.revision}` },
    { todo_id: todo.todo_id },
  );
  if (answer.kind === 'refused') throw new DemoFault('story_off_course', answer.message);
  narrator.line('Nobody had signed in; this run asks again.');
}

async function newItem(teller: Storyteller, previous: StoryItem | null): Promise<StoryItem> {
  const { kernel, narrator, site } = teller;
  const item = await nameItem(teller, Math.max(previous?.number ?? 0, await lastNumber(kernel)) + 1);
  narrator.step(
    previous === null ? 'The work' : 'The work: a new article, since the last one has come to its end',
  );
  const title = site.content(item.number).title ?? '';
  narrator.line(`An agent is to publish “${title}” on ${site.name} at ${site.origin}.`);
  narrator.line('Nothing may be published before a person has approved exactly that.');
  await beginItem(teller, item);
  return item;
}

async function conclude(teller: Storyteller, item: StoryItem): Promise<StoryVerdict> {
  const { narrator, state } = teller;
  const audit = await verifyAudit(teller);
  const verdict = await verdictOf(teller, item, audit);
  narrator.step('The end');
  narrator.fact('todo', `${item.todo_id} is ${verdict.todo}`);
  narrator.fact('the site says', await siteSays(teller, item));
  narrator.fact(
    'publications',
    `${verdict.writes_before_decision} before a person decided, ${verdict.writes_total} in all, counted by the site`,
  );
  if (audit.ok) {
    narrator.good(`audit log verified: ${counted(audit.events, 'event')} in ${counted(audit.links, 'link')}`);
    writeFileDurably(state.auditHead, `${audit.head}\n`);
  } else {
    narrator.warn(`audit log NOT verified (${audit.rule}): ${audit.message}`);
  }
  narrator.line(siteHasEnded(teller.site));
  await tellWhatNext(teller, item, await pendingGate(teller.kernel, workspace, item.goal_id));
  return verdict;
}

/** Verified against the head of the last run too, which stands outside the database. */
async function verifyAudit(teller: Storyteller): Promise<AuditVerdict> {
  const head = readTextIfPresent(teller.state.auditHead)?.trim();
  return teller.kernel.verifyAudit(workspace, head);
}
