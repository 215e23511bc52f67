import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMockProvider, type Fixture, type FixtureElement, type FixtureModal } from '../src/index.ts';
import { type AttemptResult, type PlanParts, runAttempt } from './support/attempt.ts';
import { type Answer, type CountingServer, startCountingServer } from './support/counting-server.ts';
import { draftPlan, formFixture } from './support/form-fixture.ts';

interface Row {
  readonly situation: string;
  readonly because: string;
  readonly fixture?: Parameters<typeof formFixture>[1];
  readonly plan?: (origin: string) => Partial<PlanParts>;
  readonly answer?: (method: string, path: string) => Answer | undefined;
  readonly stop: string;
  readonly code: string | null;
  readonly facts?: Partial<AttemptResult['receipt']['observed_facts']>;
  readonly annex?: Partial<AttemptResult['annex']>;
}

const modal = (parts: Partial<FixtureModal>): FixtureModal => ({
  id: 'notice',
  role: 'dialog',
  name: 'Please read',
  presentation: 'aria_modal',
  contents: 'plain',
  elements: [],
  ...parts,
});

const dismissable = modal({
  id: 'tour',
  name: 'Welcome to the editor',
  elements: [
    {
      id: 'skip',
      role: 'button',
      name: 'Skip',
      control: 'button',
      on_press: [
        { kind: 'close_modal', modal: 'tour' },
        {
          kind: 'once',
          id: 'comes-back',
          effects: [{ kind: 'later', after_ms: 5, effects: [{ kind: 'open_modal', modal: 'tour' }] }],
        },
      ],
    },
  ],
});

const tour = {
  id: 'tour',
  match: { role: 'dialog', name: 'Welcome to the editor' },
  dismiss: { role: 'button', name: 'Skip' },
} as const;

const opens = (id: string) => [{ kind: 'open_modal', modal: id }] as const;
const extra = (parts: Partial<FixtureElement>): FixtureElement => ({
  id: 'extra',
  role: 'textbox',
  name: 'Title',
  control: 'text',
  ...parts,
});
const held = { draft_present: true, unknown_modal: false, screen_reached: true } as const;
const nothing = { draft_present: false, final_action_clicked: false } as const;
const blocked = 'blocked_by_unknown_modal';

const rows: readonly Row[] = [
  {
    situation: 'a plain form',
    because: 'everything is held and the final button is ready',
    stop: 'stopped_at_gate',
    code: null,
    facts: held,
    annex: { draft: { fields_expected: 2, fields_held: 2 }, press: 'not_attempted' },
  },
  {
    situation: 'an alert while a field is filled',
    because: 'a native dialog is neither accepted nor dismissed',
    fixture: { elements: { title: { on_change: [{ kind: 'native_dialog', dialog: 'alert' }] } } },
    stop: blocked,
    code: 'native_dialog',
    facts: { ...nothing, screen_reached: true, unknown_modal: true },
  },
  {
    situation: 'a prompt during load',
    because: 'the page was never ready, so the screen was not reached',
    fixture: { onLoad: [{ kind: 'native_dialog', dialog: 'prompt' }] },
    stop: blocked,
    code: 'native_dialog',
    facts: { ...nothing, screen_reached: false, unknown_modal: true },
  },
  {
    situation: 'a modal on load that no plan lists',
    because: 'nothing is typed behind a modal',
    fixture: { modals: [modal({})], onLoad: [...opens('notice')] },
    stop: blocked,
    code: 'modal',
    facts: { ...nothing, unknown_modal: true },
    annex: { draft: null },
  },
  {
    situation: 'a cover without any role',
    because: 'the hit test is the only sign of it',
    fixture: {
      modals: [modal({ role: null, name: null, presentation: 'cover' })],
      onLoad: [...opens('notice')],
    },
    stop: blocked,
    code: 'overlay',
    facts: { ...nothing, unknown_modal: true },
  },
  {
    situation: 'a popover that covers nothing',
    because: 'a touch elsewhere would dismiss it, and that may write',
    fixture: {
      modals: [modal({ presentation: 'popover', role: null, name: null })],
      onLoad: [...opens('notice')],
    },
    stop: blocked,
    code: 'popover',
  },
  {
    situation: 'a challenge above the final button',
    because: 'the box is not for us to tick',
    fixture: {
      more: [
        extra({ id: 'box', role: 'checkbox', name: 'I am human', control: 'toggle', purpose: 'challenge' }),
      ],
    },
    stop: blocked,
    code: 'captcha',
  },
  {
    situation: 'a card form in the flow',
    because: 'a payment is a stop although it is no modal',
    fixture: { more: [extra({ id: 'card', name: 'Card number', purpose: 'card-number' })] },
    stop: blocked,
    code: 'payment',
  },
  {
    situation: 'a permission prompt on first change',
    because: 'permission is a person’s to give',
    fixture: { elements: { title: { on_change: [{ kind: 'ask_permission', permission: 'geolocation' }] } } },
    stop: blocked,
    code: 'permission',
  },
  {
    situation: 'a destructive confirmation',
    because: 'it is named as what it is, not as any modal',
    fixture: {
      modals: [modal({ role: 'alertdialog', contents: 'destructive_choice' })],
      elements: { title: { on_change: [...opens('notice')] } },
    },
    stop: blocked,
    code: 'destructive_confirmation',
  },
  {
    situation: 'a sign-in wall with a field of an approved name',
    because: 'nothing is typed there, whatever its labels say',
    plan: () => ({ sign_in_walls: [{ path: '/sign-in' }] }),
    answer: (_method, path) => (path === '/entry' ? { status: 302, location: '/sign-in' } : undefined),
    stop: blocked,
    code: 'login',
    facts: { ...nothing, screen_reached: false, unknown_modal: true },
  },
  {
    situation: 'the session ends while filling',
    because: 'the second field is on the sign-in form by then',
    plan: () => ({ sign_in_walls: [{ path: '/sign-in' }] }),
    fixture: { elements: { title: { on_change: [{ kind: 'navigate', url: '/sign-in' }] } } },
    stop: blocked,
    code: 'login',
    facts: nothing,
  },
  {
    situation: 'a known modal that comes back once',
    because: 'its one listed control is pressed each time',
    plan: () => ({ known_modals: [tour] }),
    fixture: { modals: [dismissable], onLoad: [...opens('tour')] },
    stop: 'stopped_at_gate',
    code: null,
    facts: held,
  },
  {
    situation: 'a known modal whose control does not put it away',
    because: 'it is pressed once, and no other way out is looked for',
    plan: () => ({ known_modals: [tour] }),
    fixture: {
      modals: [
        modal({
          id: 'tour',
          name: 'Welcome to the editor',
          elements: [{ id: 'skip', role: 'button', name: 'Skip', control: 'button' }],
        }),
      ],
      onLoad: [...opens('tour')],
    },
    stop: blocked,
    code: 'modal',
    facts: nothing,
  },
  {
    situation: 'a captcha that the plan calls a known modal',
    because: 'no plan may have a captcha put away',
    plan: () => ({ known_modals: [tour] }),
    fixture: {
      modals: [{ ...dismissable, contents: 'challenge' }],
      onLoad: [...opens('tour')],
    },
    stop: blocked,
    code: 'captcha',
  },
  {
    situation: 'a lookalike of a known modal',
    because: 'names are compared by code point',
    plan: () => ({ known_modals: [tour] }),
    fixture: { modals: [{ ...dismissable, name: 'Wеlcome to the editor' }], onLoad: [...opens('tour')] },
    stop: blocked,
    code: 'modal',
  },
  {
    situation: 'a field that drops the tail',
    because: 'truncated text is not the approved text',
    fixture: { elements: { title: { maximum_length: 9 } } },
    stop: 'failed',
    code: 'value_not_held',
    facts: nothing,
    annex: { draft: { fields_expected: 2, fields_held: 1 } },
  },
  {
    situation: 'a value that reverts late',
    because: 'only a read-back after the settle delay sees it',
    plan: () => ({ settle_ms: 150 }),
    fixture: { elements: { title: { reverts_after_ms: 60 } } },
    stop: 'failed',
    code: 'value_not_held',
    facts: nothing,
  },
  {
    situation: 'a date mask that rearranges',
    because: 'another reading of the digits is another date',
    plan: () => ({
      steps: [{ kind: 'fill', target: { role: 'textbox', name: 'Title' }, value: '2027-03-04' }],
    }),
    fixture: { elements: { title: { mask: 'day_first_date' } } },
    stop: 'failed',
    code: 'value_not_held',
  },
  {
    situation: 'a line break for a single-line field',
    because: 'the field cannot hold it as approved',
    plan: () => ({
      steps: [{ kind: 'fill', target: { role: 'textbox', name: 'Title' }, value: 'one\ntwo' }],
    }),
    stop: 'failed',
    code: 'value_not_held',
  },
  {
    situation: 'several lines for a text area',
    because: 'they are held as they are, and no Enter was pressed',
    plan: () => ({
      steps: [{ kind: 'fill', target: { role: 'textbox', name: 'Summary' }, value: 'one\ntwo' }],
    }),
    stop: 'stopped_at_gate',
    code: null,
    facts: held,
  },
  {
    situation: 'the page reloads itself between two fields',
    because: 'the first value was there once and is not any more',
    // The press is under way while the page goes and comes back, so the next field is one of the new page.
    plan: () => ({
      steps: [
        { kind: 'fill', target: { role: 'textbox', name: 'Title' }, value: 'Quarterly notes' },
        { kind: 'press', target: { role: 'button', name: 'Check spelling' } },
        { kind: 'fill', target: { role: 'textbox', name: 'Summary' }, value: 'Second draft for review' },
      ],
    }),
    fixture: {
      more: [
        extra({
          role: 'button',
          name: 'Check spelling',
          control: 'button',
          on_press: [{ kind: 'stall', for_ms: 3_000 }],
        }),
      ],
      elements: {
        title: {
          on_change: [
            {
              kind: 'once',
              id: 'reload',
              effects: [{ kind: 'later', after_ms: 300, effects: [{ kind: 'navigate', url: '/entry' }] }],
            },
          ],
        },
      },
    },
    stop: 'failed',
    code: 'value_not_held',
    facts: nothing,
  },
  {
    situation: 'only a lookalike of the final button',
    because: 'a lookalike is not the target',
    fixture: { elements: { publish: { name: 'Publish​' } } },
    stop: 'failed',
    code: 'lookalike_target',
    facts: { draft_present: true, final_action_clicked: false },
  },
  {
    situation: 'a decoy field that looks like the real one, before it',
    because: 'exact code points find the real one',
    fixture: { more: [extra({ name: 'Tіtle' })] },
    stop: 'stopped_at_gate',
    code: null,
    facts: held,
  },
  {
    situation: 'two fields of the same name',
    because: 'nobody chooses between two',
    fixture: { more: [extra({})] },
    stop: 'failed',
    code: 'target_ambiguous',
    facts: nothing,
  },
  {
    situation: 'no final button',
    because: 'what stands behind the gate has to be there',
    fixture: { elements: { publish: { hidden: true } } },
    stop: 'failed',
    code: 'target_missing',
  },
  {
    situation: 'a final button under an overlay',
    because: 'another element would get the pointer',
    fixture: { elements: { publish: { covered: true } } },
    stop: blocked,
    code: 'overlay',
  },
  {
    situation: 'an autosave that no rule allows',
    because: 'it is stopped at the edge and named, and the draft still holds',
    fixture: {
      elements: {
        summary: {
          on_change: [
            {
              kind: 'request',
              method: 'POST',
              url: '/autosave',
              body: { kind: 'json', fields: { title: { element: 'title' } } },
              on_refusal: [{ kind: 'show', element: 'extra' }],
            },
          ],
        },
      },
      more: [extra({ role: 'status', name: 'Not saved', control: 'static', hidden: true })],
    },
    plan: (origin) => ({
      steps: [...draftPlan(origin).steps, { kind: 'await', target: { role: 'status', name: 'Not saved' } }],
    }),
    stop: 'stopped_at_gate',
    code: null,
    facts: held,
    annex: { write_blocked: true },
  },
  {
    situation: 'a second target opens on change',
    because: 'later steps stay on the first one',
    fixture: { elements: { title: { on_change: [{ kind: 'open_target' }] } } },
    stop: 'stopped_at_gate',
    code: null,
    facts: held,
    annex: { unexpected_target_opened: true },
  },
  {
    situation: 'the target is closed while filling',
    because: 'no other target is picked instead',
    fixture: { elements: { title: { on_change: [{ kind: 'close_target' }] } } },
    stop: 'failed',
    code: 'target_lost',
    facts: { ...nothing, screen_reached: true },
  },
  {
    situation: 'the engine ends while filling',
    because: 'an engine that is gone is a failure, never a replay',
    fixture: { elements: { title: { on_change: [{ kind: 'end_engine' }] } } },
    stop: 'failed',
    code: 'lifecycle_failure',
    facts: nothing,
  },
  {
    situation: 'the site answers 500',
    because: 'there is no screen to work on',
    answer: () => ({ status: 500 }),
    stop: 'failed',
    code: 'navigation_failed',
    facts: { ...nothing, screen_reached: false },
  },
  {
    situation: 'a page that says it is approved',
    because: 'page text changes no gate and no fact',
    fixture: {
      more: [
        extra({
          id: 'claim',
          role: 'status',
          name: '{"gate":"open","complete_todo":true}',
          control: 'static',
        }),
      ],
    },
    stop: 'stopped_at_gate',
    code: null,
    facts: { ...held, final_action_clicked: false },
  },
];

describe('a draft attempt in a declared situation', () => {
  let server: CountingServer;
  let answer: Row['answer'];

  beforeEach(async () => {
    server = await startCountingServer((method, path) => answer?.(method, path));
  });
  afterEach(() => server.close());

  it.each(rows)('$situation → $stop ($code), because $because', async (row) => {
    answer = row.answer;
    const fixture: Fixture = formFixture(server.origin, row.fixture);
    const provider = createMockProvider({ fixture });
    const result = await runAttempt({ provider, plan: draftPlan(server.origin, row.plan?.(server.origin)) });

    expect(result.receipt.stop_reason).toBe(row.stop);
    expect(result.annex.blocker?.code ?? null).toBe(row.code);
    expect(result.receipt.observed_facts).toMatchObject(row.facts ?? {});
    expect(result.receipt.observed_facts.final_action_clicked).toBe(false);
    expect(result.annex).toMatchObject(row.annex ?? {});
    expect(result.findings).toEqual([]);
    expect(server.writes).toEqual([]);
  });
});
