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
  type PublishingRules,
  shippedRecipes,
  shownState,
} from '@cux/content-ops';
import type { Principal } from '@cux/contracts';
import {
  type CapabilityRecord,
  createKernel,
  type Kernel,
  randomIds,
  systemClock,
  type Todo,
} from '@cux/kernel';
import { createBuiltInPolicy } from '@cux/policy';
import { type Guard, type Provider, startGuard } from '@cux/provider-sdk';
import {
  createHost,
  currentProcessIdentity,
  type Host,
  type HostOptions,
  keepContent,
  nextStep,
  type Person,
  storedContent,
} from '@cux/runtime';
import { openSqliteStore } from '@cux/store-sqlite';
import { loadVaultKey, openFileVault, type Vault } from '@cux/vault';
import { actionPolicy } from '../story/rules.ts';

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
  readonly retryBudget?: number;
  readonly publishedBy?: 'person';
}

/** Kernel, store, vault, capability and host over one application; closed and opened again as often as a row needs. */
export interface World {
  readonly kernel: Kernel;
  readonly vault: Vault;
  readonly host: Host;
  readonly provider: Provider;
  close(): Promise<void>;
}

export async function openWorld(settings: WorldSettings): Promise<World> {
  const { folder } = settings;
  const working = join(folder, 'working');
  const vaultFolder = join(folder, 'vault');
  await mkdir(working, { recursive: true, mode: 0o700 });
  await mkdir(vaultFolder, { recursive: true, mode: 0o700 });
  const store = await openSqliteStore({ path: join(folder, 'cux.db') });
  const kernel = createKernel({
    store,
    clock: systemClock,
    ids: randomIds,
    capabilities: [contentOpsDescription],
    quietMs: 500,
  });
  const key = await loadVaultKey({
    text: undefined,
    file: join(folder, 'vault.key'),
    directory: vaultFolder,
  });
  const vault = await openFileVault({ directory: vaultFolder, key, clock: systemClock });
  const provider = await settings.provider();
  const read = async (recordId: string): Promise<Content> =>
    (await storedContent(vault, workspace, recordId)) ?? {};
  const host = createHost({
    workspace,
    kernel,
    vault,
    capabilities: [
      createContentOps({ rules: rulesOf(settings), recipes: shippedRecipes, content: { read } }),
    ],
    providers: [provider],
    policy: createBuiltInPolicy(actionPolicy),
    clock: systemClock,
    ids: randomIds,
    processId: await currentProcessIdentity(randomIds.next('session')),
    operator,
    agent,
    workingDirectory: working,
    startGuard: (): Promise<Guard> => startGuard({ clock: systemClock }),
    ...(settings.rehearse === undefined ? {} : { rehearse: settings.rehearse }),
  });
  return { kernel, vault, host, provider, close: () => kernel.close() };
}

function rulesOf(settings: WorldSettings): PublishingRules {
  const { origin, account, recipe, retryBudget = 2, publishedBy = 'provider' } = settings;
  return {
    schema_version: 'cux_publishing_rules_v1',
    policy_version: 'table-1',
    agent: agent.id,
    gate_expires_ms: 86_400_000,
    standing_window_ms: 86_400_000,
    retry_budget: retryBudget,
    sites: [{ id: 'site', origin, account, recipe, published_by: publishedBy }],
  };
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

/** What cux holds of the item: its state as people are shown it, its todo and why it waits. */
export async function held(world: World, item: Item) {
  const record = await world.kernel.record(workspace, capabilityId, item.id);
  const todo = await world.kernel.todo(workspace, item.id);
  const gates = await world.kernel.gates(workspace, { todo_id: item.id });
  const gate = gates.find(({ gate_id }) => gate_id === todo?.gate_id) ?? null;
  const itemId = record?.facts.item_id;
  return {
    itemId: itemId === undefined ? null : String(itemId),
    item: record === null ? 'none' : (shownState(record, gate) ?? record.state),
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
