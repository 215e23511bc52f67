import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Content,
  capabilityId,
  captureItem,
  contentOpsDescription,
  createContentOps,
  type ItemChange,
  shippedRecipes,
  usualRules,
} from '@cux/content-ops';
import type { Principal } from '@cux/contracts';
import { type CapabilityRecord, systemClock, type Todo } from '@cux/kernel';
import { askBeforeEffects, createBuiltInPolicy } from '@cux/policy';
import type { Provider } from '@cux/provider-sdk';
import {
  contentSource,
  createHost,
  type Host,
  type HostOptions,
  keepContent,
  nextStep,
  openRuntime,
  type Person,
  type Runtime,
} from '@cux/runtime';
import { openSqliteStore } from '@cux/store-sqlite';

export const workspace = 'table';
const editor: Principal = { kind: 'human', id: 'editor' };
const operator: Principal = { kind: 'operator', id: 'table-host' };
const agent: Principal = { kind: 'agent', id: 'table-agent' };

/** Far more than any situation needs. */
const mostSteps = 40;

export interface WorldSettings {
  readonly folder: string;
  readonly origin: string;
  readonly recipe: string;
  readonly account: string;
  readonly provider: () => Promise<Provider>;
  readonly person: Person | null;
  readonly rehearse?: HostOptions['rehearse'];
  readonly publishedBy?: 'person';
}

/** Kernel, store, vault, capability and host over one application; closed and opened again as often as a row needs. */
export interface World extends Pick<Runtime, 'kernel' | 'vault' | 'close'> {
  readonly host: Host;
  readonly provider: Provider;
}

export async function openWorld(settings: WorldSettings): Promise<World> {
  const { folder, origin, account, recipe, publishedBy = 'provider' } = settings;
  const [workingDirectory, directory] = [join(folder, 'working'), join(folder, 'vault')];
  for (const path of [workingDirectory, directory]) await mkdir(path, { recursive: true, mode: 0o700 });
  const runtime = await openRuntime({
    store: await openSqliteStore({ path: join(folder, 'cux.db') }),
    capabilities: [contentOpsDescription],
    quietMs: 500,
    vault: { directory, keyFile: join(folder, 'vault.key'), keyText: undefined },
  });
  const provider = await settings.provider();
  const rules = usualRules(agent.id, { id: 'site', origin, account, recipe, published_by: publishedBy });
  const content = contentSource(runtime.vault, workspace, () => new Error('The content is gone.'));
  const host = createHost(
    await runtime.hostOptions({
      ...{ workspace, operator, agent, workingDirectory },
      capabilities: [createContentOps({ rules, recipes: shippedRecipes, content })],
      providers: [provider],
      policy: createBuiltInPolicy(askBeforeEffects),
      ...(settings.rehearse === undefined ? {} : { rehearse: settings.rehearse }),
    }),
  );
  const { kernel, vault, close } = runtime;
  return { kernel, vault, host, provider, close };
}

/** One item on its way, and what people have done about it. */
export interface Item {
  readonly id: string;
  readonly content: Content;
  interventions: number;
  /** What was refused on the way, for whoever looks for a mistake. */
  readonly refusals: string[];
}

export async function begin(world: World, id: string, content: Content): Promise<Item> {
  await keepContent(world.vault, workspace, id, content);
  const goal = { goal_id: id, mode: 'drafting', owner_id: editor.id, quota: {} } as const;
  await accepted(world.kernel.execute('create-goal', envelope(editor), goal));
  await accepted(world.kernel.execute('put-record', envelope(editor), captureItem(id, content)));
  await accepted(
    world.kernel.execute('create-todo', envelope(operator), {
      goal_id: id,
      todo_id: id,
      capability: capabilityId,
      action_unit: 'draft_until_review_gate',
      record_id: id,
    }),
  );
  return { id, content, interventions: 0, refusals: [] };
}

export interface WalkOptions {
  /** What the person answers to the item's gates, one after the other; with none left the walk ends there. */
  readonly decisions: readonly ('approve' | 'reject')[];
  /** Called with the item's todo before each attempt. */
  readonly before?: (todo: Todo) => Promise<void>;
  readonly person: Person | null;
}

/** Carries the item on until nothing is left to run, or nobody is left to decide. */
export async function walk(world: World, item: Item, options: WalkOptions): Promise<void> {
  const decisions = [...options.decisions];
  for (let step = 0; step < mostSteps; step += 1) {
    const next = await nextStep(world.kernel, workspace, item.id);
    if (next.kind === 'finished') return;
    if (next.kind === 'recover') await world.host.recover();
    if (next.kind === 'run') await run(world, next.todo, item, options);
    if (next.kind === 'decide') {
      const decision = next.gate.kind === 'standing' ? 'approve' : decisions.shift();
      if (decision === undefined) return;
      item.interventions += 1;
      const { gate_id, revision } = next.gate;
      await accepted(
        world.kernel.execute('decide-gate', envelope(editor), { gate_id, revision, decision, reason: null }),
      );
    }
  }
  throw new Error(
    `The item ${item.id} goes round in circles: ${item.refusals.at(-1) ?? 'nothing was refused'}`,
  );
}

async function run(world: World, todo: Todo, item: Item, options: WalkOptions): Promise<void> {
  const wait = (todo.not_before ?? 0) - systemClock.now();
  if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait + 20));
  await options.before?.(todo);
  const { providerId } = world.provider;
  if (todo.action_unit === 'enrol_stored_session' && options.person !== null) {
    item.interventions += 1;
    await world.host.enrolStoredSession(todo.todo_id, providerId, options.person);
    return;
  }
  const outcome = await world.host.runTodo(todo.todo_id, providerId);
  // What a refusal leaves behind (an unknown outcome, a lease that ran out) recovery explains; the walk's bound ends the rest.
  if (outcome.kind === 'refused' && outcome.rule !== 'todo.not-yet') {
    item.refusals.push(`${outcome.rule}: ${outcome.message}`);
    await world.host.recover();
  }
}

/** A person says what to do anew. */
export async function revise(
  world: World,
  item: Item,
  content: Content,
  change: (record: CapabilityRecord, content: Content) => ItemChange,
): Promise<Item> {
  const record = await world.kernel.record(workspace, capabilityId, item.id);
  if (record === null) throw new Error('There is no such item.');
  const changed = change(record, content);
  if (!changed.ok) throw new Error(changed.message);
  await keepContent(world.vault, workspace, item.id, content);
  await accepted(world.kernel.execute('put-record', envelope(editor), changed.change));
  return { ...item, content };
}

/** A person has cleared what was in the way. */
export async function reopen(world: World, item: Item): Promise<void> {
  item.interventions += 1;
  await accepted(world.kernel.execute('reopen-todo', envelope(editor), { todo_id: item.id }));
}

/** What cux holds of the item: the state of its record, its todo and why it waits. */
export async function held(world: World, item: Item) {
  const record = await world.kernel.record(workspace, capabilityId, item.id);
  const todo = await world.kernel.todo(workspace, item.id);
  const itemId = record?.facts.item_id;
  return {
    itemId: itemId === undefined ? null : String(itemId),
    item: record?.state ?? 'none',
    todo: todo?.state ?? 'none',
    because: todo?.because ?? null,
    question: todo?.attention?.question ?? null,
    verified: (await world.kernel.verifyAudit(workspace)).ok,
  };
}

function envelope(principal: Principal) {
  return { workspace, principal, key: `table/${randomUUID()}` };
}

async function accepted(
  answer: Promise<{ readonly kind: string; readonly message?: string }>,
): Promise<void> {
  const given = await answer;
  if (given.kind !== 'accepted') throw new Error(given.message ?? 'The kernel refused.');
}
