import type { Principal } from '@cux/contracts';
import { createKernel, randomIds, systemClock } from '@cux/kernel';
import { openSqliteStore } from '@cux/store-sqlite';

const kernel = createKernel({
  store: await openSqliteStore({ path: ':memory:' }),
  clock: systemClock,
  ids: randomIds,
  capabilities: [{ capability_id: 'content-ops', outcome: 'An article is published.' }],
});
const ann: Principal = { kind: 'human', id: 'ann' };
const agent: Principal = { kind: 'agent', id: 'writer' };
const as = (principal: Principal, key: string) => ({ workspace: 'main', principal, key });

await kernel.execute('create-goal', as(ann, 'goal'), {
  goal_id: 'q3',
  mode: 'drafting',
  owner_id: ann.id,
  quota: { external_writes: 1 },
});
const todo = { goal_id: 'q3', todo_id: 'notes', capability: 'content-ops', record_id: null };
const unit = { action_unit: 'draft_until_review_gate' } as const;

// Sent twice under one key, a command acts once, and is answered as before.
await kernel.execute('create-todo', as(ann, 'todo'), { ...todo, ...unit });
const second = await kernel.execute('create-todo', as(ann, 'todo'), { ...todo, ...unit });
console.log(second.kind === 'accepted' && second.replayed); // true

// A refusal is a value with a stable rule: an agent sends no command at all.
const refused = await kernel.execute('cancel-todo', as(agent, 'cancel'), { todo_id: 'notes' });
console.log(refused.kind === 'refused' ? refused.rule : ''); // principal.not-allowed
console.log((await kernel.todo('main', 'notes'))?.state); // open
console.log((await kernel.verifyAudit('main')).ok); // true
await kernel.close();
