import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Principal, StandingSubject } from '@cux/contracts';
import { type CommandInput, type CommandKind, createKernel, randomIds, systemClock } from '@cux/kernel';
import { openSqliteStore } from '@cux/store-sqlite';
import type { TestContext } from 'vitest';

const owner: Principal = { kind: 'human', id: 'editor' };
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
    attention: {
      question: 'Let agent-1 use the account writer on newsroom.example\u001b[2J for an hour?',
      attempted: ['read the drafts of the account'],
      forbidden: ['publish anything'],
      evidence: [],
      next_step: 'human_review',
      takeover: 'Open newsroom.example in your own browser.',
    },
    provenance: [{ kind: 'agent', id: 'agent-1' }],
    expires_in_ms: 3_600_000,
  });
  await kernel.close();
  return gate_id;
}
