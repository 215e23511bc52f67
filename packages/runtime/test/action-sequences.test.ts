import { computers } from '@cux/kernel/store-suite';
import { ProviderFault } from '@cux/provider-sdk';
import { afterEach, describe, expect, it } from 'vitest';
import { AgentWorld } from './support/agent-world.ts';
import { people, workspace } from './support/people.ts';
import { killedProcess } from './support/processes.ts';
import { accepted, command } from './support/story.ts';

let world: AgentWorld;
afterEach(() => world.close());

describe('K01: an approval after a restart', () => {
  it('is the same one, with the same digest, revision and expiry; its page is gone, so nothing is pressed', async () => {
    world = await AgentWorld.open();
    const { gate_id, intent } = await world.askToPublish('publish');
    const before = await world.gate(gate_id);
    await world.restart();
    expect(await world.gate(gate_id)).toEqual(before);
    await world.decide(gate_id);
    expect(await world.send(intent, { key: 'publish' })).toMatchObject({ rule: 'approval.superseded' });
    expect(await world.kernel.gates(workspace)).toHaveLength(1);
    expect(world.published()).toBe(0);
    // The agent finds the task open again, and asks for what it finds.
    await world.askToPublish('publish-anew');
    expect(await world.kernel.gates(workspace, { statuses: ['pending'] })).toHaveLength(1);
  });
});

describe('K02: an approval used for something else', () => {
  it('is never: another byte is another action, the same in another order is the same', async () => {
    world = await AgentWorld.open();
    const { gate_id, intent } = await world.askToPublish('publish');
    await world.decide(gate_id);
    const reordered = Object.fromEntries(Object.entries(intent).toReversed());
    expect(JSON.stringify(reordered)).not.toBe(JSON.stringify(intent));
    await world.observe();
    expect(await world.send({ ...intent, ref: world.ref('Delete') }, { key: 'publish' })).toMatchObject({
      rule: 'action.key-conflict',
    });
    expect(await world.send(reordered, { key: 'publish' })).toMatchObject({ kind: 'performed' });
    await expect.poll(() => world.site.writes).toEqual(['POST /publish status=published&title=Hello']);
  });

  it('is never when what was typed is not there any more', async () => {
    world = await AgentWorld.open();
    const { gate_id, intent } = await world.askToPublish('publish');
    await world.decide(gate_id);
    const field = await world.surface?.resolve({ role: 'textbox', name: 'Title' });
    if (field?.kind === 'found') await world.surface?.fill(field.element, 'Goodbye');
    expect(await world.send(intent, { key: 'publish' })).toMatchObject({ rule: 'approval.superseded' });
    expect(world.published()).toBe(0);
  });
});

describe('K04: parallel calls', () => {
  it('in one turn: what comes after an undecided one does not run ahead of it', async () => {
    world = await AgentWorld.open();
    await world.begin();
    await world.observe();
    const [publish, remove, rename] = ['Publish', 'Delete', 'Rename'].map((name) => world.click(name));
    const answers = await Promise.all([world.send(publish), world.send(remove), world.send(rename)]);
    expect(answers).toMatchObject([
      { kind: 'pending' },
      { kind: 'refused', rule: 'attempt.none' },
      { kind: 'refused', rule: 'attempt.none' },
    ]);
    expect(world.site.writes).toEqual([]);
  });

  it('of two tasks: one approval is for one of them', async () => {
    world = await AgentWorld.open();
    const other = await AgentWorld.open({
      store: world.store,
      kernel: world.kernel,
      site: world.site,
      task: 'task-2',
    });
    try {
      const one = await world.askToPublish('one', 'One');
      const two = await other.askToPublish('two', 'Two');
      expect(one.gate_id).not.toBe(two.gate_id);
      await world.decide(one.gate_id);
      expect(await other.send(two.intent, { key: 'two' })).toMatchObject({ kind: 'pending' });
      expect(await world.send(one.intent, { key: 'one' })).toMatchObject({ kind: 'performed' });
      expect(await other.send(two.intent, { key: 'two' })).toMatchObject({ kind: 'pending' });
      await expect.poll(() => world.site.writes).toEqual(['POST /publish status=published&title=One']);
    } finally {
      await other.close();
    }
  });
});

describe('K06: a retry after a time-out', () => {
  it('finds out, and does not press again', async () => {
    world = await AgentWorld.open({ final: 'Send newsletter' });
    await world.begin();
    await world.observe();
    const send = world.click('Send newsletter');
    const asked = await world.send(send, { key: 'send' });
    if (asked.kind !== 'pending') throw new Error(JSON.stringify(asked));
    await world.decide(asked.approval.gate_id);
    expect(await world.send(send, { key: 'send', deadline_ms: 300 })).toEqual({ kind: 'outcome_unknown' });
    expect(await world.send(send, { key: 'send' })).toMatchObject({ kind: 'performed' });
    expect(await world.send(send)).toMatchObject({ rule: 'attempt.none' });
    expect(world.site.writes).toEqual(['POST /letters status=sent&title=']);
    expect(world.contacts.filter((name) => name === 'press')).toHaveLength(1);
  });
});

describe('K07: a crash', () => {
  const crash = 'the process is killed here';
  const points = [
    { point: 'after intent', writes: 0, after: 'outcome_unknown', todo: 'open' },
    { point: 'after approval', writes: 0, after: 'approval.superseded', todo: 'open' },
    { point: 'after commit', writes: 0, after: 'outcome_unknown', todo: 'blocked' },
    { point: 'after press', writes: 1, after: 'outcome_unknown', todo: 'blocked' },
  ] as const;

  it.each(points)('$point: $writes written, afterwards $after', async ({ point, writes, after, todo }) => {
    world = await AgentWorld.open();
    const hang = (): Promise<never> => new Promise(() => undefined);
    const dying = await world.newHost({
      processId: await killedProcess(),
      rehearse: async (moment) => {
        if (point === 'after commit' && moment === 'before-press') await hang();
        if (point === 'after press' && moment === 'after-press') await hang();
      },
    });
    await world.host.release(world.computer_id);
    world.host = dying;
    await world.wake();
    const { gate_id, intent } = await world.askToPublish('publish');
    if (point === 'after intent') {
      // The intent of another action is written down, and its host does not get any further.
      await world.decide(gate_id, 'reject');
      accepted(await command(world.kernel, 'reopen-todo', people.editor, { todo_id: 'todo-task-1' }));
      const attempt_id = await world.begin();
      const attempt = await world.kernel.attempt(workspace, attempt_id);
      const { observation_generation } = await world.observe();
      await world.must('begin-action', {
        ...{ attempt_id, fence: attempt?.fence ?? 0, process_id: attempt?.process_id ?? '' },
        ...{ key: 'interrupted', kind: 'click', action_digest: world.digestOf(world.click('Save draft')) },
        observation_generation,
      });
    } else {
      await world.decide(gate_id);
      if (point !== 'after approval') {
        const sent = world.send(intent, { key: 'publish', deadline_ms: 1_000 });
        expect(await sent, crash).toEqual({ kind: 'outcome_unknown' });
        await expect.poll(() => world.published()).toBe(writes);
      }
    }
    const save = world.click(point === 'after intent' ? 'Save draft' : 'Publish');
    // Nothing of the dead process closes anything in good order.
    world.hosts.splice(world.hosts.indexOf(dying), 1);
    const successor = await world.newHost();
    await world.endEngines();
    await world.recoverAttempts();
    await successor.recover();
    world.host = successor;
    await world.wake();
    const retried =
      point === 'after intent'
        ? await world.send(save, { key: 'interrupted' })
        : await world.send(intent, { key: 'publish' });
    expect(retried.kind === 'refused' ? retried.rule : retried.kind).toBe(after);
    expect(await world.todo()).toMatchObject({ state: todo });
    expect(world.published()).toBe(writes);
    if (point === 'after press') {
      const { consumed_by } = await world.gate(gate_id);
      const looked_at = await world.kernel.now(workspace);
      const happened = {
        attempt_id: consumed_by ?? '',
        outcome: 'happened',
        looked_at,
        reason: null,
      } as const;
      accepted(await command(world.kernel, 'settle-outcome', people.editor, happened));
      expect(await world.send(intent, { key: 'publish' })).toMatchObject({ kind: 'performed' });
      expect(world.published()).toBe(1);
    }
  });
});

describe('K10: two sessions on one Computer', () => {
  it('who has not seen what the other did is late', async () => {
    world = await AgentWorld.open({ terms: { ...computers.terms, sharing_scope: 'workspace' } });
    await world.begin();
    await world.observe();
    const late = world.click('Save draft');
    const agent = { kind: 'agent', id: 'another-agent' } as const;
    const opened = await command(world.kernel, 'open-session', people.operator, {
      computer_id: world.computer_id,
      agent,
    });
    const other = { session_id: accepted(opened).session_id, principal: agent };
    const { computer_id, screen_id } = world;
    const asked = { modes: ['accessibility_tree'], nodes: 500, bytes: 8_192 } as const;
    await world.host.observe({ computer_id, screen_id, session_id: other.session_id, ...asked });
    expect(await world.send(late)).toMatchObject({ rule: 'action.observation-behind' });
    expect(await world.send(late, { ...other })).toMatchObject({ rule: 'attempt.none' });
    expect(await world.send(late, { principal: agent })).toMatchObject({ rule: 'session.other-agent' });
    expect(world.site.writes).toEqual([]);
  });

  it('has one pair of hands: the other begins when the first has ended', async () => {
    world = await AgentWorld.open({ terms: { ...computers.terms, sharing_scope: 'workspace' } });
    const { computer_id } = world;
    await world.newTask('task-2');
    const opened = await world.must('open-session', { computer_id, agent: people.agent });
    const other = { session_id: opened.session_id, todo_id: 'todo-task-2' };
    const first = await world.begin();
    expect(await world.host.begin(other)).toMatchObject({ rule: 'screen.attempt-under-way' });
    expect(await world.type('Hello')).toMatchObject({ kind: 'performed', attempt_id: first });
    await world.host.end(world.session_id);
    expect(await world.host.begin(other)).toMatchObject({ kind: 'begun' });
  });
});

describe('K11: a target that dies', () => {
  it('under an approved press that has arrived ends its Computer, and nothing is replayed after it was woken again', async () => {
    let dies = false;
    world = await AgentWorld.open({
      change: (surface) => ({
        press: async (element, timeoutMs) => {
          const outcome = await surface.press(element, timeoutMs);
          if (dies) throw new ProviderFault('engine_gone', 'The engine has ended; open a new session.');
          return outcome;
        },
      }),
    });
    const { gate_id, intent } = await world.askToPublish('publish');
    await world.decide(gate_id);
    dies = true;
    // The guard has seen the write and its answer, so it is known after all.
    const answer = await world.send(intent, { key: 'publish' });
    expect(answer).toMatchObject({ kind: 'performed' });
    expect(await world.kernel.computer(workspace, world.computer_id)).toMatchObject({
      lifecycle: 'sleeping',
    });
    await world.restart();
    expect(await world.send(intent, { key: 'publish' })).toEqual(answer);
    expect(world.published()).toBe(1);
  });

  it('while a field is filled ends in a failed attempt without a draft', async () => {
    world = await AgentWorld.open({
      change: () => ({
        fill: async () => {
          throw new ProviderFault('engine_gone', 'The engine has ended; open a new session.');
        },
      }),
    });
    await world.begin();
    expect(await world.type('Hello')).toEqual({ kind: 'outcome_unknown' });
    const [attempt] = await world.kernel.attempts(workspace, { todo_id: 'todo-task-1' });
    expect(attempt?.receipt).toMatchObject({
      stop_reason: 'failed',
      observed_facts: { draft_present: false },
    });
  });
});

describe('K13: an approval honoured', () => {
  it('for the same agent whatever else differs, and for no other one', async () => {
    world = await AgentWorld.open();
    const { gate_id, intent } = await world.askToPublish('publish');
    await world.decide(gate_id);
    const stranger = { kind: 'agent', id: 'another-agent' } as const;
    expect(await world.send(intent, { key: 'publish', principal: stranger })).toMatchObject({
      rule: 'session.other-agent',
    });
    expect(await world.send(intent, { key: 'publish', deadline_ms: 12_345 })).toMatchObject({
      kind: 'performed',
    });
  });
});

describe('K14: policy asked again', () => {
  const harmless = { id: 'all', effect: 'permit' as const, when: {}, reason: 'Anything goes.' };

  it('other rules that ask as well end the approval, and the same page is asked about under them', async () => {
    world = await AgentWorld.open();
    const { gate_id, intent } = await world.askToPublish('publish');
    await world.decide(gate_id);
    world.rewordPolicy();
    expect(await world.send(intent, { key: 'publish' })).toMatchObject({ rule: 'approval.superseded' });
    expect(await world.gate(gate_id)).toMatchObject({ status: 'closed', closed_for: 'superseded' });
    expect(world.published()).toBe(0);
    // Nobody has to revoke anything, and nothing has to be typed again.
    await world.begin(undefined, 'here');
    const asked = await world.on('Publish', { key: 'publish-anew' });
    if (asked.kind !== 'pending') throw new Error(JSON.stringify(asked));
    await world.decide(asked.approval.gate_id);
    const anew = { ...intent, source_observation: world.source };
    expect(await world.send(anew, { key: 'publish-anew' })).toMatchObject({ kind: 'performed' });
    await expect.poll(() => world.site.writes).toEqual(['POST /publish status=published&title=Hello']);
  });

  it('tightened it refuses, and the approval stands for when it is loosened again', async () => {
    world = await AgentWorld.open();
    const { gate_id, intent } = await world.askToPublish('publish');
    await world.decide(gate_id);
    world.forbidPublishing();
    expect(await world.send(intent, { key: 'publish' })).toMatchObject({ rule: 'policy.forbidden' });
    expect(await world.gate(gate_id)).toMatchObject({ status: 'open' });
    world.restorePolicy();
    expect(await world.send(intent, { key: 'publish' })).toMatchObject({ kind: 'performed' });
  });

  it('loosened it turns no rejection into a run', async () => {
    world = await AgentWorld.open();
    const { gate_id, intent } = await world.askToPublish('publish');
    await world.decide(gate_id, 'reject');
    world.rules = { ...world.rules, rules: [harmless] };
    expect(await world.send(intent, { key: 'publish' })).toMatchObject({ rule: 'approval.rejected' });
    expect(world.published()).toBe(0);
  });
});

describe('K16: a key used again', () => {
  it('answers as before without contact, and stands for nothing else', async () => {
    world = await AgentWorld.open();
    const { gate_id, intent } = await world.askToPublish('publish');
    await world.decide(gate_id);
    const done = await world.send(intent, { key: 'publish' });
    const before = world.contacts.length;
    expect(await world.send(intent, { key: 'publish' })).toEqual(done);
    expect(await world.send({ ...intent, ref: 'e2' }, { key: 'publish' })).toMatchObject({
      rule: 'action.key-conflict',
    });
    expect(world.contacts.slice(before)).toEqual([]);
    expect(world.published()).toBe(1);
  });
});
