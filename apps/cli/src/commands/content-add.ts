import {
  type Content,
  capabilityId,
  captureItem,
  checkContent,
  contentDigest,
  type RecordChange,
  reviseItem,
  siteFor,
  skipItem,
} from '@cux/content-ops';
import type { OperatingMode } from '@cux/contracts';
import { keepContent } from '@cux/runtime';
import { type Application, recipeOf } from '../application/application.ts';
import { operator } from '../application/people.ts';
import { send } from '../application/send.ts';
import { CliFault } from '../cli-fault.ts';
import { cux } from '../next-command.ts';
import { answer } from '../output.ts';
import { readContentFile } from './content-file.ts';
import { findItem } from './content-item.ts';
import { goalIdOf } from './item-goal.ts';
import { leftOnSite } from './left-on-site.ts';
import { nextDraft, signInsOf } from './signed-in.ts';

export interface ContentAdd {
  readonly file: string;
  readonly id: string | undefined;
  readonly site: string | undefined;
  readonly mode: OperatingMode | undefined;
}

/**
 * Takes content up as an item: goal, record, content, todo. Each step has a key of its own, so that a repeat after a crash
 * goes on where it stopped; content of another item is never touched.
 */
export async function contentAdd(application: Application, options: ContentAdd): Promise<void> {
  const { state, workspace, person, output } = application;
  const read = readContentFile(options.file);
  const content = withSite(read.content, options.site);
  requireFit(application, content);
  const recordId = options.id ?? read.id;
  const present = await state.kernel.record(workspace, capabilityId, recordId);
  if (present !== null && present.content_digest !== contentDigest(content)) {
    throw new CliFault(
      'refused',
      `There is an item called ${recordId} already: give this one another name with --id, or use "${cux`content revise ${recordId} ${options.file}`}".`,
    );
  }
  const goalId = goalIdOf(recordId);
  await send(application, person, `add/${recordId}/goal`, 'create-goal', {
    goal_id: goalId,
    mode: options.mode ?? application.rules.mode ?? 'drafting',
    owner_id: person.id,
    quota: {},
  });
  if (present === null) await putRecord(application, captureItem(recordId, content));
  await keepContent(state.vault, workspace, recordId, content);
  await send(application, operator, `add/${recordId}/todo`, 'create-todo', {
    goal_id: goalId,
    todo_id: recordId,
    capability: capabilityId,
    action_unit: 'draft_until_review_gate',
    record_id: recordId,
  });
  const told = { item: recordId, goal_id: goalId, content_digest: contentDigest(content) };
  // A repeat may come when the item has long gone on.
  const hasGoneOn = present !== null && present.state !== 'captured';
  answer(
    output,
    told,
    hasGoneOn
      ? [
          `The item ${recordId} has been taken up with this content already; nothing was changed.`,
          `Next: ${cux`content status ${recordId}`}`,
        ]
      : [
          `The item ${recordId} is captured; nothing has been sent anywhere.`,
          nextDraft(recordId, await signInsOf(state, workspace).before(recordId)),
        ],
  );
}

/** New content for an item. What was asked or approved about the old one is over, in the same transaction. */
export async function contentRevise(application: Application, recordId: string, file: string): Promise<void> {
  const { state, workspace, output } = application;
  const { record } = await findItem(state, workspace, recordId);
  const { content } = readContentFile(file);
  requireFit(application, content);
  // The same content again only completes what a crash has left undone.
  if (record.content_digest !== contentDigest(content)) {
    const change = reviseItem(record, content);
    if (!change.ok) throw new CliFault('refused', change.message);
    await putRecord(application, change.change);
  }
  await keepContent(state.vault, workspace, recordId, content);
  const after = await findItem(state, workspace, recordId);
  answer(output, { item: recordId, revision: after.record.revision, todo: after.todo.state }, [
    `The item ${recordId} has new content; what was approved before does not cover it.`,
    after.todo.state === 'open'
      ? nextDraft(recordId, await signInsOf(state, workspace).before(recordId))
      : `Its todo is ${after.todo.state}; next: ${cux`content status ${recordId}`}`,
  ]);
}

/** Gives an item up; what was asked or approved about it is over. */
export async function contentSkip(application: Application, recordId: string): Promise<void> {
  const { state, workspace, person, output } = application;
  const { record, todo } = await findItem(state, workspace, recordId);
  const change = skipItem(record);
  if (!change.ok) throw new CliFault('refused', change.message);
  await putRecord(application, change.change);
  await send(application, person, `skip/${recordId}/${record.version}`, 'cancel-todo', {
    todo_id: todo.todo_id,
  });
  const left = await leftOnSite(state.kernel, workspace, await findItem(state, workspace, recordId));
  answer(output, { item: recordId, state: 'skipped', left_on_site: left }, [
    `The item ${recordId} is given up.`,
    ...(left === null ? [] : [left]),
    `Next: ${cux`content status`}`,
  ]);
}

function withSite(content: Content, site: string | undefined): Content {
  return site === undefined ? content : { ...content, site };
}

/** Whether the site can hold the content exactly: every problem at once, before anything is kept. */
function requireFit(application: Application, content: Content): void {
  const { rules } = application;
  const site = siteFor(rules, content.site);
  const recipe = site === null ? null : recipeOf(application, site);
  if (recipe === null) {
    const names = rules.sites.map(({ id }) => id).join(', ');
    throw new CliFault('usage', `The content names no site of the rules: give --site with one of ${names}.`);
  }
  const problems = checkContent(recipe, content);
  if (problems.length === 0) return;
  const told = problems.map(({ field, message }) => `${field}: ${message}`).join(' ');
  throw new CliFault('refused', `The site cannot hold this content, so nothing was kept. ${told}`);
}

async function putRecord(application: Application, change: RecordChange): Promise<void> {
  const { person } = application;
  await send(
    application,
    person,
    `record/${change.record_id}/${change.expected_version}/${change.content_digest}/${change.state}`,
    'put-record',
    change,
  );
}
