/**
 * The smallest program around cux: draft an article on a site, stop, let a person decide, publish exactly once.
 *
 *     node apps/example/examples/publish-one-article.ts http://127.0.0.1:8080
 *
 * The address is that of a newsroom (`npm run demo` starts one); for another site name its own recipe.
 */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import {
  capabilityId,
  captureItem,
  contentOpsDescription,
  createContentOps,
  shippedRecipes,
} from '@cux/content-ops';
import type { Principal } from '@cux/contracts';
import { createKernel, randomIds, systemClock } from '@cux/kernel';
import { createBuiltInPolicy } from '@cux/policy';
import { createPlaywrightProvider } from '@cux/provider-playwright';
import { startGuard } from '@cux/provider-sdk';
import { createHost, currentProcessIdentity, personAtTerminal } from '@cux/runtime';
import { openSqliteStore } from '@cux/store-sqlite';
import { openMemoryVault } from '@cux/vault';

const [origin = ''] = process.argv.slice(2);
const article = { title: 'Q3 notes', body: 'All is well.', section: 'News' };
const workspace = 'example';
const person = personAtTerminal();
const operator: Principal = { kind: 'operator', id: 'example-host' };
const agent: Principal = { kind: 'agent', id: 'example-agent' };
const folder = await mkdtemp(join(tmpdir(), 'cux-example-'));

const kernel = createKernel({
  store: await openSqliteStore({ path: join(folder, 'cux.sqlite') }),
  clock: systemClock,
  ids: randomIds,
  capabilities: [contentOpsDescription],
});
const contentOps = createContentOps({
  rules: {
    schema_version: 'cux_publishing_rules_v1',
    policy_version: '1',
    agent: agent.id,
    gate_expires_ms: 86_400_000,
    standing_window_ms: 86_400_000,
    retry_budget: 2,
    sites: [{ id: 'site', origin, account: 'editor', recipe: 'newsroom' }],
  },
  recipes: shippedRecipes,
  content: { read: async () => article },
});
const provider = createPlaywrightProvider();
const host = createHost({
  workspace,
  kernel,
  vault: openMemoryVault({ clock: systemClock }),
  capabilities: [contentOps],
  providers: [provider],
  policy: createBuiltInPolicy({
    schema_version: 'cux_action_policy_v1',
    label: 'example',
    rules: [
      { id: 'ask-before-effects', effect: 'permit', when: {}, reason: 'effects wait at a gate anyway' },
    ],
  }),
  clock: systemClock,
  ids: randomIds,
  processId: await currentProcessIdentity(randomIds.next('session')),
  operator,
  agent,
  workingDirectory: folder,
  startGuard: () => startGuard({ clock: systemClock }),
});

/** Every command has a key: sent twice, it acts once. */
const as = (principal: Principal, key: string) => ({ workspace, principal, key });
await kernel.execute('create-goal', as(person, 'goal'), {
  goal_id: 'q3',
  mode: 'drafting',
  owner_id: person.id,
  quota: { external_writes: 1 },
});
await kernel.execute('put-record', as(person, 'record'), captureItem('q3-notes', article));
await kernel.execute('create-todo', as(operator, 'todo'), {
  goal_id: 'q3',
  todo_id: 'publish-q3-notes',
  capability: capabilityId,
  action_unit: 'draft_until_review_gate',
  record_id: 'q3-notes',
});

console.log('drafting:', await host.runTodo('publish-q3-notes', provider.providerId));
const [gate] = await kernel.gates(workspace, { statuses: ['pending'] });
if (gate !== undefined) {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`${gate.attention.question} (yes or no) `);
  terminal.close();
  await kernel.execute('decide-gate', as(person, 'decision'), {
    gate_id: gate.gate_id,
    revision: gate.revision,
    decision: answer === 'yes' ? 'approve' : 'reject',
    reason: null,
  });
  // Publishes, then reads back what the site itself holds; each is an attempt of its own.
  for (let [next] = await open(); next !== undefined; [next] = await open()) {
    console.log(next.action_unit, await host.runTodo(next.todo_id, provider.providerId));
  }
}
console.log('audit:', await kernel.verifyAudit(workspace));
await kernel.close();

function open() {
  return kernel.todos(workspace, { states: ['open'] });
}
