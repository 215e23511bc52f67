import type { Plan, WriteRule } from '@cux/contracts';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { withLeaseKept } from '../../src/driver/keep-lease.ts';
import { type AttemptReport, type CapturedEvidence, PlanFault, ProviderFault } from '../../src/index.ts';
import { openGate, permitFor, permitted, planOf, publishPlan, requestOf, run } from './support/run.ts';
import { scriptedGuard } from './support/scripted-guard.ts';
import { scriptedSurface, sign } from './support/scripted-surface.ts';

const factAt = (url: string) => ({
  name: 'id',
  type: { kind: 'integer' },
  required: false,
  source: { kind: 'json', url, pointer: '/id' },
});
const asDraft = (rule: WriteRule): WriteRule => ({ ...rule, id: 'save', effect_class: 'draft' });
const never = () => new Promise<never>(() => {});

describe('what ends an attempt before its press', () => {
  it('comes back at the deadline when the engine hangs', async () => {
    const surface = scriptedSurface({ fill: never });
    const { receipt, annex } = await run(planOf({ deadline_ms: 1_000 }), surface, scriptedGuard());
    expect(receipt.stop_reason).toBe('failed');
    expect(annex.blocker?.code).toBe('deadline_passed');
  });

  it('comes back when the host cancels', async () => {
    const controller = new AbortController();
    const surface = scriptedSurface({
      fill: () => {
        controller.abort();
        return never();
      },
    });
    const { annex } = await run(planOf(), surface, scriptedGuard(), { signal: controller.signal });
    expect(annex.blocker?.code).toBe('cancelled');
  });

  it('stops when the lease is no longer ours', async () => {
    const surface = scriptedSurface();
    const { annex } = await run(planOf(), surface, scriptedGuard(), {
      hooks: { progress: async () => false },
    });
    expect(annex.blocker).toMatchObject({ code: 'cancelled', step: 0 });
    expect(surface.touched).toEqual(['open https://site.example/entry']);
  });

  it.each([
    { because: 'an engine that is gone', reason: new ProviderFault('engine_gone', 'gone') },
    { because: 'a provider with a bug', reason: new TypeError('undefined is not a function') },
  ])('reports a failure of the lifecycle: $because', async ({ reason }) => {
    const surface = scriptedSurface({
      fill: async () => {
        throw reason;
      },
    });
    const { annex, receipt } = await run(planOf(), surface, scriptedGuard());
    expect(annex.blocker?.code).toBe('lifecycle_failure');
    expect(receipt.observed_facts).toMatchObject({ screen_reached: true, draft_present: false });
  });

  it('lets a fault of the host through', async () => {
    const fault = new Error('the vault is full');
    const keepEvidence = async () => {
      throw fault;
    };
    const ended = run(planOf(), scriptedSurface(), scriptedGuard(), { hooks: { keepEvidence } });
    await expect(ended).rejects.toBe(fault);
  });

  it.each([
    { because: 'no gate is bound', request: null, current: openGate, code: 'gate_missing' },
    { because: 'the host has none', request: openGate, current: null, code: 'gate_missing' },
    {
      because: 'a lower revision is stale',
      request: { ...openGate, revision: 1 },
      current: openGate,
      code: 'gate_stale',
    },
    {
      because: 'a higher revision is stale too',
      request: { ...openGate, revision: 3 },
      current: openGate,
      code: 'gate_stale',
    },
    {
      because: 'it is not decided',
      request: { ...openGate, status: 'pending' },
      current: openGate,
      code: 'gate_stale',
    },
  ] as const)('contacts nothing when $because ($code)', async ({ request, current, code }) => {
    const plan = publishPlan();
    const surface = scriptedSurface();
    const guard = scriptedGuard();
    const { annex } = await run(plan, surface, guard, {
      request: requestOf(plan, request),
      gateBinding: current,
    });
    expect(annex.blocker?.code).toBe(code);
    expect([...surface.touched, ...guard.calls]).toEqual([]);
  });

  it('contacts nothing behind a guard that cannot take the rules', async () => {
    const surface = scriptedSurface();
    const guard = scriptedGuard({
      configure: () => {
        throw new Error('cut');
      },
    });
    const { annex } = await run(planOf(), surface, guard);
    expect(annex.blocker?.code).toBe('guard_failure');
    expect(surface.touched).toEqual([]);
  });
});

describe('what leaves in a report', () => {
  it('takes a page’s words through the redaction exit, bounded', async () => {
    const secret = 'Bearer abcdefghijklmnopqrstuvwxyz0123456789';
    const name = `Session ${secret} ${'long '.repeat(200)}`;
    const surface = scriptedSurface({ stopSigns: async () => [sign({ name })] });
    const { annex } = await run(planOf(), surface, scriptedGuard());
    expect(annex.blocker?.label).toContain('Session');
    expect(annex.blocker?.label).not.toContain('abcdefgh');
    expect(annex.blocker?.label?.length).toBeLessThanOrEqual(200);
  });

  it('counts only what the guard saw in this attempt', async () => {
    const guard = scriptedGuard();
    const surface = scriptedSurface({
      fill: async () => {
        guard.send('save');
        guard.block(2);
        return { kind: 'done' };
      },
    });
    const { annex } = await run(planOf(), surface, guard);
    expect(annex.allowed_writes).toEqual([{ rule: 'save', count: 1 }]);
    expect(annex.blocked_writes).toMatchObject([{ path: '/autosave', count: 2 }]);
    expect(annex.write_blocked).toBe(true);
  });

  it.each([
    { because: 'nothing was captured', captured: null, code: 'evidence_missing' },
    {
      because: 'nothing is in it',
      captured: { bytes: new Uint8Array(), redacted: true },
      code: 'evidence_missing',
    },
    {
      because: 'its privacy is unclear',
      captured: { bytes: new Uint8Array([1]), redacted: false },
      code: 'privacy_unclear',
    },
  ])('claims no draft without evidence, because $because', async ({ captured, code }) => {
    const kept: unknown[] = [];
    const surface = scriptedSurface({
      capture: async (evidenceClass) =>
        captured === null ? null : { evidenceClass, mediaType: 'image/png', ...captured },
    });
    const { receipt, annex } = await run(planOf(), surface, scriptedGuard(), {
      hooks: {
        keepEvidence: async (evidence) => {
          kept.push(evidence);
          return `sha256:${'0'.repeat(64)}`;
        },
      },
    });
    expect(receipt).toMatchObject({ stop_reason: 'failed', evidence: { handle_kind: 'none' } });
    expect(annex.blocker?.code).toBe(code);
    expect(kept).toEqual([]);
  });

  it('takes a screenshot when the plan names no evidence', async () => {
    const { annex } = await run(planOf({ evidence: [] }), scriptedSurface(), scriptedGuard());
    expect(annex.evidence.map(({ evidence_class }) => evidence_class)).toEqual(['screenshot']);
  });

  it('keeps a trace of what was done, without a value or a word of the page', async () => {
    const kept: string[] = [];
    const keepEvidence = async ({ bytes, mediaType }: CapturedEvidence) => {
      kept.push(mediaType, new TextDecoder().decode(bytes));
      return `sha256:${'0'.repeat(64)}`;
    };
    const surface = scriptedSurface({
      press: async () => ({ kind: 'refused', readiness: { kind: 'covered' } }),
    });
    const press = { kind: 'press', target: { role: 'button', name: 'Show more' } } as const;
    const plan = planOf({ steps: [...planOf().steps, press], evidence: ['trace'] });
    const { receipt } = await run(plan, surface, scriptedGuard(), { hooks: { keepEvidence } });
    expect(receipt.evidence).toMatchObject({
      handle_kind: 'host_replay_pointer',
      private_source_redacted: true,
    });
    const [mediaType, text = ''] = kept;
    expect(mediaType).toBe('application/json');
    expect(JSON.parse(text)).toMatchObject({
      steps: [
        { kind: 'open', outcome: 'done', blocker: null },
        { kind: 'fill', outcome: 'done', blocker: null },
        { kind: 'press', outcome: 'stopped', blocker: 'overlay' },
      ],
      stop: { code: 'overlay', step: 1 },
      press: 'not_attempted',
    });
    expect(text).not.toMatch(/Quarterly|Title|Show more|site\.example/);
  });

  it('says that the last screen was too large to be observed whole', async () => {
    const surface = scriptedSurface({ observe: async () => ({ tree: '', truncated: true, generation: 1 }) });
    const { annex } = await run(planOf(), surface, scriptedGuard());
    expect(annex.observation_truncated).toBe(true);
  });
});

describe('facts from the site’s own store', () => {
  it('asks for it at the site', async () => {
    const seen: string[] = [];
    const surface = scriptedSurface({
      readJson: async (address) => {
        seen.push(address);
        return 7;
      },
    });
    const plan = planOf({
      extractions: [
        {
          name: 'id',
          type: { kind: 'integer' },
          required: false,
          source: { kind: 'json', url: '/api/entries/7', pointer: '/id' },
        },
      ],
    });
    await run(plan, surface, scriptedGuard());
    expect(seen).toEqual(['https://site.example/api/entries/7']);
  });
});

describe('what the fields hold', () => {
  it('claims a draft only when every field holds at the end', async () => {
    const surface = scriptedSurface({
      holds: async (target) => (target.name === 'Title' ? 'held' : 'not_held'),
    });
    const plan = planOf({
      steps: [
        ...planOf().steps,
        { kind: 'select', target: { role: 'combobox', name: 'Section' }, option: 'News' },
      ],
    });
    const { receipt, annex } = await run(plan, surface, scriptedGuard());
    expect(receipt).toMatchObject({ stop_reason: 'failed', observed_facts: { draft_present: false } });
    expect(annex).toMatchObject({
      blocker: { code: 'value_not_held' },
      draft: { fields_expected: 2, fields_held: 1 },
    });
  });

  it('looks again between the permit and the press', async () => {
    let committed = false;
    const plan = publishPlan();
    const guard = scriptedGuard();
    const surface = scriptedSurface({ holds: async () => (committed ? 'not_held' : 'held') });
    const { annex } = await run(plan, surface, guard, {
      hooks: {
        prepared: async () => {
          committed = true;
          return permitted(plan);
        },
      },
    });
    expect(annex).toMatchObject({ blocker: { code: 'value_not_held' }, press: 'not_attempted' });
    expect(guard.calls).toEqual(['configure']);
  });
});

describe('the lease', () => {
  it('is renewed before each step, before the ending and before the commit', async () => {
    const progress: (number | null)[] = [];
    await run(publishPlan(), scriptedSurface(), scriptedGuard(), {
      hooks: {
        progress: async (step) => {
          progress.push(step);
          return true;
        },
      },
    });
    expect(progress).toEqual([0, 1, 1]);
  });

  it.each([
    ['after the last step', planOf(), [0, 1]],
    ['before the commit', publishPlan({ deadline_ms: 120_000 }), [0, 1, 1]],
    [
      'in a step',
      planOf({
        steps: [...planOf().steps, { kind: 'capture', evidence_class: 'screenshot' }],
        deadline_ms: 120_000,
      }),
      [0, 1, 2],
    ],
  ])('is kept while evidence takes 45 s %s, and no step is said to begin', async (_when, plan, steps) => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const surface = scriptedSurface();
    const progress: (number | null)[] = [];
    const slow = Object.assign(scriptedSurface(), {
      capture: async (...parameters: Parameters<typeof surface.capture>) => {
        await new Promise((done) => setTimeout(done, 45_000));
        return surface.capture(...parameters);
      },
    });
    const running = run(plan, slow, scriptedGuard(), {
      hooks: {
        progress: async (step) => {
          progress.push(step);
          return true;
        },
      },
    });
    await vi.advanceTimersByTimeAsync(200_000);
    const { annex } = await running;
    expect(annex.evidence.length).toBeGreaterThan(0);
    expect(progress.filter((step) => step !== null)).toEqual(steps);
    expect(progress.filter((step) => step === null).length).toBeGreaterThanOrEqual(8);
  });

  it('is waited for no longer than its own renewal, once the work is done', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));
    const slowly = { progress: () => pause(300).then(() => true) };
    let isAnswered = false;
    const kept = withLeaseKept(slowly, () => pause(5_100)).then(() => {
      isAnswered = true;
    });
    await vi.advanceTimersByTimeAsync(5_300);
    expect({ isAnswered, timers: vi.getTimerCount() }).toEqual({ isAnswered: true, timers: 0 });
    await kept;
  });

  it.each([
    ['the host cancels', true],
    ['the lease is ours no longer', false],
  ])('is not waited for long in the last evidence once %s', async (_when, cancels) => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const controller = new AbortController();
    let ours = true;
    const hangs = Object.assign(scriptedSurface(), { capture: never });
    let report: AttemptReport | null = null;
    const running = run(planOf(), hangs, scriptedGuard(), {
      signal: controller.signal,
      hooks: { progress: async () => ours },
    }).then((done) => {
      report = done;
    });
    await vi.advanceTimersByTimeAsync(12_000);
    expect(report).toBeNull();
    if (cancels) controller.abort();
    else ours = false;
    await vi.advanceTimersByTimeAsync(10_100);
    expect(report).toMatchObject({ receipt: { stop_reason: 'failed' }, annex: { evidence: [] } });
    await running;
  });

  it('that could not be renewed for a fault is a fault, not a receipt', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const surface = scriptedSurface();
    const slow = Object.assign(scriptedSurface(), {
      capture: async (...parameters: Parameters<typeof surface.capture>) => {
        await new Promise((done) => setTimeout(done, 20_000));
        return surface.capture(...parameters);
      },
    });
    const running = run(planOf(), slow, scriptedGuard(), {
      hooks: {
        progress: async (step) => {
          if (step === null) throw new Error('the disk is full');
          return true;
        },
      },
    });
    const settled = expect(running).rejects.toThrow('the disk is full');
    await vi.advanceTimersByTimeAsync(60_000);
    await settled;
  });
});

describe('documents', () => {
  it('opens the start once, also when the first step opens it', async () => {
    const surface = scriptedSurface();
    const { start_url: url, steps } = planOf();
    await run(planOf({ steps: [{ kind: 'open', url }, ...steps] }), surface, scriptedGuard());
    expect(surface.touched.filter((call) => call.startsWith('open'))).toHaveLength(1);
  });

  it('reads fields back before it leaves their document, and counts them', async () => {
    const surface = scriptedSurface();
    const second = 'https://site.example/second';
    const plan = planOf({
      steps: [
        ...planOf().steps,
        { kind: 'open', url: second },
        { kind: 'fill', target: { role: 'textbox', name: 'Summary' }, value: 'x' },
      ],
    });
    const { annex } = await run(plan, surface, scriptedGuard());
    expect(annex.draft).toEqual({ fields_expected: 2, fields_held: 2 });
    expect(surface.touched).toEqual([
      'open https://site.example/entry',
      'fill Title',
      `open ${second}`,
      'fill Summary',
    ]);
  });

  it.each([
    {
      because: 'it opens a foreign origin',
      parts: { steps: [...planOf().steps, { kind: 'open', url: 'https://other.example/' }] },
      rule: 'plan.step-outside-origins',
    },
    {
      because: 'it reads a fact from a foreign origin',
      parts: { extractions: [factAt('https://other.example/api')] },
      rule: 'plan.read-outside-origins',
    },
    {
      because: 'no earlier fact has that name',
      parts: { extractions: [factAt('/api/{unknown}')] },
      rule: 'plan.unknown-name',
    },
    {
      because: 'a step is compared with what only an extraction tells',
      parts: { steps: [{ kind: 'verify_fact', source: factAt('/api/{id}').source, one_of: [7] }] },
      rule: 'plan.unknown-name',
    },
    {
      because: 'a step presses the final action',
      parts: { steps: [...planOf().steps, { kind: 'press', target: { role: 'button', name: 'Publish' } }] },
      rule: 'plan.presses-final-action',
    },
    {
      because: 'a draft rule lets pass what the permit is for',
      parts: { ...publishPlan(), write_rules: publishPlan().permit_rules.map(asDraft) },
      rule: 'plan.draft-rule-meets-permit',
    },
  ] as { because: string; parts: Partial<Plan>; rule: string }[])(
    'contacts nothing for a plan that is unsound: $because ($rule)',
    async ({ parts, rule }) => {
      const surface = scriptedSurface();
      const fault = await run(planOf(parts), surface, scriptedGuard()).catch((reason: unknown) => reason);
      expect(PlanFault.isInstance(fault) && fault.rule).toBe(rule);
      expect(surface.touched).toEqual([]);
    },
  );
});

describe('from the permit to the receipt', () => {
  it('presses once, between arm and disarm', async () => {
    const guard = scriptedGuard();
    const surface = scriptedSurface();
    const press = surface.press;
    const watched = {
      ...surface,
      press: async (...input: Parameters<typeof press>) => {
        guard.calls.push('press');
        guard.spend('publish', 200);
        return press(...input);
      },
    };
    const { receipt, annex } = await run(publishPlan(), watched, guard);
    expect(guard.calls).toEqual(['configure', 'arm', 'press', 'disarm']);
    expect(receipt).toMatchObject({
      stop_reason: 'completed',
      observed_facts: { final_action_clicked: true },
    });
    expect(annex).toMatchObject({ press: 'pressed', permit_spent: 1 });
  });

  it.each([
    { because: 'it is for another attempt', parts: { attempt_id: 'attempt_01j9aaaaaaaaaaaaaaaaaaaaaa' } },
    { because: 'it is for other rules', parts: { permit_rules_digest: `sha256:${'0'.repeat(64)}` } },
  ])('does not press with a permit, because $because', async ({ parts }) => {
    const plan = publishPlan();
    const guard = scriptedGuard();
    const surface = scriptedSurface();
    const { annex } = await run(plan, surface, guard, {
      hooks: { prepared: async () => permitted(plan, parts) },
    });
    expect(annex.blocker?.code).toBe('subject_changed');
    expect(guard.calls).toEqual(['configure']);
    expect(surface.touched).not.toContain('press Publish');
  });

  it.each([
    { because: 'the host was suspended between commit and arm', suspended: 61_000, code: 'gate_stale' },
    { because: 'its last moment has come', suspended: 60_000, code: 'gate_stale' },
    { because: 'it was in time', suspended: 59_000, code: 'target_lost' },
  ])('ends $code when $because', async ({ suspended, code }) => {
    const plan = publishPlan();
    const guard = scriptedGuard();
    const surface = scriptedSurface();
    let time = 0;
    const { annex } = await run(plan, surface, guard, {
      monotonic: { now: () => time },
      hooks: {
        prepared: async () => {
          const permit = permitFor(plan);
          const decision = { kind: 'permit', permit, expires_at: time + permit.valid_for_ms } as const;
          time += suspended;
          return decision;
        },
      },
    });
    const inTime = code !== 'gate_stale';
    expect(annex.blocker?.code).toBe(code);
    expect(annex.press).toBe(inTime ? 'pressed' : 'not_attempted');
    expect(guard.calls).toEqual(inTime ? ['configure', 'arm', 'disarm'] : ['configure']);
    expect(surface.touched.includes('press Publish')).toBe(inTime);
  });

  it('tells a permit that ended right at the arming from a guard that fails', async () => {
    let time = 0;
    const guard = scriptedGuard({
      arm: () => {
        time = 100_000;
        throw new Error('over');
      },
    });
    const { annex } = await run(publishPlan(), scriptedSurface(), guard, {
      monotonic: { now: () => time },
      hooks: {
        prepared: async () => ({ kind: 'permit', permit: permitFor(publishPlan()), expires_at: 60_000 }),
      },
    });
    expect(annex).toMatchObject({ blocker: { code: 'gate_stale' }, press: 'not_attempted' });
  });

  it('completes only when every write of the permit was accepted, whichever answer came last', async () => {
    const [rule] = publishPlan().permit_rules;
    const second = rule === undefined ? [] : [{ ...rule, id: 'notify', path: '/notifications' }];
    const plan = publishPlan({ permit_rules: [...publishPlan().permit_rules, ...second] });
    const guard = scriptedGuard();
    const surface = scriptedSurface({
      press: async () => {
        guard.spend('publish', 500);
        guard.spend('notify', 200);
        return { kind: 'done' };
      },
    });
    const { receipt, annex } = await run(plan, surface, guard);
    expect(receipt.stop_reason).toBe('failed');
    expect(annex).toMatchObject({ blocker: { code: 'outcome_unknown' }, permit_spent: 2 });
  });

  it('does not press when the guard does not arm', async () => {
    const surface = scriptedSurface();
    const guard = scriptedGuard({
      arm: () => {
        throw new Error('armed already');
      },
    });
    const { annex } = await run(publishPlan(), surface, guard);
    expect(annex).toMatchObject({ blocker: { code: 'guard_failure' }, press: 'not_attempted' });
    expect(surface.touched).not.toContain('press Publish');
  });

  it('does not press when the host throws instead of deciding', async () => {
    const surface = scriptedSurface();
    const guard = scriptedGuard();
    const prepared = async () => {
      throw new Error('the store is gone');
    };
    await expect(run(publishPlan(), surface, guard, { hooks: { prepared } })).rejects.toThrow(
      'the store is gone',
    );
    expect(guard.calls).toEqual(['configure']);
    expect(surface.touched).not.toContain('press Publish');
  });

  it('does not press once the deadline has passed while the host decided', async () => {
    const plan = publishPlan({ deadline_ms: 1_000 });
    const surface = scriptedSurface();
    const guard = scriptedGuard();
    const { annex } = await run(plan, surface, guard, {
      hooks: {
        prepared: async () => {
          await new Promise((resolve) => setTimeout(resolve, 1_100));
          return permitted(plan);
        },
      },
    });
    expect(annex).toMatchObject({
      blocker: { code: 'deadline_passed' },
      press: 'not_attempted',
      permit_spent: 0,
    });
    expect(guard.calls).toEqual(['configure']);
  });

  it('takes the permit back when the host cancels after the press, and believes what left', async () => {
    const controller = new AbortController();
    const guard = scriptedGuard();
    const surface = scriptedSurface({
      press: () => {
        controller.abort();
        return never();
      },
    });
    const { receipt, annex } = await run(publishPlan(), surface, guard, { signal: controller.signal });
    expect(guard.calls.at(-1)).toBe('disarm');
    expect(receipt.stop_reason).toBe('failed');
    expect(annex).toMatchObject({
      blocker: { code: 'outcome_unknown' },
      press: 'outcome_unknown',
      permit_spent: 0,
    });
  });

  it('does not take the answer of an earlier permit for its own', async () => {
    const guard = scriptedGuard();
    const surface = scriptedSurface({
      press: async () => {
        guard.spend('publish', null);
        return { kind: 'done' };
      },
    });
    const { annex } = await run(publishPlan(), surface, guard);
    expect(annex).toMatchObject({ blocker: { code: 'outcome_unknown' }, permit_spent: 1 });
  });
});
