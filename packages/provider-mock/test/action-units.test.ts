import type { ActionUnit } from '@cux/contracts';
import { PlanFault, type Surface, unitForms } from '@cux/provider-sdk';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMockProvider, type Fixture } from '../src/index.ts';
import { type PlanParts, runAttempt } from './support/attempt.ts';
import { type CountingServer, startCountingServer } from './support/counting-server.ts';
import { draftPlan, formFixture } from './support/form-fixture.ts';

const publish = { role: 'button', name: 'Publish' } as const;
const fills = draftPlan('http://127.0.0.1:1').steps;

let server: CountingServer;
beforeEach(async () => {
  server = await startCountingServer(() => ({ status: 200 }));
});
afterEach(() => server.close());

const modal: NonNullable<Parameters<typeof formFixture>[1]> = {
  modals: [
    {
      id: 'notice',
      role: 'dialog',
      name: 'Please read',
      presentation: 'aria_modal',
      contents: 'plain',
      elements: [
        {
          id: 'later',
          role: 'button',
          name: 'Later',
          control: 'button',
          on_press: [{ kind: 'close_modal', modal: 'notice' }],
        },
      ],
    },
  ],
  onLoad: [{ kind: 'open_modal', modal: 'notice' }],
};

const sends = (status: string): NonNullable<Parameters<typeof formFixture>[1]> => ({
  elements: {
    publish: {
      on_press: [
        {
          kind: 'request',
          method: 'POST',
          url: '/entries',
          body: { kind: 'form', fields: { title: { element: 'title' }, status: { literal: status } } },
        },
      ],
    },
  },
});

interface Row {
  readonly unit: ActionUnit;
  readonly because: string;
  readonly page?: Parameters<typeof formFixture>[1];
  readonly plan: (origin: string) => Partial<PlanParts>;
  readonly receipt: object;
  readonly annex?: object;
  readonly writes?: number;
}

const facts = (draft: boolean, clicked = false) => ({
  screen_reached: true,
  draft_present: draft,
  final_action_clicked: clicked,
});

const rows: readonly Row[] = [
  {
    unit: 'inspect_screen',
    because: 'to look ends with what was seen, and fills nothing',
    plan: () => ({ steps: [{ kind: 'await', target: publish }], final_action: null }),
    receipt: { stop_reason: 'completed', observed_facts: facts(false) },
  },
  {
    unit: 'draft_until_review_gate',
    because: 'a draft ends where a person has to look at it',
    page: sends('published'),
    plan: () => ({ steps: fills, final_action: publish }),
    receipt: { stop_reason: 'stopped_at_gate', observed_facts: facts(true) },
    annex: { draft: { fields_held: 2, fields_expected: 2 } },
  },
  {
    unit: 'fill_until_submit_gate',
    because: 'a form is filled up to the button that would send it, and no further',
    page: sends('sent'),
    plan: () => ({ steps: fills, final_action: publish }),
    receipt: { stop_reason: 'stopped_at_gate', observed_facts: facts(true) },
    annex: { draft: { fields_held: 2, fields_expected: 2 }, press: 'not_attempted' },
  },
  {
    unit: 'publish_after_approved_gate',
    because: 'after an approval the final action is pressed, once',
    page: sends('published'),
    plan: (origin) => ({
      steps: fills,
      final_action: publish,
      permit_rules: [
        {
          id: 'publish',
          effect_class: 'external_write',
          describes: 'publish the entry',
          method: 'POST',
          origin,
          path: '/entries',
          query: [],
          override_method: null,
          body: {
            kind: 'form',
            fields: [
              { field: 'title', operator: 'equals', value: 'Quarterly notes' },
              { field: 'status', operator: 'equals', value: 'published' },
            ],
            other_fields: 'deny',
          },
        },
      ],
    }),
    receipt: { stop_reason: 'completed', observed_facts: facts(true, true) },
    annex: { permit_spent: 1 },
    writes: 1,
  },
  {
    unit: 'capture_replay_handle',
    because: 'the way to a screen is kept as a handle by which it can be gone through again',
    plan: () => ({
      steps: [{ kind: 'await', target: publish }],
      final_action: null,
      evidence: ['trace'],
    }),
    receipt: {
      stop_reason: 'completed',
      observed_facts: facts(false),
      evidence: { handle_kind: 'host_replay_pointer' },
    },
    annex: { evidence: [{ evidence_class: 'trace', redacted: true }] },
  },
  {
    unit: 'recover_with_blocker_packet',
    because: 'what is in the way is told, and not clicked through',
    page: modal,
    plan: () => ({ final_action: null, steps: [] }),
    receipt: { stop_reason: 'blocked_by_unknown_modal', observed_facts: { unknown_modal: true } },
    annex: { blocker: { code: 'modal', label: 'Please read' } },
  },
  {
    unit: 'recover_with_blocker_packet',
    because: 'a modal that the plan knows is put away, and then nothing is in the way',
    page: modal,
    plan: () => ({
      final_action: null,
      steps: [{ kind: 'await', target: publish }],
      known_modals: [
        {
          id: 'notice',
          match: { role: 'dialog', name: 'Please read' },
          dismiss: { role: 'button', name: 'Later' },
        },
      ],
    }),
    receipt: { stop_reason: 'completed', observed_facts: { screen_reached: true, unknown_modal: false } },
    annex: { blocker: null },
  },
];

function attempt(
  { unit, page, plan }: Pick<Row, 'unit' | 'page' | 'plan'>,
  change: (s: Surface) => object = () => ({}),
) {
  const fixture: Fixture = formFixture(server.origin, page);
  const sound = createMockProvider({ fixture });
  const provider = {
    ...sound,
    openSession: async (options: Parameters<typeof sound.openSession>[0]) => {
      const session = await sound.openSession(options);
      return { ...session, surface: { ...session.surface, ...change(session.surface) } };
    },
  };
  return runAttempt({
    provider,
    plan: draftPlan(server.origin, { action_unit: unit, ...plan(server.origin) }),
  });
}

describe('an action unit', () => {
  it('has a row here, each of those that are attempted with a plan of their own', () => {
    const enrolled = 'enrol_stored_session';
    const others = Object.keys(unitForms).filter((unit) => unit !== enrolled);
    expect([...new Set(rows.map(({ unit }) => unit))].sort()).toEqual(others.sort());
  });

  it.each(rows)('$unit: $because', async (row) => {
    const result = await attempt(row);
    expect(result.receipt).toMatchObject({ ...row.receipt, attempted_action_unit: row.unit });
    expect(result.annex).toMatchObject(row.annex ?? {});
    expect(result.findings).toEqual([]);
    expect(server.writes).toHaveLength(row.writes ?? 0);
  });

  it.each([
    { unit: 'inspect_screen', steps: fills, rule: 'plan.step-not-in-form' },
    { unit: 'fill_until_submit_gate', steps: [], rule: 'plan.nothing-drafted' },
    { unit: 'capture_replay_handle', steps: [], rule: 'plan.no-replay-evidence' },
    { unit: 'capture_replay_handle', steps: fills, rule: 'plan.step-not-in-form' },
    {
      unit: 'recover_with_blocker_packet',
      steps: [{ kind: 'press', target: publish }],
      rule: 'plan.step-not-in-form',
    },
  ] as const)('$unit refuses a plan of another form ($rule)', async ({ unit, steps, rule }) => {
    const plan = () => ({ steps: [...steps], final_action: null });
    const fault = await attempt({ unit, plan }).catch((reason: unknown) => reason);
    expect(PlanFault.isInstance(fault) && fault.rule).toBe(rule);
    expect(server.reads).toEqual([]);
  });
});

describe('a video that is asked for', () => {
  const publication = rows.find(({ unit }) => unit === 'publish_after_approved_gate');
  const filmed = {
    unit: 'publish_after_approved_gate' as const,
    page: sends('published'),
    plan: (origin: string) => ({ ...publication?.plan(origin), evidence: ['video' as const] }),
  };
  const picture = { bytes: new Uint8Array([1]), mediaType: 'image/png', redacted: true };

  it.each<{ because: string; change: (surface: Surface) => object }>([
    { because: 'the provider takes none, and says so in its profile', change: () => ({}) },
    {
      because: 'a picture is handed over and called one',
      change: () => ({ capture: async () => ({ ...picture, evidenceClass: 'video' }) }),
    },
    {
      because: 'something of another class is handed over',
      change: () => ({ capture: async () => ({ ...picture, evidenceClass: 'screenshot' }) }),
    },
    {
      because: 'there is nothing in it',
      change: () => ({
        capture: async () => ({
          bytes: new Uint8Array(),
          mediaType: 'video/webm',
          evidenceClass: 'video',
          redacted: true,
        }),
      }),
    },
  ])('is not claimed, and nothing is pressed, when $because', async ({ change }) => {
    const { receipt, annex, kept, committed, findings } = await attempt(filmed, change);
    expect(annex.blocker?.code).toBe('evidence_missing');
    expect(receipt).toMatchObject({ stop_reason: 'failed', evidence: { handle_kind: 'none' } });
    expect([annex.evidence, kept, committed, findings]).toEqual([[], [], false, []]);
    expect(server.writes).toEqual([]);
  });

  it('is not offered: the profile says that nothing is recorded', () => {
    const { provider_primitives } = createMockProvider({ fixture: formFixture(server.origin) }).profile();
    expect(provider_primitives.record_replay).toBe('unsupported');
  });
});
