import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMockProvider } from '@cux/provider-mock';
import { findTraces } from '@cux/provider-sdk/conformance';
import { openSqliteStore } from '@cux/store-sqlite';
import { openFileVault, parseVaultKey } from '@cux/vault';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AgentWorld, reviewer } from './support/agent-world.ts';
import { deskRules } from './support/desk-rules.ts';
import { type DeskSite, deskFixture, startDeskSite } from './support/desk-site.ts';
import { people, workspace } from './support/people.ts';
import { accepted, command } from './support/story.ts';

let data: string;
let world: AgentWorld;
let site: DeskSite;
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'cux-zdr-'));
});
afterEach(async () => {
  await world.close();
  await world.kernel.close();
  await site.close();
  await rm(data, { recursive: true, force: true });
});

/** What the page calls its final action, another button, and where and what that one would write. */
const said = {
  publish: 'Canary-publish-Xq4',
  other: 'Canary-delete-Xq4',
  path: 'canary-path-xq4',
  field: 'canary-field-xq4',
};
const canaries = Object.values(said);

/** The desk in the words of a page that nobody knows. */
function inCanaries<Value>(value: Value): Value {
  const text = JSON.stringify(value)
    .replaceAll('"name":"Publish"', `"name":"${said.publish}"`)
    .replaceAll('"name":"Delete"', `"name":"${said.other}"`)
    .replaceAll(
      '"url":"/delete","body":{"kind":"form","fields":{"status"',
      `"url":"/${said.path}","body":{"kind":"form","fields":{"${said.field}"`,
    );
  return JSON.parse(text);
}

async function open(): Promise<void> {
  const store = await openSqliteStore({ path: join(data, 'cux.sqlite') });
  site = await startDeskSite();
  world = await AgentWorld.open({
    store,
    site,
    retention: 'zdr',
    rules: inCanaries(deskRules(site.origin)),
    provider: createMockProvider({ fixture: inCanaries(deskFixture(site.origin)) }),
  });
}

/** A title typed, and the publication asked for. */
async function ask(key: string, title = 'Hello') {
  await world.begin();
  await world.type(title);
  await world.observe();
  const intent = world.click(said.publish);
  const answer = await world.send(intent, { key });
  if (answer.kind !== 'pending') throw new Error(JSON.stringify(answer));
  return { gate_id: answer.approval.gate_id, intent };
}

describe('a zdr workspace', () => {
  it('asks about an action and carries it out, and no file holds what the page calls it', async () => {
    await open();
    const { gate_id, intent } = await ask('key-zdr');
    const kept = await world.gate(gate_id);
    expect(kept.held_by).not.toBeNull();
    expect(JSON.stringify(kept)).not.toContain(said.publish);
    const shown = await world.host.approval(gate_id);
    expect(shown?.action.element.name, 'the host that asks shows it').toBe(said.publish);
    expect(shown?.attention.question).toContain(said.publish);
    const elsewhere = await (await world.newHost()).approval(gate_id);
    expect(elsewhere?.action.element.name, 'no other host can').toMatch(/^unkept:/);

    await world.decide(gate_id);
    expect(await world.send(intent, { key: 'key-zdr' })).toMatchObject({ kind: 'performed' });
    expect(world.published()).toBe(1);
    const after = await world.host.approval(gate_id);
    expect(after?.action.element.name, 'nobody is asked any more').toMatch(/^unkept:/);
    expect((await world.observe(['accessibility_tree', 'screenshot'])).retention).toBe('zdr');
    expect(await findTraces([data, world.workingDirectory], canaries)).toEqual([]);
  });

  it('forgets what a person has turned down when the next question is asked, or the old one is asked after', async () => {
    await open();
    const named = async (gate_id: string) => (await world.host.approval(gate_id))?.action.element.name;
    const turnDown = async (gate_id: string) => {
      await world.decide(gate_id, 'reject');
      accepted(await command(world.kernel, 'reopen-todo', people.editor, { todo_id: 'todo-task-1' }));
    };
    const first = await ask('first');
    await turnDown(first.gate_id);
    expect(await named(first.gate_id)).toBe(said.publish);
    const second = await ask('second', 'Another title');
    expect(await named(first.gate_id)).toMatch(/^unkept:/);
    expect(await named(second.gate_id)).toBe(said.publish);
    await turnDown(second.gate_id);
    expect(await world.send(second.intent, { key: 'second' })).toMatchObject({ rule: 'approval.rejected' });
    expect(await named(second.gate_id)).toMatch(/^unkept:/);
  });

  it('reports a write that was blocked without where and what it would have been', async () => {
    await open();
    const attempt_id = await world.begin();
    await world.observe();
    expect(JSON.stringify(world.observed)).toContain(said.other);
    await world.send(world.click(said.other));
    await world.host.end(world.session_id);
    const attempt = await world.kernel.attempt(workspace, attempt_id);
    expect(attempt).toMatchObject({ state: 'settled', annex: { write_blocked: true } });
    expect(attempt?.annex?.blocked_writes).toMatchObject([
      { method: 'POST', origin: '', path: '', shape: [] },
    ]);
    expect(site.writes).toEqual([]);
    expect(await findTraces([data, world.workingDirectory], canaries)).toEqual([]);
  });

  it('would leave all of it in the data folder if it were standard', async () => {
    await open();
    await world.host.release(world.computer_id);
    await world.must('set-retention', { retention: { kind: 'standard', days: 1 } });
    await world.wake();
    await ask('key-standard');
    const found = await findTraces([data], canaries);
    expect(found.map(({ text }) => text)).toContain(said.publish);
  });

  it('is not worked with a vault that writes to a disk, and nobody is contacted for that', async () => {
    await open();
    const vault = await openFileVault({
      directory: join(data, 'vault'),
      key: parseVaultKey('7e'.repeat(32)),
      clock: world.clock,
    });
    const host = await world.newHost({ vault });
    const before = world.contacts.length;
    await world.host.release(world.computer_id);
    const computer = await world.kernel.computer(workspace, world.computer_id);
    const refusal = await host.wake({
      computer_id: world.computer_id,
      resource_version: computer?.revision ?? 0,
      provider_id: world.provider.providerId,
      stored_session: null,
    });
    expect(refusal).toMatchObject({ kind: 'refused', rule: 'retention.durable-vault' });
    expect(world.contacts.slice(before)).not.toContain('openSession');
  });

  it('is not worked with a provider that promises nothing, nor without a folder in memory for one that needs it', async () => {
    await open();
    await world.host.release(world.computer_id);
    const promises = [
      { zeroRetention: undefined, rule: 'retention.provider' },
      { zeroRetention: 'in_working_directory', rule: 'retention.no-memory-folder' },
    ] as const;
    for (const { zeroRetention, rule } of promises) {
      const { zeroRetention: _, ...rest } = world.provider;
      const provider = zeroRetention === undefined ? rest : { ...rest, zeroRetention };
      const host = await world.newHost({ providers: [provider], memoryDirectory: data });
      const computer = await world.kernel.computer(workspace, world.computer_id);
      expect(
        await host.wake({
          computer_id: world.computer_id,
          resource_version: computer?.revision ?? 0,
          provider_id: world.provider.providerId,
          stored_session: null,
        }),
      ).toMatchObject({ kind: 'refused', rule });
    }
  });

  it('closes what a gone process asked, nothing is sent, and the todo is drafted and asked anew', async () => {
    await open();
    const first = await ask('key-1');
    const { held_by } = await world.gate(first.gate_id);
    expect(await world.recoverAttempts({ isMemoryGone: async () => false })).toEqual([]);
    const told = await world.recoverAttempts({ isMemoryGone: async (holder) => holder === held_by });
    expect(told.join(' ')).toMatch(
      /content_gone.*nothing that needs an approval was sent.*to be drafted anew/,
    );
    expect(await world.gate(first.gate_id)).toMatchObject({ status: 'closed', closed_for: 'content_gone' });
    expect((await world.todo()).state).toBe('open');
    const late = { gate_id: first.gate_id, revision: 2, decision: 'approve', reason: null } as const;
    expect(await command(world.kernel, 'decide-gate', reviewer as never, late)).toMatchObject({
      rule: 'gate.content-gone',
    });
    const second = await ask('key-2');
    expect(second.gate_id).not.toBe(first.gate_id);
    await world.decide(second.gate_id);
    expect(await world.send(second.intent, { key: 'key-2' })).toMatchObject({ kind: 'performed' });
    expect(world.published()).toBe(1);
  });

  it('stays what it is while something is under way', async () => {
    await open();
    await ask('key-1');
    const standard = { retention: { kind: 'standard', days: 7 } } as const;
    expect(await command(world.kernel, 'set-retention', people.operator, standard)).toMatchObject({
      rule: 'retention.in-flight',
    });
    const days = await command(world.kernel, 'set-retention', people.operator, {
      retention: { kind: 'zdr' },
    });
    expect(accepted(days)).toMatchObject({ kind: 'zdr' });
  });
});
