import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { capabilityId, captureItem, contentOpsDescription } from '@cux/content-ops';
import type { AttentionItem, Principal, StandingSubject } from '@cux/contracts';
import { type CommandInput, type CommandKind, createKernel, randomIds, systemClock } from '@cux/kernel';
import { openSqliteStore } from '@cux/store-sqlite';
import type { TestContext } from 'vitest';

const owner: Principal = { kind: 'human', id: 'editor' };
const attention: AttentionItem = {
  question: 'Let agent-1 use the account writer on newsroom.example\u001b[2J for an hour?',
  attempted: ['read the drafts of the account'],
  forbidden: ['publish anything'],
  evidence: [],
  next_step: 'human_review',
  takeover: 'Open newsroom.example in your own browser.',
};
const subject: StandingSubject = {
  principal_id: 'agent-1',
  account: 'writer',
  origin: 'https://newsroom.example',
  window_ms: 3_600_000,
};

export interface TestState {
  readonly folder: string;
  readonly database: string;
  readonly gateId: string;
}

export function temporaryFolder(test: Pick<TestContext, 'onTestFinished'>): string {
  const folder = mkdtempSync(join(tmpdir(), 'cux-cli-'));
  test.onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** A database that was made once and closed: its bytes, for as many folders as there are tests. */
interface Template {
  readonly bytes: Buffer;
  readonly gateId: string;
}

let template: Promise<Template> | undefined;

/** A state folder with one goal, one todo, and a pending standing gate on it, made by the kernel's own commands. */
export async function stateWithGate(test: Pick<TestContext, 'onTestFinished'>): Promise<TestState> {
  template ??= makeTemplate();
  const { bytes, gateId } = await template;
  const folder = temporaryFolder(test);
  const database = join(folder, 'cux.sqlite');
  writeFileSync(database, bytes);
  return { folder, database, gateId };
}

async function makeTemplate(): Promise<Template> {
  const folder = mkdtempSync(join(tmpdir(), 'cux-cli-'));
  try {
    const database = join(folder, 'cux.sqlite');
    const gateId = await fillWithGate(database);
    return { bytes: readFileSync(database), gateId };
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/**
 * Items as `cux content add` takes them up, in workspace `w`: each with its goal and todo, and every tenth with a sign-in that a
 * person has approved. They are named `item-00000` and so on.
 */
export async function fillWithItems(database: string, count: number): Promise<void> {
  const kernel = createKernel({
    store: await openSqliteStore({ path: database }),
    clock: systemClock,
    ids: randomIds,
    capabilities: [contentOpsDescription],
  });
  const send = async <Kind extends CommandKind>(key: string, kind: Kind, input: CommandInput<Kind>) => {
    const envelope = { workspace: 'w', principal: owner, key: `${key}/${kind}` };
    const sent = await kernel.execute(kind, envelope, input);
    if (sent.kind === 'refused') throw new Error(`${kind}: ${sent.rule}`);
    return sent.result;
  };
  const fill = async (number: number): Promise<void> => {
    const id = `item-${String(number).padStart(5, '0')}`;
    const goal = { goal_id: `content-${id}`, mode: 'drafting', owner_id: owner.id, quota: {} } as const;
    const todo = { goal_id: goal.goal_id, capability: capabilityId } as const;
    await send(id, 'create-goal', goal);
    await send(id, 'put-record', captureItem(id, { title: id, body: 'text' }));
    await send(id, 'create-todo', {
      ...{ ...todo, todo_id: id, record_id: id, action_unit: 'draft_until_review_gate' },
    });
    if (number % 10 !== 0) return;
    const signIn = { ...todo, todo_id: `sign-in-${id}`, record_id: null } as const;
    await send(`sign-in-${id}`, 'create-todo', { ...signIn, action_unit: 'enrol_stored_session' });
    const { gate_id, revision } = await send(id, 'raise-standing-gate', {
      ...{
        todo_id: signIn.todo_id,
        subject: { ...subject, account: id },
        attention,
        expires_in_ms: 3_600_000,
      },
      provenance: [{ kind: 'agent', id: 'agent-1' }],
    });
    await send(id, 'decide-gate', { gate_id, revision, decision: 'approve', reason: null });
  };
  for (let from = 0; from < count; from += atOnce) {
    const numbers = Array.from({ length: Math.min(atOnce, count - from) }, (_, index) => from + index);
    await Promise.all(numbers.map(fill));
  }
  await kernel.close();
}

/** Commands that wait for the disk together. */
const atOnce = 200;

async function fillWithGate(database: string): Promise<string> {
  const store = await openSqliteStore({ path: database });
  const kernel = createKernel({
    store,
    clock: systemClock,
    ids: randomIds,
    capabilities: [{ capability_id: 'content-ops', outcome: 'An article is published.' }],
  });
  const send = async <Kind extends CommandKind>(kind: Kind, input: CommandInput<Kind>) => {
    const answer = await kernel.execute(kind, { workspace: 'w', principal: owner, key: kind }, input);
    if (answer.kind === 'refused') throw new Error(`${kind}: ${answer.rule}`);
    return answer.result;
  };
  await send('create-goal', { goal_id: 'goal', mode: 'drafting', owner_id: owner.id, quota: {} });
  await send('create-todo', {
    goal_id: 'goal',
    todo_id: 'sign-in',
    capability: 'content-ops',
    action_unit: 'enrol_stored_session',
    record_id: null,
  });
  const { gate_id } = await send('raise-standing-gate', {
    todo_id: 'sign-in',
    subject,
    attention,
    provenance: [{ kind: 'agent', id: 'agent-1' }],
    expires_in_ms: 3_600_000,
  });
  await kernel.close();
  return gate_id;
}
