import { readFileSync } from 'node:fs';
import { ProviderFault } from '@cux/provider-sdk';
import { context, metrics, trace } from '@opentelemetry/api';
import { TracerProvider } from '@opentelemetry/sdk-trace';
import { afterEach, describe, expect, it } from 'vitest';
import { attributeKeys, counters, gauges, histograms, spans as spanNames } from '../src/telemetry/names.ts';
import { Telemetry } from '../src/telemetry/telemetry.ts';
import { AgentWorld } from './support/agent-world.ts';
import { article, people, workspace } from './support/people.ts';
import { approve, begin, mainTodo, runOpen, todo } from './support/story.ts';
import { broken, type Exported, registerSdk, treeOf, unregister } from './support/telemetry-sdk.ts';
import { openWorld, providerId } from './support/world.ts';

afterEach(unregister);

/** An approved publication, from the draft to the read-back; answers what each run came to. */
async function publish() {
  const world = await openWorld({ limits: { poll: 5 } });
  try {
    const { kernel, host, site } = world;
    await begin(kernel);
    const runs = [await host.runTodo(mainTodo, providerId)];
    await approve(kernel);
    runs.push(...(await runOpen(kernel, host)));
    const ledger = await kernel.usage(workspace);
    return {
      origin: site.origin,
      runs: runs.map((run) => (run.kind === 'settled' ? run.because : run.rule)),
      published: site.publications.length,
      state: (await todo(kernel)).state,
      // Times are the machine's; everything else is what was done. Lines have no order.
      used: ledger.map(({ amounts: { wall_ms: _, ...amounts } }) => JSON.stringify(amounts)).sort(),
    };
  } finally {
    await world.close();
  }
}

/** An agent types, is stopped by an approval, presses, and gives the Screen to a person. */
async function actAndHandOver() {
  const world = await AgentWorld.open();
  try {
    const { computer_id, screen_id, kernel } = world;
    const { gate_id, intent } = await world.askToPublish('publish', 'CANARY-TITLE');
    await world.decide(gate_id);
    const answers = [await world.send(intent, { key: 'publish' })];
    answers.push(await world.send({ ...intent, ref: 'e999' }, { key: 'no-such' }));
    const taken = await world.host.takeOver({
      ...{ computer_id, screen_id, control_epoch: 0, person: people.editor },
      ...{ start_url: null, allowed_origins: [], human_rules: [] },
    });
    if (taken.kind === 'refused') throw new Error(taken.rule);
    await taken.value.handBack();
    await world.host.close();
    const lines = (await kernel.computerUsage(workspace, computer_id)) ?? [];
    return {
      origin: world.site.origin,
      ids: { computer_id, session_id: world.session_id, gate_id },
      answers: answers.map((answer) => (answer.kind === 'refused' ? answer.rule : answer.kind)),
      published: world.published(),
      used: lines
        .filter(({ measure }) => !measure.endsWith('milliseconds'))
        .map(({ measure, action, outcome, quantity }) => [measure, action, outcome, quantity].join(' '))
        .sort(),
    };
  } finally {
    await world.close();
  }
}

const page = ['Headline', 'Publish', 'Title', '/articles', '/desk', 'publish?', 'http', 'body', 'status='];
const canaries = [...page, article.body, article.title, article.section, 'CANARY'];

/** Only names and keys that are listed, and nothing of any page, plan or person. */
function expectQuiet({ spans, metrics: told, text }: Exported, also: readonly string[]): void {
  const keys = new Set<string>(attributeKeys);
  for (const span of spans) {
    expect(Object.keys(spanNames)).toContain(span.name);
    expect(Object.keys(span.attributes).filter((key) => !keys.has(key))).toEqual([]);
    expect(span.events, 'an exception would bring its message along').toEqual([]);
    expect(span.status.message).toBeUndefined();
    expect(Object.values(span.attributes)).not.toContain('_OTHER');
  }
  const names = new Set(Object.keys({ ...histograms, ...counters, ...gauges }));
  for (const { name, points } of told) {
    expect(names).toContain(name);
    for (const { attributes } of points) {
      expect(Object.keys(attributes).filter((key) => !keys.has(key))).toEqual([]);
      expect(Object.keys(attributes).filter((key) => key.endsWith('attempt.id'))).toEqual([]);
      expect(Object.values(attributes)).not.toContain('_OTHER');
    }
  }
  for (const canary of [...canaries, ...also, new URL(also[0] ?? '').host]) {
    expect(text, canary).not.toContain(canary);
  }
}

describe('an approved publication', () => {
  it('is one tree for each attempt, in ids, kinds, rules and outcomes', async () => {
    const sdk = registerSdk();
    const { origin, runs } = await publish();
    const exported = await sdk.exported();
    await sdk.unregister();
    const engine = (name: string) => exported.spans.filter((span) => span.name === name).length;
    expect(engine('call provider')).toBeGreaterThan(10);

    const withoutCalls = exported.spans.filter(({ name }) => name !== 'call provider');
    const settled = ['report attempt', 'settle attempt'];
    expect(treeOf(withoutCalls)).toEqual([
      ['carry attempt', 'admit attempt', 'run plan', ...settled],
      ['carry attempt', 'admit attempt', 'prepare attempt', 'commit attempt', 'press', ...settled],
      ['carry attempt', 'admit attempt', 'run plan', ...settled],
    ]);
    expect(runs).toHaveLength(3);
    // What an engine is asked belongs to what it is asked for.
    const byId = new Map(exported.spans.map((span) => [span.spanContext().spanId, span]));
    const calls = exported.spans
      .filter(({ name }) => name === 'call provider')
      .map(({ attributes, parentSpanContext }) => [
        byId.get(parentSpanContext?.spanId ?? '')?.name,
        attributes['cux.provider.operation'],
      ]);
    for (const call of [
      ['admit attempt', 'doctor'],
      ['carry attempt', 'openSession'],
      ['run plan', 'open'],
      ['run plan', 'fill'],
      ['prepare attempt', 'open'],
      ['press', 'press'],
      ['carry attempt', 'close'],
    ]) {
      expect(calls).toContainEqual(call);
    }

    const [written] = exported.spans.filter(({ name }) => name === 'press');
    expect(written?.attributes).toMatchObject({
      'cux.attempt.id': expect.stringMatching(/^attempt_/),
      'cux.gate.id': expect.stringMatching(/^gate_/),
      'cux.attempt.effect_class': 'external_write',
      'cux.provider.id': 'mock',
    });
    expectQuiet(exported, [origin]);
    const told = exported.metrics.map(({ name, unit }) => `${name} ${unit}`);
    expect(told).toEqual(
      expect.arrayContaining(['cux.attempt.duration s', 'cux.commit.duration s', 'cux.command.duration s']),
    );
  });
});

describe('an agent’s actions', () => {
  it('are spans of their caller, linked to their attempt, and part of it where the caller has none', async () => {
    const sdk = registerSdk();
    const { origin, ids } = await actAndHandOver();
    const exported = await sdk.exported();
    await sdk.unregister();
    expectQuiet(exported, [origin]);
    const withoutCalls = exported.spans.filter(({ name }) => name !== 'call provider');
    const settled = ['report attempt', 'settle attempt'];
    expect(treeOf(withoutCalls)).toEqual([
      'wake computer',
      [
        'carry attempt',
        'admit attempt',
        'observe screen',
        'perform action',
        'observe screen',
        'perform action',
        ...settled,
      ],
      [
        'perform action',
        ['carry attempt', 'admit attempt', 'prepare attempt', 'commit attempt', 'press', ...settled],
      ],
      'perform action',
      'take over screen',
      'hand back screen',
      'release computer',
    ]);
    const actions = withoutCalls.filter(({ name }) => name === 'perform action');
    expect(actions.map(({ attributes }) => attributes['cux.outcome'])).toEqual([
      'performed',
      'pending',
      'performed',
      'refused',
    ]);
    expect(actions.at(-1)?.attributes).toMatchObject({
      'cux.refusal.rule': 'attempt.none',
      'cux.refusal.rung': 'attempt',
      'cux.computer.id': ids.computer_id,
      'cux.session.id': ids.session_id,
      'cux.action.kind': 'click',
    });
    const point = (name: string) => exported.metrics.find((each) => each.name === name)?.points ?? [];
    expect(point('cux.approvals')).toMatchObject([{ attributes: { 'cux.action.kind': 'click' }, value: 1 }]);
    expect(point('cux.refusals')).toMatchObject([
      { attributes: { 'cux.refusal.rung': 'attempt' }, value: 1 },
    ]);
    expect(point('cux.computer.awake')).toMatchObject([{ value: 0 }]);
    expect(point('cux.takeover.duration')).toHaveLength(1);
  });

  it('keep to the trace of whoever asks', async () => {
    const sdk = registerSdk();
    const world = await AgentWorld.open();
    try {
      const attempt = await world.begin();
      const caller = trace.getTracer('test').startSpan('tool call');
      await context.with(trace.setSpan(context.active(), caller), () => world.observe());
      caller.end();
      await world.host.end(world.session_id);
      const { spans } = await sdk.exported();
      const [seen] = spans.filter(({ name }) => name === 'observe screen');
      const [own] = spans.filter(({ attributes, name }) => {
        return name === 'carry attempt' && attributes['cux.attempt.id'] === attempt;
      });
      expect(seen?.parentSpanContext?.spanId).toBe(caller.spanContext().spanId);
      expect(seen?.links.map(({ context: linked }) => linked.spanId)).toEqual([own?.spanContext().spanId]);
    } finally {
      await world.close();
      await sdk.unregister();
    }
  });
});

describe('what is told', () => {
  const secret = 'CANARY with a space';

  it('has the form of an id, a rule or an outcome, or says nothing', async () => {
    const sdk = registerSdk();
    const telemetry = new Telemetry('desk');
    const facts = {
      'cux.attempt.id': secret,
      'cux.refusal.rule': '/articles/12?draft=1',
      'cux.outcome': 'Hello!',
    };
    await telemetry.span('perform action', facts, async () => ({ kind: 'refused', rule: secret }));
    await telemetry.span('settle attempt', {}, async () => ({ kind: 'settled', because: secret }));
    const { spans: told, text } = await sdk.exported();
    await sdk.unregister();
    expect(told.map(({ attributes }) => attributes)).toEqual([
      {
        'cux.workspace.name': 'desk',
        'cux.attempt.id': '_OTHER',
        'cux.refusal.rule': '_OTHER',
        'cux.outcome': 'refused',
      },
      { 'cux.workspace.name': 'desk', 'cux.outcome': 'settled' },
    ]);
    expect(text).not.toMatch(/CANARY|articles|Hello/);
  });

  it.each([
    [new ProviderFault('engine_gone', secret), 'engine_gone'],
    [Object.assign(new Error(secret), { code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
    [Object.assign(new Error(secret), { code: secret }), '_OTHER'],
    [new TypeError(secret), '_OTHER'],
    [secret, '_OTHER'],
  ])('of a fault is its code, and it is the caller’s as it was (%#)', async (fault, type) => {
    const sdk = registerSdk();
    const failing = new Telemetry('desk').span('recover', {}, () => Promise.reject(fault));
    await expect(failing).rejects.toBe(fault);
    const { spans: told, text } = await sdk.exported();
    await sdk.unregister();
    expect(told[0]?.attributes).toMatchObject({ 'error.type': type, 'cux.outcome': 'failed' });
    expect(text).not.toContain('CANARY');
  });
});

it('is listed in docs/telemetry.md, name for name', () => {
  const page = readFileSync(new URL('../../../docs/telemetry.md', import.meta.url), 'utf8');
  const rows = page.split('\n').filter((line) => line.startsWith('| `'));
  const listed = rows.flatMap((line) =>
    [...(line.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name),
  );
  const own = [spanNames, histograms, counters, gauges].flatMap((names) => Object.keys(names));
  expect(listed.sort()).toEqual([...own, ...attributeKeys].sort());
});

describe('telemetry that is broken', () => {
  const partly = () => ({ getTracer: () => ({ startSpan: () => broken() }) });
  const registered: readonly (readonly [string, () => void])[] = [
    ['has a tracer that throws', () => trace.setGlobalTracerProvider(broken())],
    ['has spans that throw', () => trace.setGlobalTracerProvider(partly() as never)],
    ['has a meter that throws', () => metrics.setGlobalMeterProvider(broken())],
    [
      'has an exporter that throws',
      () => {
        const onEnd = broken<() => void>();
        const spanProcessors = [{ onStart: onEnd, onEnd, forceFlush: onEnd, shutdown: onEnd }];
        trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: spanProcessors as never }));
      },
    ],
    [
      'loses every context',
      () => {
        const lost = broken<() => never>();
        context.setGlobalContextManager({ active: lost, with: lost, disable: () => undefined } as never);
      },
    ],
    [
      'does the work twice',
      () =>
        context.setGlobalContextManager({
          active: () => ({ getValue: () => undefined }),
          disable: () => undefined,
          with: (_: unknown, work: () => unknown) => [work(), work()][1],
        } as never),
    ],
  ];

  it('changes no outcome and no ledger, however it is broken', async () => {
    const wanted = { publication: await publish(), agent: await actAndHandOver() };
    expect(wanted.publication).toMatchObject({ published: 1, state: 'done' });
    expect(wanted.agent).toMatchObject({ published: 1, answers: ['performed', 'attempt.none'] });
    for (const [how, register] of registered) {
      register();
      const again = { publication: await publish(), agent: await actAndHandOver() };
      unregister();
      for (const story of ['publication', 'agent'] as const) {
        const { origin: _, ...came } = { ...again[story], ids: null };
        const { origin: __, ...before } = { ...wanted[story], ids: null };
        expect(came, how).toEqual(before);
      }
    }
  });
});
