import { digestOf } from '@cux/contracts';
import { PlanFault } from '@cux/provider-sdk';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMockProvider, type Fixture } from '../src/index.ts';
import { type PlanParts, planOf, runAttempt } from './support/attempt.ts';
import { type CountingServer, startCountingServer } from './support/counting-server.ts';

const article = {
  id: 7,
  status: 'published',
  title: 'Quarterly notes',
  live: true,
  note: 'Bearer abcdefghijklmnopqrstuvwxyz012345',
};

describe('units that only look', () => {
  let server: CountingServer;

  beforeEach(async () => {
    server = await startCountingServer((_method, path) => {
      if (path === '/api/articles/7') return { status: 200, body: JSON.stringify(article) };
      if (path === '/private') return { status: 302, location: '/sign-in' };
      return { status: 200 };
    });
  });
  afterEach(() => server.close());

  function fixture(): Fixture {
    return {
      schema_version: 'cux_mock_fixture_v1',
      origin: server.origin,
      screens: [
        {
          id: 'settings',
          path: '/articles/{integer}/settings',
          elements: [
            {
              id: 'digest',
              role: 'switch',
              name: 'Email digest',
              control: 'toggle',
              on_change: [{ kind: 'request', method: 'POST', url: '/autosave' }],
            },
            {
              id: 'more',
              role: 'button',
              name: 'More',
              control: 'button',
              // The panel comes once the write was refused: the attempt has to outlive it.
              on_press: [
                {
                  kind: 'request',
                  method: 'POST',
                  url: '/seen',
                  on_refusal: [{ kind: 'show', element: 'panel' }],
                },
              ],
            },
            { id: 'panel', role: 'region', name: 'Details', control: 'static', hidden: true },
          ],
        },
        {
          id: 'sign-in',
          path: '/sign-in',
          elements: [
            { id: 'password', role: 'textbox', name: 'Password', control: 'secret', purpose: 'sign-in' },
          ],
        },
      ],
      modals: [],
    };
  }

  const look = (parts: Partial<PlanParts> = {}) =>
    planOf({ action_unit: 'inspect_screen', start_url: `${server.origin}/articles/7/settings`, ...parts });
  const run = (plan: ReturnType<typeof look>) =>
    runAttempt({ provider: createMockProvider({ fixture: fixture() }), plan });

  it('reports whether a setting exists, and leaves it alone', async () => {
    const result = await run(
      look({
        extractions: [
          {
            name: 'toggle_present',
            type: { kind: 'boolean' },
            required: true,
            source: { kind: 'target_present', target: { role: 'switch', name: 'Email digest' } },
          },
          {
            name: 'other_present',
            type: { kind: 'boolean' },
            required: true,
            source: { kind: 'target_present', target: { role: 'switch', name: 'Weekly digest' } },
          },
        ],
      }),
    );
    expect(result.receipt.stop_reason).toBe('completed');
    expect(result.annex.extractions).toEqual({ toggle_present: true, other_present: false });
    expect(result.findings).toEqual([]);
    expect(server.writes).toEqual([]);
  });

  it('reads the site’s own store, each fact in its declared type', async () => {
    const url = '/api/articles/{item}';
    const json = (pointer: string) => ({ kind: 'json', url, pointer }) as const;
    const result = await run(
      look({
        evidence: ['read_back', 'accessibility_snapshot'],
        extractions: [
          {
            name: 'item',
            type: { kind: 'integer' },
            required: true,
            source: { kind: 'address', template: '/articles/{integer}/settings' },
          },
          { name: 'stored_id', type: { kind: 'integer' }, required: true, source: json('/id') },
          {
            name: 'status',
            type: { kind: 'one_of', values: ['draft', 'published'] },
            required: true,
            source: json('/status'),
          },
          { name: 'title', type: { kind: 'digest' }, required: true, source: json('/title') },
          { name: 'live', type: { kind: 'boolean' }, required: true, source: json('/live') },
          { name: 'note', type: { kind: 'text', maximum: 40 }, required: false, source: json('/note') },
          { name: 'not_a_number', type: { kind: 'integer' }, required: false, source: json('/title') },
        ],
      }),
    );
    expect(result.receipt.stop_reason).toBe('completed');
    expect(result.annex.extractions).toEqual({
      item: 7,
      stored_id: 7,
      status: 'published',
      title: digestOf('cux/content', article.title),
      live: true,
      note: expect.not.stringContaining('abcdefgh'),
    });
    expect(result.receipt.evidence.handle_kind).toBe('host_replay_or_screenshot_pointer');
    expect(result.findings).toEqual([]);
  });

  it('fails when a required fact is not to be had', async () => {
    const result = await run(
      look({
        extractions: [
          {
            name: 'status',
            type: { kind: 'one_of', values: ['draft'] },
            required: true,
            source: { kind: 'json', url: '/api/articles/7', pointer: '/status' },
          },
        ],
      }),
    );
    expect(result.receipt.stop_reason).toBe('failed');
    expect(result.annex.blocker?.code).toBe('extraction_missing');
    expect(result.findings).toEqual([]);
  });

  it('gives a read attempt no draft rules, so that looking cannot write', async () => {
    const result = await run(
      look({
        steps: [
          { kind: 'press', target: { role: 'button', name: 'More' } },
          { kind: 'await', target: { role: 'region', name: 'Details' } },
        ],
        write_rules: [
          {
            id: 'seen',
            effect_class: 'draft',
            describes: 'mark as seen',
            method: 'POST',
            origin: server.origin,
            path: '/seen',
            query: [],
            override_method: null,
            body: { kind: 'empty' },
          },
        ],
      }),
    );
    expect(result.receipt.stop_reason).toBe('completed');
    expect(result.annex.write_blocked).toBe(true);
    expect(result.findings).toEqual([]);
    expect(server.writes).toEqual([]);
  });

  it('checks an enrolment: signed in is completed, a sign-in form is a login', async () => {
    const enrol = (path: string) =>
      look({ action_unit: 'enrol_stored_session', start_url: `${server.origin}${path}` });
    const signedIn = await run(enrol('/articles/7/settings'));
    const signedOut = await run(enrol('/private'));
    expect(signedIn.receipt.stop_reason).toBe('completed');
    expect(signedIn.findings).toEqual([]);
    expect(signedOut.annex.blocker?.code).toBe('login');
    expect(signedOut.receipt.stop_reason).toBe('blocked_by_unknown_modal');
    expect(signedOut.findings).toEqual([]);
  });

  it.each([
    {
      because: 'a fill is no part of looking',
      parts: { steps: [{ kind: 'fill', target: { role: 'textbox', name: 'Title' }, value: 'x' }] },
      rule: 'plan.step-not-in-form',
    },
    {
      because: 'the start has to be allowed',
      parts: { allowed_origins: ['https://example.com'] },
      rule: 'plan.start-outside-origins',
    },
    {
      because: 'another site is not asked',
      parts: {
        extractions: [
          {
            name: 'elsewhere',
            type: { kind: 'integer' },
            required: false,
            source: { kind: 'json', url: 'http://127.0.0.1:1/x', pointer: '/id' },
          },
        ],
      },
      rule: 'plan.read-outside-origins',
    },
    {
      because: 'a draft that fills nothing cannot be read back',
      parts: { action_unit: 'draft_until_review_gate' },
      rule: 'plan.nothing-drafted',
    },
    {
      because: 'a publication presses something',
      parts: { action_unit: 'publish_after_approved_gate' },
      rule: 'plan.no-final-action',
    },
  ] as { because: string; parts: Partial<PlanParts>; rule: string }[])(
    'refuses a plan without contacting the site ($rule), because $because',
    async ({ parts, rule }) => {
      const fault = await run(look(parts)).catch((reason: unknown) => reason);
      expect(PlanFault.isInstance(fault) && fault.rule).toBe(rule);
      expect(server.reads).toEqual([]);
    },
  );
});
