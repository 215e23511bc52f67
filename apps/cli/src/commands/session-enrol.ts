import { capabilityId, captureItem, type PublishingSite, siteFor, standingQuestion } from '@cux/content-ops';
import type { Todo } from '@cux/kernel';
import { keepContent, type Person, storedContent } from '@cux/runtime';
import { afterRefusal } from '../application/after-refusal.ts';
import { type Application, recipeOf } from '../application/application.ts';
import { operator } from '../application/people.ts';
import { send } from '../application/send.ts';
import { CliFault } from '../cli-fault.ts';
import { cux } from '../next-command.ts';
import { answer } from '../output.ts';
import { requirePerson } from './at-terminal.ts';
import { noSignIn } from './content-in-one-go.ts';
import { findItem } from './content-item.ts';
import { gateDecide } from './gates.ts';
import { accountRecord, goalIdOf, itemOfGoal, sessionsGoal } from './item-goal.ts';

export interface SessionEnrol {
  /** The item whose work has met a sign-in. */
  readonly item: string | undefined;
  /** The site of the rules; the only one when left out. */
  readonly site: string | undefined;
  readonly interactive: boolean;
  readonly ask: (question: string) => Promise<'approve' | 'reject' | null>;
  /** The person's hands on the site's own sign-in page. */
  readonly signIn: (site: PublishingSite) => Person;
}

const over: ReadonlySet<Todo['state']> = new Set(['done', 'cancelled']);

/**
 * A person lets the agent use an account: approves that for a window of time, signs in at the site's own page, and the
 * session is kept in the vault. No password comes into a plan, the log or the vault.
 */
export async function sessionEnrol(application: Application, options: SessionEnrol): Promise<void> {
  const { state, workspace, person, output, host, providerId } = application;
  const { kernel } = state;
  const command = options.item === undefined ? cux`session enrol` : cux`session enrol --item ${options.item}`;
  if (application.nothingKept) throw noSignIn();
  const site = await siteOf(application, options);
  if (recipeOf(application, site)?.sign_in == null) {
    throw new CliFault('refused', 'The recipe of this site names no sign-in page; add it, or draft without.');
  }
  requirePerson(options.interactive, output, command);
  const asked = await askedBefore(application, site, options.item);
  const todo = asked === null ? await askedAnew(application, site) : await goingOn(application, asked);
  const gate = todo.gate_id === null ? null : await kernel.gate(workspace, todo.gate_id);
  if (gate?.status === 'pending') {
    await gateDecide(state, output, { gateId: gate.gate_id, person, ...options });
  }
  if ((await kernel.todo(workspace, todo.todo_id))?.state !== 'open') {
    answer(output, null, [`Nobody has signed in; "${command}" asks again.`]);
    return;
  }
  const run = await host.enrolStoredSession(todo.todo_id, providerId, options.signIn(site));
  if (run.kind === 'refused') {
    throw new CliFault('refused', `${run.message} (${run.rule})${afterRefusal(run.rule, providerId)}`);
  }
  if (run.todo_state !== 'done') {
    throw new CliFault(
      'refused',
      `The account is not signed in (${run.because}); "${cux`todo show ${todo.todo_id}`}" says why, and "${command}" tries again.`,
    );
  }
  await withdrawOthers(application, site, todo);
  const item = options.item ?? (await onlyItemToDraft(application));
  const next = item === null ? cux`content status` : cux`content draft ${item}`;
  answer(output, null, [
    `The agent ${application.agent.id} may use the account ${site.account} on ${site.origin} from now on; "${cux`session revoke ${todo.gate_id}`}" ends that.`,
    `Next: ${next}`,
  ]);
}

/** The item that waits to be drafted, where there is no choice. */
async function onlyItemToDraft({ state, workspace }: Application): Promise<string | null> {
  const todos = await state.kernel.todos(workspace, { states: ['open'] });
  const items = todos
    .filter(({ action_unit }) => action_unit === 'draft_until_review_gate')
    .map(({ goal_id }) => itemOfGoal(goal_id));
  return items.length === 1 ? (items[0] ?? null) : null;
}

async function siteOf(
  { state, workspace, rules }: Application,
  { item, site }: SessionEnrol,
): Promise<PublishingSite> {
  if (item !== undefined) await findItem(state, workspace, item);
  const found = siteFor(
    rules,
    site ?? (item === undefined ? undefined : await siteOfItem(state, workspace, item)),
  );
  if (found !== null) return found;
  const names = rules.sites.map(({ id }) => id).join(', ');
  throw new CliFault('usage', `Say which account: give --site with one of ${names}.`);
}

async function siteOfItem(
  { vault }: Application['state'],
  workspace: string,
  item: string,
): Promise<string | undefined> {
  return (await storedContent(vault, workspace, item))?.site;
}

/**
 * A sign-in that was asked for and is not over: of the item, or of anybody for this very account. One that did not succeed is
 * tried again, rather than left open beside another; first comes what is ready, then what an item waits for.
 */
async function askedBefore(
  application: Application,
  site: PublishingSite,
  item: string | undefined,
): Promise<Todo | null> {
  const found: Todo[] = [];
  for (const todo of await signInsOf(application, site, item)) {
    if (todo.state !== 'blocked' || (await mayGoOn(application, todo))) found.push(todo);
  }
  const rank = ({ state, goal_id }: Todo) =>
    (state === 'blocked' ? 2 : 0) + (goal_id === sessionsGoal ? 1 : 0);
  return found.toSorted((left, right) => rank(left) - rank(right))[0] ?? null;
}

/** Whoever has a question asked again that is not theirs takes part in it, and could not decide it. */
async function mayGoOn({ state: { kernel }, workspace, person }: Application, todo: Todo): Promise<boolean> {
  const gate = todo.gate_id === null ? null : await kernel.gate(workspace, todo.gate_id);
  if (gate?.status === 'open') return true;
  return (await kernel.goal(workspace, todo.goal_id))?.owner_id === person.id;
}

/** Those of the account that are not over, of one item or of all. */
async function signInsOf(
  { state: { kernel }, workspace }: Application,
  site: PublishingSite,
  item?: string,
): Promise<readonly Todo[]> {
  const todos = await kernel.todos(workspace, item === undefined ? {} : { goal_id: goalIdOf(item) });
  const found: Todo[] = [];
  for (const todo of todos) {
    if (todo.action_unit !== 'enrol_stored_session' || over.has(todo.state)) continue;
    const gate = todo.gate_id === null ? null : await kernel.gate(workspace, todo.gate_id);
    if (gate === null || !('account' in gate.subject)) continue;
    const { account, origin } = gate.subject;
    if (account === site.account && origin === site.origin) found.push(todo);
  }
  return found;
}

/** Whoever signs in says by that that what stood in the way is cleared. */
async function goingOn(application: Application, todo: Todo): Promise<Todo> {
  if (todo.state !== 'blocked') return todo;
  const { state, workspace, person } = application;
  const key = `sessions/${todo.todo_id}/again/${todo.revision}`;
  await send(application, person, key, 'reopen-todo', { todo_id: todo.todo_id });
  return (await state.kernel.todo(workspace, todo.todo_id)) ?? todo;
}

/** The account is signed in: what else was asked about it, and nothing waits for, asks nobody any more. */
async function withdrawOthers(application: Application, site: PublishingSite, done: Todo): Promise<void> {
  for (const { todo_id, goal_id, state, revision } of await signInsOf(application, site)) {
    if (todo_id === done.todo_id || goal_id !== sessionsGoal || state !== 'blocked') continue;
    await send(application, operator, `sessions/${todo_id}/withdraw/${revision}`, 'cancel-todo', { todo_id });
  }
}

/** Asks for the account by itself, before any item of work meets the sign-in. */
async function askedAnew(application: Application, site: PublishingSite): Promise<Todo> {
  const { state, workspace, person, rules } = application;
  const before = await state.kernel.todos(workspace, { goal_id: sessionsGoal });
  const todoId = `sign-in-${site.id}-${before.length + 1}`;
  await send(application, person, 'sessions/goal', 'create-goal', {
    goal_id: sessionsGoal,
    mode: 'local_session',
    owner_id: person.id,
    quota: {},
  });
  const recordId = await recordOf(application, site);
  await send(application, operator, `sessions/${todoId}`, 'create-todo', {
    goal_id: sessionsGoal,
    todo_id: todoId,
    capability: capabilityId,
    action_unit: 'enrol_stored_session',
    record_id: recordId,
  });
  await send(application, operator, `sessions/${todoId}/gate`, 'raise-standing-gate', {
    todo_id: todoId,
    ...standingQuestion(rules, site),
    provenance: [application.agent, operator],
  });
  const todo = await state.kernel.todo(workspace, todoId);
  if (todo === null)
    throw new CliFault('refused', `The sign-in was not asked for; run "${cux`recover`}" and try again.`);
  return todo;
}

/** Where the rules have several sites, a record says which one is meant; with one site there is nothing to say. */
async function recordOf(application: Application, site: PublishingSite): Promise<string | null> {
  const { state, workspace, person, rules } = application;
  if (rules.sites.length === 1) return null;
  const recordId = accountRecord(site.id);
  const content = { site: site.id };
  if ((await state.kernel.record(workspace, capabilityId, recordId)) === null) {
    await send(application, person, `sessions/${recordId}`, 'put-record', captureItem(recordId, content));
  }
  await keepContent(state.vault, workspace, recordId, content);
  return recordId;
}
