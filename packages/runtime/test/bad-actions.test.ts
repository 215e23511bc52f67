import { ProviderFault, type Surface } from '@cux/provider-sdk';
import { afterEach, describe, expect, it } from 'vitest';
import { AgentWorld } from './support/agent-world.ts';
import { people, workspace } from './support/people.ts';

let world: AgentWorld;
afterEach(() => world.close());

async function atWork(
  change?: (surface: Surface) => Partial<Surface>,
  waits: { readonly aftermath?: number } = {},
): Promise<AgentWorld> {
  world = await AgentWorld.open(change === undefined ? waits : { ...waits, change });
  await world.begin();
  await world.observe();
  return world;
}

const never = <Value>(): Promise<Value> => new Promise(() => undefined);

async function settledActions() {
  const actions = await world.kernel.actions(workspace, world.session_id);
  return actions.map(({ state, outcome, rule }) => ({ state, outcome, rule }));
}

describe('an action that is none', () => {
  it('is refused by the rule of what is wrong with it, before anybody is contacted', async () => {
    await atWork();
    const { source } = world;
    const scroll = { kind: 'scroll', ref: null, by_x: 0, by_y: 0, source_observation: source };
    const keys = (...pressed: string[]) => ({
      kind: 'keypress',
      ref: null,
      keys: pressed,
      source_observation: source,
    });
    const text = (typed: string) => ({
      kind: 'type_text',
      ref: world.ref('Title'),
      text: typed,
      source_observation: source,
    });
    const rows: readonly (readonly [
      rule: string,
      intent: unknown,
      changes?: { readonly deadline_ms: number },
    ])[] = [
      ['shape.too-short', scroll, { deadline_ms: 0 }],
      ['shape.too-short', scroll, { deadline_ms: -1 }],
      ['shape.too-long', scroll, { deadline_ms: 60_001 }],
      ['parse.number-not-integer', scroll, { deadline_ms: 0.5 }],
      ['shape.too-long', { ...scroll, by_y: 1e12 }],
      ['shape.too-short', { ...scroll, by_x: -99_999 }],
      ['shape.wrong-format', keys('Control+t')],
      ['shape.wrong-format', keys('Alt+F4')],
      ['shape.wrong-format', keys('a', 'F12')],
      ['shape.too-long', keys(...Array.from({ length: 11 }, () => 'Enter'))],
      ['shape.too-long', text('word '.repeat(4_000))],
      ['leak.token', text(`ghp_${'a1B2'.repeat(9)}`)],
      ['shape.wrong-format', { kind: 'click', ref: 'button', source_observation: source }],
      ['shape.unknown-key', { ...scroll, x: 1 }],
      ['shape.missing-key', { kind: 'click', ref: world.ref('Title') }],
    ];
    const before = world.contacts.length;
    for (const [rule, intent, changes] of rows) {
      const answer = await world.send(intent, changes);
      expect(answer, rule).toMatchObject({ kind: 'refused', rung: null });
      expect(answer.kind === 'refused' && answer.findings.map((finding) => finding.rule), rule).toContain(
        rule,
      );
    }
    expect(
      await world.host.act({ ...world.address(), principal: people.agent, action: new Uint8Array([0xff]) }),
    ).toMatchObject({
      kind: 'refused',
    });
    expect(world.contacts.slice(before)).toEqual([]);
    expect(await settledActions()).toEqual([]);
  });

  it('names nothing of another Screen', async () => {
    await atWork();
    const click = world.click('Save draft');
    const other = await AgentWorld.open();
    try {
      await other.begin();
      await other.observe();
      const foreign = other.click('Save draft');
      const before = world.contacts.length;
      // The same number of an observation, and the same reference: it is another Screen's all the same.
      expect(foreign).not.toEqual(click);
      expect(await world.send(foreign)).toMatchObject({ rule: 'action.observation-unknown' });
      expect(await world.send({ ...click, ref: 'e4711' })).toMatchObject({ rule: 'reference.unknown' });
      expect(await world.send({ kind: 'switch_target', target: 't9' })).toMatchObject({
        rule: 'target.unknown',
      });
      expect(world.contacts.slice(before)).toEqual([]);
    } finally {
      await other.close();
    }
  });
});

describe('actions at once', () => {
  it('on one Screen have one order: what rests on the same observation is late', async () => {
    await atWork();
    const [save, leave] = [world.click('Save draft'), world.click('Rename')];
    const answers = await Promise.all([world.send(save), world.send(leave), world.send(save)]);
    expect(answers).toMatchObject([
      { kind: 'performed' },
      { kind: 'refused', rule: 'action.observation-behind' },
      { kind: 'refused', rule: 'action.observation-behind' },
    ]);
    await expect.poll(() => world.site.writes.length).toBe(1);
  });

  it('under one key are one action', async () => {
    await atWork();
    const save = world.click('Save draft');
    const answers = await Promise.all([1, 2, 3].map(() => world.send(save, { key: 'save' })));
    expect(answers).toEqual([answers[0], answers[0], answers[0]]);
    expect(answers[0]).toMatchObject({ kind: 'performed' });
    await expect.poll(() => world.site.writes.length).toBe(1);
  });
});

describe('an action whose time is over before its turn', () => {
  it('is told that nothing was begun, and nothing is begun for it afterwards', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await atWork((surface) => ({
      press: async (element, timeoutMs) => {
        await held;
        return surface.press(element, timeoutMs);
      },
    }));
    const save = world.click('Save draft');
    const first = world.send(save, { key: 'first' });
    await expect.poll(() => world.contacts.includes('press')).toBe(true);
    expect(await world.send(save, { key: 'late', deadline_ms: 100 })).toMatchObject({
      rule: 'action.deadline-passed',
    });
    // The same key has begun by another call, so that nobody may say that nothing was.
    expect(await world.send(save, { key: 'first', deadline_ms: 100 })).toEqual({ kind: 'outcome_unknown' });
    release();
    expect(await first).toMatchObject({ kind: 'performed' });
    expect(await world.send(save, { key: 'late' })).toMatchObject({ rule: 'action.observation-behind' });
    expect(world.contacts.filter((name) => name === 'press')).toHaveLength(1);
  });

  it('is not begun either when its time passes on the way to its beginning', async () => {
    await atWork();
    const save = world.click('Save draft');
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    world.beforeCommand = async (kind) => {
      if (kind === 'renew-lease') await held;
    };
    world.clock.advance(300_000);
    const answer = await world.send(save, { key: 'slow', deadline_ms: 100 });
    expect(answer).toMatchObject({ rule: 'action.deadline-passed' });
    release();
    expect(await world.send(save, { key: 'slow' })).toMatchObject({ kind: 'performed' });
  });

  it('another key that may not wait for a decision is told in the session, as every refusal is', async () => {
    world = await AgentWorld.open();
    const { gate_id } = await world.askToPublish('publish');
    await world.observe();
    world.beforeCommand = async (kind) => {
      if (kind !== 'join-approval') return;
      const { revision } = await world.gate(gate_id);
      await world.must('supersede-approval', { gate_id, revision });
    };
    const before = (await world.events()).filter((kind) => kind === 'action-refused').length;
    expect(await world.send(world.click('Publish'), { key: 'again' })).toMatchObject({ kind: 'refused' });
    const after = (await world.events()).filter((kind) => kind === 'action-refused').length;
    expect(after).toBe(before + 1);
  });
});

describe('a provider that', () => {
  it('hangs while it is looked at keeps nobody’s turn', async () => {
    let hangs = false;
    world = await AgentWorld.open({
      change: (surface) => ({ observe: (bounds) => (hangs ? never() : surface.observe(bounds)) }),
    });
    await world.host.release(world.computer_id);
    world.host = await world.newHost({ limits: { looking: 1_000 } });
    await world.wake();
    hangs = true;
    await expect(world.observe()).rejects.toThrow('provider.call_timed_out');
    hangs = false;
    await world.begin();
    expect(await world.type('Hello')).toMatchObject({ kind: 'performed' });
  });

  it('hangs leaves an unknown outcome, which the same key keeps to', async () => {
    await atWork(() => ({ press: never }));
    const save = world.click('Save draft');
    expect(await world.send(save, { key: 'save', deadline_ms: 100 })).toEqual({ kind: 'outcome_unknown' });
    expect(await world.send(save, { key: 'save' })).toEqual({ kind: 'outcome_unknown' });
    expect(await settledActions()).toEqual([
      { state: 'settled', outcome: 'outcome_unknown', rule: 'deadline_passed' },
    ]);
    expect(world.contacts.filter((name) => name === 'press')).toHaveLength(1);
    expect(await world.type('still alive')).toMatchObject({ kind: 'performed' });
  });

  it('hangs before it is given the input has done nothing', async () => {
    let hangs = false;
    await atWork((surface) => ({ stopSigns: () => (hangs ? never() : surface.stopSigns()) }));
    hangs = true;
    // Its caller's time and the engine's end together: whichever is first answers.
    const { kind } = await world.send(world.click('Save draft'), { deadline_ms: 100 });
    expect(['outcome_unknown', 'stopped']).toContain(kind);
    await expect
      .poll(settledActions)
      .toEqual([{ state: 'settled', outcome: 'stopped', rule: 'deadline_passed' }]);
    expect(world.site.writes).toEqual([]);
  });

  it('dies in the middle ends its attempt and its Computer, and nothing is lost', async () => {
    await atWork((surface) => ({
      press: async (element, timeoutMs) => {
        await surface.press(element, timeoutMs);
        throw new ProviderFault('engine_gone', 'The engine has ended; open a new session.');
      },
    }));
    const save = world.click('Save draft');
    expect(await world.send(save, { key: 'save' })).toEqual({ kind: 'outcome_unknown' });
    expect(await world.kernel.computer(workspace, world.computer_id)).toMatchObject({
      lifecycle: 'sleeping',
    });
    const [attempt] = await world.kernel.attempts(workspace, { todo_id: 'todo-task-1' });
    expect(attempt).toMatchObject({
      state: 'settled',
      receipt: { stop_reason: 'failed', observed_facts: { draft_present: false } },
      annex: { blocker: { code: 'lifecycle_failure' } },
    });
    expect(await world.todo()).toMatchObject({ state: 'open' });
    expect(await world.send(save, { key: 'save' })).toEqual({ kind: 'outcome_unknown' });
    expect(await world.send(save)).toMatchObject({ rule: 'screen.detached' });
    await world.wake();
    await world.begin();
    expect(await world.type('anew')).toMatchObject({ kind: 'performed' });
    expect(await world.events()).toContain('action-outcome-unknown');
  });

  it('says that a field holds what it does not is found out by reading it back', async () => {
    await atWork(() => ({ fill: async () => ({ kind: 'done' }) }));
    expect(await world.type('Hello')).toMatchObject({ kind: 'stopped', rule: 'value_not_held' });
    await world.observe();
    expect(await world.send(world.click('Publish'))).toMatchObject({ kind: 'pending' });
    const [attempt] = await world.kernel.attempts(workspace, { todo_id: 'todo-task-1' });
    expect(attempt?.receipt).toMatchObject({
      stop_reason: 'failed',
      observed_facts: { draft_present: false },
    });
  });

  it('says that it has pressed what it has not is not believed about an approved write', async () => {
    let lies = false;
    world = await AgentWorld.open({
      change: (surface) => ({
        press: (element, timeoutMs) =>
          lies ? Promise.resolve({ kind: 'done' }) : surface.press(element, timeoutMs),
      }),
    });
    const { gate_id, intent } = await world.askToPublish('publish');
    await world.decide(gate_id);
    lies = true;
    expect(await world.send(intent, { key: 'publish' })).toMatchObject({
      kind: 'stopped',
      rule: 'nothing-sent',
    });
    expect(await world.send(intent, { key: 'publish' })).toMatchObject({
      kind: 'stopped',
      rule: 'nothing-sent',
    });
    expect(world.published()).toBe(0);
    expect(await world.todo()).toMatchObject({ state: 'blocked', because: 'nothing-sent' });
  });

  it('answers with what is no answer is taken for one whose outcome nobody knows', async () => {
    await atWork(() => ({ press: async () => ({ kind: 'certainly' }) as never }));
    expect(await world.send(world.click('Save draft'))).toMatchObject({ kind: 'outcome_unknown' });
  });
});

describe('what stands in the way', () => {
  it('a dialog stops the action, and the agent is told what it is', async () => {
    await atWork();
    expect(await world.on('Ask')).toMatchObject({ kind: 'stopped', rule: 'native_dialog' });
    expect(await world.on('Save draft')).toMatchObject({ kind: 'stopped', rule: 'native_dialog' });
    expect(world.site.writes).toEqual([]);
  });

  it('a write that nobody foresaw is blocked, and may be asked about under a new key', async () => {
    // However busy the machine is: the wait ends with the write.
    await atWork(undefined, { aftermath: 5_000 });
    const first = world.click('Delete');
    expect(await world.send(first, { key: 'delete' })).toMatchObject({
      kind: 'stopped',
      rule: 'write_blocked',
    });
    expect(await world.send(first, { key: 'delete' })).toMatchObject({
      kind: 'stopped',
      rule: 'write_blocked',
    });
    const asked = await world.on('Delete', { key: 'delete-asked' });
    if (asked.kind !== 'pending') throw new Error(JSON.stringify(asked));
    const { action, attention } = asked.approval;
    expect(action.leaves).toMatchObject([
      { method: 'POST', path: '/delete', fields: ['status', 'title'], broad: true },
    ]);
    expect(attention.attempted.join('\n')).toContain(
      'broad: any value may leave in status, title: send what was blocked before',
    );
    await world.decide(asked.approval.gate_id);
    const again = { kind: 'click', ref: action.element.ref, source_observation: world.source };
    expect(await world.send(again, { key: 'delete-asked' })).toMatchObject({ kind: 'performed' });
    expect(world.site.writes).toEqual(['POST /delete status=deleted&title=']);
  });

  it('a write that comes late is told to be what the last action wanted to send', async () => {
    await atWork();
    expect(await world.on('Delete later', { key: 'later' })).toMatchObject({ kind: 'performed' });
    await expect.poll(() => world.guards[0]?.record().blocked.length).toBe(1);
    const asked = await world.on('Delete later', { key: 'later-asked' });
    expect(asked).toMatchObject({ kind: 'pending', approval: { action: { leaves: [{ path: '/delete' }] } } });
    expect(world.site.writes).toEqual([]);
  });

  it('an element without a name, or of no role that a rule may name, is nobody’s to be asked about', async () => {
    await atWork();
    expect(await world.send({ ...world.click('Publish'), ref: world.ref('Title') })).toMatchObject({
      kind: 'performed',
    });
  });
});
