import { ProviderFault } from '@cux/provider-sdk';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMockProvider, type Effect, type Fixture, type FixtureModal } from '../src/index.ts';
import { type AttemptResult, type PlanParts, permitted, planOf, runAttempt } from './support/attempt.ts';
import { type Answer, type CountingServer, startCountingServer } from './support/counting-server.ts';
import { approved, formFixture } from './support/form-fixture.ts';

const publication: Effect = {
  kind: 'request',
  method: 'POST',
  url: '/articles/7',
  body: {
    kind: 'json',
    fields: {
      status: { literal: 'published' },
      title: { element: 'title' },
      summary: { element: 'summary' },
    },
  },
};

function publishPlan(origin: string, parts: Partial<PlanParts> = {}) {
  return planOf({
    action_unit: 'publish_after_approved_gate',
    start_url: `${origin}/entry`,
    steps: [
      { kind: 'verify', target: { role: 'textbox', name: 'Title' }, value: approved.Title },
      { kind: 'verify', target: { role: 'textbox', name: 'Summary' }, value: approved.Summary },
    ],
    final_action: { role: 'button', name: 'Publish' },
    permit_rules: [
      {
        id: 'publish',
        effect_class: 'external_write',
        describes: 'publish the entry as approved',
        method: 'POST',
        origin,
        path: '/articles/7',
        query: [],
        override_method: null,
        body: {
          kind: 'json',
          fields: [
            { field: '/status', operator: 'equals', value: 'published' },
            { field: '/title', operator: 'equals', value: approved.Title },
            { field: '/summary', operator: 'equals', value: approved.Summary },
          ],
          other_fields: 'deny',
        },
      },
    ],
    ...parts,
  });
}

interface Row {
  readonly situation: string;
  readonly because: string;
  readonly onPress: Effect[];
  readonly onHover?: Effect[];
  readonly modals?: readonly FixtureModal[];
  readonly answer?: (method: string) => Answer | undefined;
  readonly title?: string;
  readonly plan?: Partial<PlanParts>;
  /** What the page does while the host commits. */
  readonly whileCommitting?: Effect[];
  readonly stop: string;
  readonly code: string | null;
  readonly clicked: boolean;
  readonly annex: Partial<AttemptResult['annex']>;
  readonly writes: number;
}

const confirmation: FixtureModal = {
  id: 'sure',
  role: 'alertdialog',
  name: 'Are you sure?',
  presentation: 'aria_modal',
  contents: 'plain',
  elements: [],
};

const blocked = 'blocked_by_unknown_modal';

const rows: readonly Row[] = [
  {
    situation: 'a press that sends what was approved',
    because: 'the permit is spent and the site has answered',
    onPress: [publication],
    stop: 'completed',
    code: null,
    clicked: true,
    annex: { press: 'pressed', permit_spent: 1, write_blocked: false },
    writes: 1,
  },
  {
    situation: 'a page that sends it three times',
    because: 'a permit is spent by its first match',
    onPress: [publication, publication, publication],
    stop: 'completed',
    code: null,
    clicked: true,
    annex: { press: 'pressed', permit_spent: 1 },
    writes: 1,
  },
  {
    situation: 'a page too busy to answer the press in time',
    because: 'the effect is judged by what left, not by the click’s own answer',
    onPress: [{ kind: 'stall', for_ms: 500 }, publication],
    stop: 'completed',
    code: null,
    clicked: true,
    annex: { press: 'pressed', permit_spent: 1 },
    writes: 1,
  },
  {
    situation: 'an engine that ends with the press',
    because: 'the write left and was answered, but nobody saw the screen afterwards',
    onPress: [publication, { kind: 'end_engine' }],
    stop: 'failed',
    code: 'evidence_missing',
    clicked: true,
    annex: { press: 'pressed', permit_spent: 1 },
    writes: 1,
  },
  {
    situation: 'an engine that ends before anything is sent',
    because: 'the permit is taken back, and what the press did is not known',
    onPress: [{ kind: 'end_engine' }],
    stop: 'failed',
    code: 'outcome_unknown',
    clicked: false,
    annex: { press: 'outcome_unknown', permit_spent: 0 },
    writes: 0,
  },
  {
    situation: 'a site that answers 500',
    because: 'a server may fail after it has written',
    onPress: [publication],
    answer: (method) => (method === 'POST' ? { status: 500 } : undefined),
    stop: 'failed',
    code: 'outcome_unknown',
    clicked: true,
    annex: { press: 'pressed', permit_spent: 1 },
    writes: 1,
  },
  {
    situation: 'a site that never answers',
    because: 'silence after a sent write is no outcome',
    onPress: [publication],
    answer: (method) => (method === 'POST' ? 'drop' : undefined),
    stop: 'failed',
    code: 'outcome_unknown',
    clicked: true,
    annex: { press: 'pressed', permit_spent: 1 },
    writes: 1,
  },
  {
    situation: 'a page that sends something else',
    because: 'the body is not the approved one, so the guard keeps it in',
    onPress: [
      {
        ...publication,
        url: '/articles/7',
        body: {
          kind: 'json',
          fields: {
            status: { literal: 'published' },
            title: { literal: 'Other' },
            summary: { element: 'summary' },
          },
        },
      },
    ],
    stop: 'failed',
    code: 'write_blocked',
    clicked: true,
    annex: { press: 'pressed', permit_spent: 0, write_blocked: true },
    writes: 0,
  },
  {
    situation: 'a press that does nothing',
    because: 'a press without an effect is no publication',
    onPress: [],
    stop: 'failed',
    code: 'target_lost',
    clicked: true,
    annex: { press: 'pressed', permit_spent: 0 },
    writes: 0,
  },
  {
    situation: 'a press that asks again in a modal',
    because: 'nobody answers it: the approval was for the press',
    onPress: [{ kind: 'open_modal', modal: 'sure' }],
    modals: [confirmation],
    stop: 'failed',
    code: 'target_lost',
    clicked: true,
    annex: { press: 'pressed', permit_spent: 0 },
    writes: 0,
  },
  {
    situation: 'an overlay that slips in under the pointer',
    because: 'a covered target is not pressed, and the cover gets nothing either',
    onPress: [publication],
    onHover: [{ kind: 'cover', element: 'publish' }],
    stop: blocked,
    code: 'overlay',
    clicked: false,
    annex: { press: 'not_attempted', permit_spent: 0 },
    writes: 0,
  },
  {
    situation: 'a button that takes another name while the host commits',
    because: 'the reference is to this element with this name',
    onPress: [publication],
    whileCommitting: [{ kind: 'rename', element: 'publish', name: 'Delete' }],
    stop: 'failed',
    code: 'target_stale',
    clicked: false,
    annex: { press: 'not_attempted', permit_spent: 0 },
    writes: 0,
  },
  {
    situation: 'a value that changes while the host commits',
    because: 'the approval is for what was shown',
    onPress: [publication],
    whileCommitting: [{ kind: 'set_value', element: 'summary', value: 'Something else' }],
    stop: 'failed',
    code: 'value_not_held',
    clicked: false,
    annex: { press: 'not_attempted', permit_spent: 0 },
    writes: 0,
  },
  {
    situation: 'a modal that comes up while the host commits',
    because: 'signs are looked at again right before the press',
    onPress: [publication],
    modals: [confirmation],
    whileCommitting: [{ kind: 'open_modal', modal: 'sure' }],
    stop: blocked,
    code: 'modal',
    clicked: false,
    annex: { press: 'not_attempted', permit_spent: 0 },
    writes: 0,
  },
  {
    situation: 'a page that publishes by itself before the press',
    because: 'without an armed permit nothing of it leaves',
    onPress: [publication],
    whileCommitting: [publication],
    stop: 'completed',
    code: null,
    clicked: true,
    annex: { press: 'pressed', permit_spent: 1, write_blocked: true },
    writes: 1,
  },
];

const preparedRows: readonly Pick<Row, 'situation' | 'because' | 'title' | 'plan' | 'code'>[] = [
  {
    situation: 'a saved draft that differs from the approved one',
    because: 'nobody is asked to commit to something else',
    title: 'Quarterly numbers',
    code: 'value_not_held',
  },
  {
    situation: 'evidence that the provider cannot capture',
    because: 'a press without evidence could not be claimed',
    plan: { evidence: ['video'] },
    code: 'evidence_missing',
  },
  {
    situation: 'a final action that is not there',
    because: 'there is nothing to put the finger on',
    plan: { final_action: { role: 'button', name: 'Send' } },
    code: 'target_missing',
  },
];

describe('a publish attempt in a declared situation', () => {
  let server: CountingServer;
  let answer: Row['answer'];

  beforeEach(async () => {
    answer = undefined;
    server = await startCountingServer((method) => answer?.(method));
  });
  afterEach(() => server.close());

  /** The extra button lets a test play the page's own doing through the session, never through the driver. */
  function fixtureFor(row: Partial<Row>): Fixture {
    return formFixture(server.origin, {
      elements: {
        title: { value: row.title ?? approved.Title },
        summary: { value: approved.Summary },
        publish: { on_press: row.onPress ?? [], on_hover: row.onHover ?? [] },
      },
      more: [
        {
          id: 'own-doing',
          role: 'link',
          name: 'The page by itself',
          control: 'button',
          on_press: row.whileCommitting ?? [],
        },
      ],
      modals: row.modals ?? [],
    });
  }

  it.each(rows)('$situation → $stop ($code), because $because', async (row) => {
    answer = row.answer;
    const provider = createMockProvider({ fixture: fixtureFor(row) });
    const plan = publishPlan(server.origin, row.plan);
    let pageItself = async () => {};
    const result = await runAttempt({
      provider,
      plan,
      before: async (session) => {
        pageItself = async () => {
          const person = await session.surface.takeover();
          await person.press({ role: 'link', name: 'The page by itself' });
        };
      },
      hooks: {
        prepared: async () => {
          await pageItself();
          await new Promise((resolve) => setTimeout(resolve, 30));
          return permitted(plan);
        },
      },
      committed: true,
    });

    expect(result.receipt.stop_reason).toBe(row.stop);
    expect(result.annex.blocker?.code ?? null).toBe(row.code);
    expect(result.receipt.observed_facts.final_action_clicked).toBe(row.clicked);
    expect(result.annex).toMatchObject(row.annex);
    expect(result.findings).toEqual([]);
    expect(server.writes).toHaveLength(row.writes);
  });

  it('calls a modal after the press a fact of a failed attempt', async () => {
    const provider = createMockProvider({
      fixture: fixtureFor({ onPress: [{ kind: 'open_modal', modal: 'sure' }], modals: [confirmation] }),
    });
    const result = await runAttempt({ provider, plan: publishPlan(server.origin), limits: { spend: 5_000 } });
    expect(result.receipt).toMatchObject({ stop_reason: 'failed', observed_facts: { unknown_modal: true } });
  });

  it.each(preparedRows)('$situation → failed ($code) before commit, because $because', async (row) => {
    const provider = createMockProvider({ fixture: fixtureFor({ ...row, onPress: [publication] }) });
    const result = await runAttempt({ provider, plan: publishPlan(server.origin, row.plan) });
    expect(result.committed).toBe(false);
    expect(result.receipt.stop_reason).toBe('failed');
    expect(result.annex.blocker?.code).toBe(row.code);
    expect(result.findings).toEqual([]);
    expect(server.writes).toEqual([]);
  });

  it.each(['gate_missing', 'gate_stale', 'subject_changed'] as const)(
    'presses nothing when the host refuses to commit: %s',
    async (code) => {
      const provider = createMockProvider({ fixture: fixtureFor({ onPress: [publication] }) });
      const result = await runAttempt({
        provider,
        plan: publishPlan(server.origin),
        hooks: { prepared: async () => ({ kind: 'refused', code }) },
      });
      expect(result.receipt).toMatchObject({
        stop_reason: 'failed',
        observed_facts: { final_action_clicked: false },
      });
      expect(result.annex).toMatchObject({ blocker: { code }, press: 'not_attempted' });
      expect(result.findings).toEqual([]);
      expect(server.writes).toEqual([]);
    },
  );

  it('has evidence of what was pressed from before the commit and from after it', async () => {
    const provider = createMockProvider({ fixture: fixtureFor({ onPress: [publication] }) });
    let keptBeforeCommit = 0;
    const plan = publishPlan(server.origin);
    const result = await runAttempt({
      provider,
      plan,
      committed: true,
      hooks: {
        keepEvidence: async () => {
          keptBeforeCommit += 1;
          return `sha256:${'0'.repeat(64)}`;
        },
        prepared: async () => {
          expect(keptBeforeCommit).toBe(1);
          return permitted(plan);
        },
      },
    });
    expect(result.annex.evidence).toHaveLength(2);
    expect(result.receipt.evidence).toEqual({
      handle_kind: 'host_screenshot_pointer',
      raw_evidence_copied: false,
      private_source_redacted: true,
    });
  });

  it('takes the permit back when a hook throws after the press', async () => {
    const provider = createMockProvider({ fixture: fixtureFor({ onPress: [publication] }) });
    const crash = new ProviderFault('engine_gone', 'a rehearsed crash');
    await expect(
      runAttempt({
        provider,
        plan: publishPlan(server.origin),
        hooks: {
          pressed: async () => {
            throw crash;
          },
        },
      }),
    ).rejects.toBe(crash);
    expect(server.writes).toHaveLength(1);
  });
});
