import { reviseItem, skipItem, supersedeItem } from '@cux/content-ops';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { onceBefore } from './support/breaking.ts';
import { people, workspace } from './support/people.ts';
import {
  accepted,
  approve,
  beginApproved,
  command,
  finish,
  lastAttempt,
  mainTodo,
  pendingGate,
  recordId,
  runOpen,
  todo,
} from './support/story.ts';
import { openWorld, providerId, type World } from './support/world.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld();
  await beginApproved(world.kernel, world.host);
});
afterEach(async () => {
  expect(await world.kernel.verifyAudit(workspace)).toMatchObject({ ok: true });
  await world.close();
});

async function revoke(): Promise<void> {
  const [gate] = await world.kernel.gates(workspace, { statuses: ['open'] });
  if (gate === undefined) throw new Error('no open gate');
  const { gate_id, revision } = gate;
  accepted(
    await command(world.kernel, 'revoke-gate', people.editor, { gate_id, revision, reason: 'Not today.' }),
  );
}

async function revise(): Promise<void> {
  const record = await world.kernel.record(workspace, 'content-ops', recordId);
  if (record === null) throw new Error('no record');
  world.content.current = { ...world.content.current, body: `${world.content.current.body} Revised.` };
  const revised = reviseItem(record, world.content.current);
  if (!revised.ok) throw new Error(revised.message);
  accepted(await command(world.kernel, 'put-record', people.editor, revised.change));
}

/** A receipt that finds its gate moved is stale, and the attempt is given up. */
const staleReceipt = { kind: 'refused', rule: expect.stringMatching(/^(receipt|gate)\./) };

describe('an approval that no longer stands', () => {
  const rows = [
    { when: 'prepare-attempt', because: 'the gate is looked at when everything is prepared' },
    { when: 'commit-attempt', because: 'and once more in the transaction that would consume it' },
  ] as const;

  it.each(rows)('revoked before $when: nothing is sent, since $because', async ({ when }) => {
    const host = await world.hostWith({ kernel: onceBefore(world.kernel, when, revoke) });
    expect(await host.runTodo(mainTodo, providerId)).toMatchObject(staleReceipt);
    expect(await lastAttempt(world.kernel)).toMatchObject({ state: 'abandoned', permit_id: null });
    expect(await todo(world.kernel)).toMatchObject({ state: 'blocked', because: 'gate.revoked' });
    expect((await todo(world.kernel)).attention, 'a person is told').not.toBeNull();
    expect(await pendingGate(world.kernel), 'and not asked again by the machine').toBeUndefined();
    await runOpen(world.kernel, host);
    expect(world.site.publishWrites).toHaveLength(0);
  });

  it('revoked before the run: it is not even attempted', async () => {
    await revoke();
    const requests = world.site.requests;
    expect(await world.host.runTodo(mainTodo, providerId)).toMatchObject({ rule: 'todo.not-open' });
    expect(await todo(world.kernel)).toMatchObject({ state: 'blocked', because: 'gate.revoked' });
    expect(world.site.requests).toBe(requests);
  });

  it('revised before the run: the new text is drafted and asked about, and only that is published', async () => {
    await revise();
    const [superseded] = await world.kernel.gates(workspace);
    expect(superseded).toMatchObject({ status: 'closed', closed_for: 'superseded' });
    expect(await todo(world.kernel)).toMatchObject({ state: 'open', action_unit: 'draft_until_review_gate' });

    expect(await world.host.runTodo(mainTodo, providerId)).toMatchObject({ todo_state: 'awaiting_gate' });
    expect(world.site.publishWrites).toHaveLength(0);
    await finish(world.kernel, world.host);
    expect(world.site.publications).toEqual([
      expect.objectContaining({ body: expect.stringMatching(/Revised\.$/) }),
    ]);
  });

  it.each(rows)(
    'revised before $when: nothing is sent, and the new text is asked about',
    async ({ when }) => {
      const host = await world.hostWith({ kernel: onceBefore(world.kernel, when, revise) });
      expect(await host.runTodo(mainTodo, providerId)).toMatchObject(staleReceipt);
      expect(await todo(world.kernel)).toMatchObject({
        state: 'open',
        action_unit: 'draft_until_review_gate',
      });
      expect(world.site.publishWrites).toHaveLength(0);
      await finish(world.kernel, host);
      expect(world.site.publications).toEqual([
        expect.objectContaining({ body: expect.stringMatching(/Revised\.$/) }),
      ]);
      expect(await todo(world.kernel)).toMatchObject({ state: 'done' });
    },
  );

  const given = [
    { name: 'skipped', change: skipItem },
    { name: 'superseded', change: supersedeItem },
  ];
  it.each(given)(
    'of an item that was $name: nothing is sent, and the approval is over',
    async ({ change }) => {
      const record = await world.kernel.record(workspace, 'content-ops', recordId);
      if (record === null) throw new Error('no record');
      const ended = change(record);
      if (!ended.ok) throw new Error(ended.message);
      accepted(await command(world.kernel, 'put-record', people.editor, ended.change));
      expect(await world.kernel.gates(workspace)).toEqual([
        expect.objectContaining({ status: 'closed', closed_for: 'superseded' }),
      ]);
      const requests = world.site.requests;
      const [open] = await world.kernel.todos(workspace, { states: ['open'] });
      if (open !== undefined) {
        await expect(world.host.runTodo(open.todo_id, providerId)).rejects.toMatchObject({
          code: 'item_not_under_way',
        });
      }
      expect(world.site.requests).toBe(requests);
      expect(world.site.publishWrites).toHaveLength(0);
    },
  );

  it('revised while the reducer of a draft runs: the reducer is run again on what stands', async () => {
    await revise();
    const host = await world.hostWith({ kernel: onceBefore(world.kernel, 'settle-attempt', revise) });
    const run = await host.runTodo(mainTodo, providerId);
    expect(run).toMatchObject({ kind: 'settled', todo_state: 'open' });
    await finish(world.kernel, host);
    expect(world.site.publications).toEqual([expect.objectContaining({ body: world.content.current.body })]);
  });

  it('cannot be revised once its publication is committed and not settled', async () => {
    let refusal: unknown = null;
    const kernel = onceBefore(world.kernel, 'report-attempt', () =>
      revise().catch((error: unknown) => {
        refusal = error;
      }),
    );
    const host = await world.hostWith({ kernel });
    expect(await host.runTodo(mainTodo, providerId)).toMatchObject({ todo_state: 'reconciling' });
    expect(String(refusal)).toMatch(/record\.outcome-unknown/);
    expect(world.site.publications).toHaveLength(1);
  });

  it('expired: refused, and the recovery asks anew', async () => {
    world.clock.advance(2 * 3_600_000);
    const requests = world.site.requests;
    expect(await world.host.runTodo(mainTodo, providerId)).toMatchObject({
      kind: 'refused',
      rule: expect.stringMatching(/^(gate|request)\./),
    });
    expect(world.site.requests).toBe(requests);

    await world.host.recover();
    expect(await todo(world.kernel)).toMatchObject({
      state: 'open',
      action_unit: 'draft_until_review_gate',
      gate_id: null,
    });
    expect(await world.host.runTodo(mainTodo, providerId)).toMatchObject({ todo_state: 'awaiting_gate' });
    expect(world.site.publishWrites).toHaveLength(0);
    await approve(world.kernel);
    await finish(world.kernel, world.host);
    expect(world.site.publications).toHaveLength(1);
  });

  it('expired between prepare and commit: nothing is sent, and a person is asked anew', async () => {
    const host = await world.hostWith({
      leaseMs: 600_000,
      kernel: onceBefore(world.kernel, 'commit-attempt', async () => world.clock.advance(2 * 3_600_000)),
    });
    await host.runTodo(mainTodo, providerId);
    expect(world.site.publishWrites).toHaveLength(0);
    expect(await lastAttempt(world.kernel)).toMatchObject({ permit_id: null });
    await finish(world.kernel, host);
    expect(world.site.publications).toHaveLength(1);
  });
});
