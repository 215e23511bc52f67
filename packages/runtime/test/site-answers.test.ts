import { createMockProvider } from '@cux/provider-mock';
import { afterEach, describe, expect, it } from 'vitest';
import { newsroomFixture } from './support/newsroom-fixture.ts';
import type { PublishAnswer } from './support/newsroom-server.ts';
import { workspace } from './support/people.ts';
import {
  approve,
  beginApproved,
  finish,
  lastAttempt,
  mainTodo,
  openTodo,
  pendingGate,
  todo,
} from './support/story.ts';
import { openWorld, providerId, type World } from './support/world.ts';

let world: World;
afterEach(() => world.close());

describe('what the site does with the publication', () => {
  const rows: { answer: PublishAnswer; stored: boolean; because: string }[] = [
    {
      answer: 'fails-before-storing',
      stored: false,
      because: 'an error may come before anything was written',
    },
    { answer: 'fails-after-storing', stored: true, because: 'a server may fail after it has written' },
    { answer: 'closes-before-storing', stored: false, because: 'a closed connection says nothing' },
    { answer: 'closes-after-storing', stored: true, because: 'a closed connection says nothing' },
    { answer: 'silent-before-storing', stored: false, because: 'silence says nothing' },
    { answer: 'silent-after-storing', stored: true, because: 'silence says nothing' },
  ];

  it.each(rows)('$answer: read back, since $because', async ({ answer, stored }) => {
    world = await openWorld({ limits: { answer: 400 } });
    const { kernel, host, site } = world;
    await beginApproved(kernel, host);
    site.publishAnswer = answer;

    expect(await host.runTodo(mainTodo, providerId)).toMatchObject({
      because: 'outcome-unknown',
      todo_state: 'reconciling',
    });
    const attempt = await lastAttempt(kernel);
    expect(attempt).toMatchObject({ state: 'outcome_unknown' });
    expect(site.publishWrites).toHaveLength(1);
    expect(await host.runTodo(mainTodo, providerId), 'nothing is tried again').toMatchObject({
      rule: 'todo.not-open',
    });

    site.publishAnswer = 'accepts';
    const readBack = await openTodo(kernel);
    expect(await host.runTodo(readBack.todo_id, providerId)).toMatchObject({ todo_state: 'done' });
    expect(await kernel.attempt(workspace, attempt.attempt_id)).toMatchObject({
      state: 'settled',
      outcome: stored ? 'happened' : 'not_happened',
    });
    expect(await todo(kernel)).toMatchObject({ state: stored ? 'done' : 'awaiting_gate' });
    expect(site.publications).toHaveLength(stored ? 1 : 0);
    expect(site.publishWrites).toHaveLength(1);

    if (!stored) expect((await pendingGate(kernel))?.attention.question).toMatch(/not|nothing/i);
    await finish(kernel, host);
    expect(site.publications).toHaveLength(1);
    expect(await todo(kernel)).toMatchObject({ state: 'done' });
    expect(await kernel.verifyAudit(workspace)).toMatchObject({ ok: true });
  });

  it('a press that sends nothing is void: a person is told so and asked again', async () => {
    world = await openWorld({ fixture: { deadConfirm: true }, limits: { spend: 300 } });
    const { kernel, host, site } = world;
    await beginApproved(kernel, host);
    const [first] = await kernel.gates(workspace);

    expect(await host.runTodo(mainTodo, providerId)).toMatchObject({
      because: 'nothing-sent',
      todo_state: 'awaiting_gate',
    });
    expect(await lastAttempt(kernel)).toMatchObject({ state: 'void' });
    expect(world.events).toContainEqual(expect.objectContaining({ kind: 'voided' }));
    expect(site.publishWrites).toHaveLength(0);

    const successor = await pendingGate(kernel);
    expect(successor?.gate_id).not.toBe(first?.gate_id);
    expect(successor?.attention.question).toMatch(/^Nothing was sent\./);
    expect(await kernel.gate(workspace, first?.gate_id ?? '')).toMatchObject({ closed_for: 'consumed' });
    expect(await host.runTodo(mainTodo, providerId)).toMatchObject({ rule: 'todo.not-open' });

    await approve(kernel);
    const mended = await openMended(world);
    await finish(kernel, mended);
    expect(site.publications).toHaveLength(1);
    expect(site.publishWrites).toHaveLength(1);
  });
});

/** The same site after its editor was mended. */
async function openMended(present: World) {
  return present.hostWith({
    providers: [createMockProvider({ fixture: newsroomFixture({ origin: present.site.origin }) })],
  });
}
