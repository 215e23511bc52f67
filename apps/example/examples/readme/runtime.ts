import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contentOpsDescription, createContentOps, shippedRecipes, usualRules } from '@cux/content-ops';
import type { Principal } from '@cux/contracts';
import { askBeforeEffects, createBuiltInPolicy } from '@cux/policy';
import { createPlaywrightProvider } from '@cux/provider-playwright';
import { contentSource, createHost, nextStep, openRuntime } from '@cux/runtime';
import { openSqliteStore } from '@cux/store-sqlite';

const folder = await mkdtemp(join(tmpdir(), 'host-'));
const workspace = 'main';
const ann: Principal = { kind: 'human', id: 'ann' };
const site = { id: 'blog', origin: 'https://blog.example', account: 'writer', recipe: 'wordpress' };
const runtime = await openRuntime({
  store: await openSqliteStore({ path: join(folder, 'cux.sqlite') }),
  capabilities: [contentOpsDescription],
  vault: { directory: join(folder, 'vault'), keyFile: join(folder, 'vault.key'), keyText: undefined },
});
const { kernel } = runtime;
await runtime.openVault();
const content = contentSource(runtime.vault, workspace, () => new Error('The content is gone.'));
const host = createHost(
  await runtime.hostOptions({
    workspace,
    capabilities: [
      createContentOps({ rules: usualRules('writer-agent', site), recipes: shippedRecipes, content }),
    ],
    providers: [createPlaywrightProvider()],
    policy: createBuiltInPolicy(askBeforeEffects),
    operator: { kind: 'operator', id: 'my-host' },
    agent: { kind: 'agent', id: 'writer-agent' },
    workingDirectory: folder,
  }),
);

// First of all, what a dead process has left: here there is nothing.
console.log((await host.recover()).length); // 0
await kernel.execute(
  'create-goal',
  { workspace, principal: ann, key: 'goal' },
  { goal_id: 'q3', mode: 'drafting', owner_id: ann.id, quota: {} },
);
// What the goal asks for: a todo to run, a question for a person, something to recover, or nothing.
console.log((await nextStep(kernel, workspace, 'q3')).kind); // finished
// A refusal is a value with a stable rule, and comes before any browser is started.
const run = await host.runTodo('no-such-todo', 'playwright');
console.log(run.kind === 'refused' ? run.rule : ''); // todo.unknown
await runtime.close();
