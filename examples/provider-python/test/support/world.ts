import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { captureItem, contentOpsDescription, createContentOps } from '@cux/content-ops';
import type { Principal } from '@cux/contracts';
import { createKernel, type Kernel, randomIds, systemClock } from '@cux/kernel';
import { createBuiltInPolicy } from '@cux/policy';
import { startGuard } from '@cux/provider-sdk';
import { loadProcessProvider } from '@cux/provider-sdk/process';
import { createHost, currentProcessIdentity, type Host, type HostOptions, type TodoRun } from '@cux/runtime';
import { openSqliteStore } from '@cux/store-sqlite';
import { openMemoryVault } from '@cux/vault';
import { formsRecipe } from './forms-recipe.ts';
import { type FormsSite, startFormsSite } from './forms-site.ts';

export const manifestPath = join(import.meta.dirname, '..', '..', 'manifest.json');
export const workspace = 'forms';
export const mainTodo = 'publish-harvest';
export const article = { title: 'Harvest “record” & more', body: 'Four thousand came.', section: 'Culture' };

const editor: Principal = { kind: 'human', id: 'editor-in-chief' };
const operator: Principal = { kind: 'operator', id: 'forms-host' };

export interface World {
  readonly site: FormsSite;
  readonly kernel: Kernel;
  readonly host: Host;
  readonly workingDirectory: string;
  /** Ends the provider's process with everything that belongs to it, as a crash would. */
  killProvider(): Promise<number>;
  run(todoId?: string): Promise<TodoRun>;
  approve(): Promise<void>;
  /** Runs whatever is open until nothing is. */
  runOpen(): Promise<void>;
  close(): Promise<void>;
}

/** Site, kernel, vault and host, with the Python provider as the only one. Everything is real. */
export async function openWorld(
  rehearse?: (moment: 'before-press' | 'after-press', world: World) => Promise<void>,
): Promise<World> {
  const site = await startFormsSite();
  const store = await openSqliteStore({ path: ':memory:' });
  const kernel = createKernel({
    store,
    clock: systemClock,
    ids: randomIds,
    capabilities: [contentOpsDescription],
    quietMs: 0,
  });
  const provider = await loadProcessProvider(manifestPath);
  const workingDirectory = await mkdtemp(join(tmpdir(), 'cux-python-'));
  const rules = {
    schema_version: 'cux_publishing_rules_v1' as const,
    policy_version: '1',
    agent: 'writing-agent',
    gate_expires_ms: 3_600_000,
    standing_window_ms: 86_400_000,
    retry_budget: 2,
    sites: [{ id: 'forms', origin: site.origin, account: 'editor', recipe: formsRecipe.name }],
  };
  const options: HostOptions = {
    workspace,
    kernel,
    vault: openMemoryVault({ clock: systemClock }),
    capabilities: [
      createContentOps({ rules, recipes: [formsRecipe], content: { read: async () => article } }),
    ],
    providers: [provider],
    policy: createBuiltInPolicy({
      schema_version: 'cux_action_policy_v1',
      label: 'test',
      rules: [{ id: 'ask-before-effects', effect: 'permit', when: {}, reason: 'effects wait at a gate' }],
    }),
    clock: systemClock,
    ids: randomIds,
    processId: await currentProcessIdentity(randomIds.next('session')),
    operator,
    agent: { kind: 'agent', id: 'writing-agent' },
    workingDirectory,
    limits: { driver: { spend: 2_000, answer: 2_000 } },
    startGuard: () => startGuard({ clock: systemClock }),
    ...(rehearse === undefined ? {} : { rehearse: (moment) => rehearse(moment, world) }),
  };
  const host = createHost(options);
  const run = (todoId = mainTodo) => host.runTodo(todoId, provider.providerId);
  let keys = 0;
  const as = (principal: Principal) => {
    keys += 1;
    return { workspace, principal, key: `test/${keys}` };
  };
  await kernel.execute('create-goal', as(editor), {
    goal_id: 'harvest',
    mode: 'drafting',
    owner_id: editor.id,
    quota: { external_writes: 2 },
  });
  await kernel.execute('put-record', as(editor), captureItem('harvest', article));
  await kernel.execute('create-todo', as(operator), {
    goal_id: 'harvest',
    todo_id: mainTodo,
    capability: contentOpsDescription.capability_id,
    action_unit: 'draft_until_review_gate',
    record_id: 'harvest',
  });
  const world: World = {
    site,
    kernel,
    host,
    workingDirectory,
    run,
    killProvider: () => killProcessesOf(workingDirectory),
    approve: async () => {
      const [gate] = await kernel.gates(workspace, { statuses: ['pending'] });
      if (gate === undefined) throw new Error('no gate waits');
      const { gate_id, revision } = gate;
      await kernel.execute('decide-gate', as(editor), {
        gate_id,
        revision,
        decision: 'approve',
        reason: null,
      });
    },
    runOpen: async () => {
      for (let round = 0; round < 8; round += 1) {
        const [next] = await kernel.todos(workspace, { states: ['open'] });
        if (next === undefined) return;
        await run(next.todo_id);
      }
      throw new Error('it does not end');
    },
    close: async () => {
      await kernel.close();
      await site.close();
      await rm(workingDirectory, { recursive: true, force: true });
    },
  };
  return world;
}

/** Processes whose home lies in this folder; each is the test's own. */
async function killProcessesOf(folder: string): Promise<number> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  let killed = 0;
  for (const id of ids) {
    const environment = await readFile(`/proc/${id}/environ`, 'utf8').catch(() => '');
    if (!environment.includes(`HOME=${folder}/`)) continue;
    process.kill(Number(id), 'SIGKILL');
    killed += 1;
  }
  return killed;
}
