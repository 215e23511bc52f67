import { join } from 'node:path';
import { captureItem } from '@cux/content-ops';
import { people, records, Story } from '@cux/kernel/store-suite';
import { openSqliteStore } from '@cux/store-sqlite';
import { describe, expect, it, type TestContext } from 'vitest';
import { afterRefusal } from '../src/application/after-refusal.ts';
import type { Application } from '../src/application/application.ts';
import { requirePerson } from '../src/commands/at-terminal.ts';
import { findItem } from '../src/commands/content-item.ts';
import { contentPublish } from '../src/commands/content-work.ts';
import { auditLine } from '../src/commands/doctor-audit.ts';
import { leftOnSite } from '../src/commands/left-on-site.ts';
import { waitingList } from '../src/commands/waiting.ts';
import type { Output } from '../src/output.ts';
import type { OpenState } from '../src/state/open-state.ts';

const item = 'article-1';
const plain = { json: false, write: () => undefined } satisfies Output;

/** One item, whose todo has its name, as `cux content add` makes it. */
async function oneItem(test: Pick<TestContext, 'onTestFinished'>) {
  const story = new Story(await openSqliteStore({ path: ':memory:' }));
  test.onTestFinished(() => story.kernel.close());
  const { kernel, workspace } = story;
  await story.must('create-goal', {
    ...{ goal_id: `content-${item}`, mode: 'drafting', owner_id: people.owner.id, quota: {} },
  });
  const captured = captureItem(item, { title: item });
  await story.must(
    'put-record',
    { ...captured, content_digest: records.contentDigest('first text') },
    people.capability,
  );
  await story.must('create-todo', {
    ...{ goal_id: `content-${item}`, todo_id: item, capability: captured.capability, record_id: item },
    action_unit: 'draft_until_review_gate',
  });
  const state = {
    ...{ kernel, workspaces: [workspace], seen: { vault: { get: async () => null }, folder: null } },
    location: { rules: join('nowhere', 'rules.json') },
  } as unknown as OpenState;
  const waiting = async () => {
    const told: string[] = [];
    await waitingList(state, { ...plain, json: true, write: (text) => told.push(text) });
    return JSON.parse(told.join('')).waiting;
  };
  const draft = async () => {
    const attempt = await story.run(item, 'draft');
    await story.report(attempt, 'drafted');
    return attempt;
  };
  const asked = async () =>
    story.gate((await story.settle(await draft(), await story.asking(item, item))).gate_id);
  return { story, kernel, workspace, state, waiting, draft, asked };
}

describe('what waits for a person', () => {
  it('is a question that nobody has answered, with the command that answers it', async (test) => {
    const { waiting, asked } = await oneItem(test);
    await asked();
    expect(await waiting()).toMatchObject([{ todo_id: item, next: `Next: cux content review ${item}` }]);
  });

  it('is nothing where a person has said no', async (test) => {
    const { story, waiting, asked } = await oneItem(test);
    await story.decide(await asked(), 'reject');
    expect((await story.todo(item)).state).toBe('blocked');
    expect(await waiting()).toEqual([]);
  });

  it('is nothing where a person has taken back what was approved', async (test) => {
    const { story, waiting, asked } = await oneItem(test);
    const gate = await asked();
    await story.decide(gate);
    const { revision } = await story.gate(gate.gate_id);
    await story.must('revoke-gate', { gate_id: gate.gate_id, revision, reason: null }, people.reviewer);
    expect((await story.todo(item)).state).toBe('blocked');
    expect(await waiting()).toEqual([]);
  });

  it('is what stands in the way of a todo, with the command that lets it go on', async (test) => {
    const { story, waiting, draft } = await oneItem(test);
    const attention = records.attention('A dialog stands in the way. Is it gone?');
    await story.settle(
      await draft(),
      records.proposalFor({ state: 'blocked', attention }, { because: 'unknown-modal' }),
    );
    expect(await waiting()).toMatchObject([
      { todo_id: item, next: expect.stringContaining(`cux todo reopen ${item}`) },
    ]);
  });
});

describe('what is left on the site', () => {
  it('is nothing that anybody knows of while an item is worked on', async (test) => {
    const { kernel, workspace, asked } = await oneItem(test);
    await asked();
    expect(await leftOnSite(kernel, workspace, await findItem({ kernel }, workspace, item))).toBeNull();
  });

  it('is the draft of an item that was given up, if the site holds one', async (test) => {
    const { story, kernel, workspace, asked } = await oneItem(test);
    await asked();
    await story.must('cancel-todo', { todo_id: item }, people.owner);
    const found = await findItem({ kernel }, workspace, item);
    expect(await leftOnSite(kernel, workspace, found)).toBeNull();
    const on = (state: string) => ({ ...found, record: { ...found.record, state, facts: { item_id: 7 } } });
    expect(await leftOnSite(kernel, workspace, on('skipped'))).toContain('still on the site as 7');
    expect(await leftOnSite(kernel, workspace, on('readback_verified'))).toBeNull();
  });

  it('may be what an attempt made that was cut off before it had told the site’s id', async (test) => {
    const { story, kernel, workspace, asked } = await oneItem(test);
    const first = await story.run(item, 'draft');
    await kernel.recover(workspace, 'process-2', { deadProcesses: [story.processId] });
    await asked();
    const told = await leftOnSite(kernel, workspace, await findItem({ kernel }, workspace, item));
    expect(told).toContain(`cux attempt show ${first.attempt_id}`);
  });
});

it('what was approved and is not what stands there any more is told in a sentence, with what comes next', async (test) => {
  const { story, kernel, workspace, state, asked } = await oneItem(test);
  await story.decide(await asked());
  const steps = [
    async () => {
      const attempt = await story.run(item, 'external_write');
      await story.report(attempt, 'failed');
      const proposal = records.proposalFor(
        { state: 'open', action_unit: 'draft_until_review_gate' },
        { because: 'draft-no-longer-matches' },
      );
      return { because: proposal.because, ...(await story.settle(attempt, proposal)) };
    },
    async () => ({ because: 'draft-held', ...(await asked()) }),
  ];
  const host = {
    recover: async () => [],
    runTodo: async () => ({ ...(await steps.shift()?.()), kind: 'settled' }),
  };
  const application = { state, workspace, host, output: plain, providerId: 'mock', nothingKept: false };
  const publish = contentPublish(application as unknown as Application, item, {
    interactive: false,
    ask: async () => null,
  });
  await expect(publish).rejects.toMatchObject({
    code: 'needs_a_person',
    message: expect.stringMatching(
      new RegExp(`not what stands on the site any more.*nothing was published.*cux content review ${item}`),
    ),
  });
  expect((await kernel.todo(workspace, item))?.state).toBe('awaiting_gate');
});

describe('what the doctor says of the log', () => {
  it('is that it verifies, or which command reads one that is too long', async (test) => {
    const { state, workspace, kernel } = await oneItem(test);
    const verdict = await kernel.verifyAudit(workspace);
    const events = verdict.ok ? verdict.events : expect.unreachable('nobody has changed it');
    expect(await auditLine(state, events)).toEqual({
      ...{ check: 'log', ok: true },
      message: `verified: ${events} events of ${workspace}.`,
    });
    const unread = await auditLine(state, events - 1);
    expect(unread).toMatchObject({ ok: true, message: expect.stringContaining('cux audit verify') });
    expect(unread?.message).not.toContain('verified:');
    const broken = { ok: false, rule: 'audit.link-changed', batch: 1, message: 'A link was changed.' };
    const changed = { ...kernel, verifyAudit: async () => broken } as unknown as OpenState['kernel'];
    expect(await auditLine({ ...state, kernel: changed }, events)).toMatchObject({
      ...{ check: 'log', ok: false },
      message: expect.stringContaining('audit.link-changed'),
    });
    expect(await auditLine({ ...state, workspaces: [] })).toBeNull();
  });
});

it.each([
  { json: false, interactive: false, says: /todo reopen x" at a terminal\.$/ },
  { json: true, interactive: true, says: /todo reopen x" without --json\.$/ },
  { json: true, interactive: false, says: /todo reopen x" at a terminal, without --json\.$/ },
])('what keeps a person from being asked is told, and no more: %j', ({ json, interactive, says }) => {
  expect(() => requirePerson(interactive, { ...plain, json }, 'cux todo reopen x')).toThrow(says);
});

it.each([
  ['provider.unknown', 'cux provider install own'],
  ['provider.disabled', 'cux provider enable own'],
  ['provider.not-ready', 'cux doctor'],
  ['provider.incompatible', 'cux provider upgrade own'],
  ['provider.config', 'cux provider upgrade own'],
  ['provider.unreadable', 'cux doctor'],
])('a refusal by %s names the command that comes next', (rule, command) => {
  expect(afterRefusal(rule, 'own')).toContain(` Do: ${command}`);
  expect(afterRefusal('policy.forbidden', 'own')).toBe('');
});
