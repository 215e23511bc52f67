import { newsroom, renderPlan } from '@cux/content-ops';
import {
  digestOf,
  digestOfBytes,
  type Permit,
  type Plan,
  permitRulesDigest,
  planDigest,
} from '@cux/contracts';
import { createMockProvider } from '@cux/provider-mock';
import { createPlaywrightProvider } from '@cux/provider-playwright';
import {
  type AttemptReport,
  monotonicClock,
  type Provider,
  runPlan,
  startGuard,
  systemClock,
  unitForms,
} from '@cux/provider-sdk';
import { createAdaptorServer } from '@hono/node-server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { newsroomFixture } from '../src/mock/newsroom-fixture.ts';
import { newsroomApplication } from '../src/newsroom/newsroom-application.ts';
import { readNewsroomState } from '../src/newsroom/newsroom-files.ts';
import { NewsroomStore } from '../src/newsroom/newsroom-store.ts';
import { temporaryFolder } from './temporary-folder.ts';

const idBody = '01j9zzzzzzzzzzzzzzzzzzzzzz';
const gate = { gate_id: `gate_${idBody}`, revision: 2, status: 'open' } as const;
const content = { title: 'Harvest notes', body: 'A good year.\n\nThe second paragraph.', section: 'Culture' };

async function startSite(): Promise<{ origin: string; directory: string }> {
  const directory = temporaryFolder();
  const store = new NewsroomStore(directory, () => new Date());
  const server = createAdaptorServer({
    fetch: newsroomApplication({ store, unexpectedDialog: false }).fetch,
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return { origin: `http://127.0.0.1:${port}`, directory };
}

function planFor(phase: 'draft' | 'publish' | 'read_back', origin: string, item: string | null): Plan {
  const rendered = renderPlan(newsroom, {
    phase,
    origin,
    account: 'editor',
    item,
    content,
    evidence: ['screenshot'],
  });
  if (!rendered.ok) throw new Error(rendered.problems.join('; '));
  return rendered.plan;
}

function mockOf({ start_url: url }: Plan, modal = false): Provider {
  return createMockProvider({ fixture: newsroomFixture({ origin: new URL(url).origin, modal }) });
}

/** One attempt of the shipped recipe in a session of its own. */
async function attempt(plan: Plan, provider: Provider = mockOf(plan)): Promise<AttemptReport> {
  const guard = await startGuard({ clock: systemClock });
  const session = await provider.openSession({
    guard: guard.endpoint,
    viewport: plan.viewport,
    storedSession: null,
    workingDirectory: temporaryFolder(),
    signal: new AbortController().signal,
  });
  const { effectClass } = unitForms[plan.action_unit];
  const gated = effectClass === 'external_write';
  const permit: Permit = {
    permit_id: `permit_${idBody}`,
    attempt_id: `attempt_${idBody}`,
    gate_id: gate.gate_id,
    subject_digest: digestOf('cux/subject', 'a test'),
    permit_rules_digest: permitRulesDigest(plan),
    valid_for_ms: 60_000,
  };
  try {
    return await runPlan({
      attemptId: permit.attempt_id,
      idempotencyKey: `key_${idBody}`,
      request: {
        schema_version: 'computer_use_action_request_v0',
        goal_id: 'goal',
        todo_id: 'todo',
        provider_id: provider.providerId,
        action_unit: plan.action_unit,
        effect_class: effectClass,
        write_scope: { allowed_actions: ['edit the article'], forbidden_effect_classes: [] },
        ...(gated ? { gate_binding: gate } : {}),
        stop_condition: 'stop at final confirmation',
        validation_target: 'the editor is reached',
      },
      requestDigest: digestOf('cux/request', plan.action_unit),
      plan,
      planDigest: planDigest(plan),
      gateBinding: gated ? gate : null,
      session,
      guard,
      hooks: {
        progress: async () => true,
        prepared: async () => ({
          kind: 'permit',
          permit,
          expires_at: monotonicClock.now() + permit.valid_for_ms,
        }),
        keepEvidence: async ({ bytes }) => digestOfBytes(bytes),
      },
      clock: systemClock,
      signal: new AbortController().signal,
    });
  } finally {
    await session.close();
    await guard.close();
  }
}

describe('the newsroom without a browser', () => {
  it('drafts, publishes once and reads back at the real newsroom', async () => {
    const { origin, directory } = await startSite();

    const draft = await attempt(planFor('draft', origin, null));
    expect(draft.receipt.stop_reason).toBe('stopped_at_gate');
    expect(draft.annex.extractions).toMatchObject({ item_id: 1, status: 'draft' });
    expect(draft.annex.write_blocked).toBe(false);
    expect(readNewsroomState(directory).publications).toHaveLength(0);

    const published = await attempt(planFor('publish', origin, '1'));
    expect(published.receipt.stop_reason).toBe('completed');
    expect(published.annex).toMatchObject({ press: 'pressed', permit_spent: 1 });

    const readBack = await attempt(planFor('read_back', origin, '1'));
    expect(readBack.annex.extractions).toMatchObject({
      status: 'published',
      headline: digestOf('cux/content', content.title),
      body: digestOf('cux/content', content.body),
      section: digestOf('cux/content', content.section),
    });
    const { publications } = readNewsroomState(directory);
    expect(publications.map(({ article }) => article.headline)).toEqual([content.title]);
  });

  it('stops at the dialog that no recipe knows, and acknowledges nothing', async () => {
    const { origin, directory } = await startSite();
    const plan = planFor('draft', origin, null);
    const { receipt, annex } = await attempt(plan, mockOf(plan, true));
    expect(receipt.stop_reason).toBe('blocked_by_unknown_modal');
    expect(annex.blocker).toMatchObject({ code: 'modal', label: 'Before you go on' });
    expect(annex.extractions).toEqual({
      item_id: 1,
      status: 'auto-draft',
      headline: expect.any(String),
      body: expect.any(String),
      section: expect.any(String),
    });
    expect(readNewsroomState(directory).articles.get(1)).toMatchObject({
      status: 'auto-draft',
      headline: '',
    });
  });
});

/** An editor who saves and publishes without cux. */
async function byHand(origin: string, status: 'draft' | 'published'): Promise<void> {
  const { title: headline, body, section } = content;
  const answer = await fetch(`${origin}/api/articles/1`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ status, headline, body, section }),
  });
  expect(answer.ok).toBe(true);
}

describe.each([
  ['the mock', mockOf],
  ['Chromium', () => createPlaywrightProvider()],
] as const)('an article that was published by hand after its approval, with %s', (_name, providerOf) => {
  it('is not published a second time', async () => {
    const { origin, directory } = await startSite();
    await fetch(`${origin}/articles/new`);
    await byHand(origin, 'draft');
    await byHand(origin, 'published');
    const plan = planFor('publish', origin, '1');
    const { receipt, annex } = await attempt(plan, providerOf(plan));
    expect(receipt).toMatchObject({ stop_reason: 'failed', observed_facts: { final_action_clicked: false } });
    expect(annex).toMatchObject({
      blocker: { code: 'fact_differs' },
      press: 'not_attempted',
      permit_spent: 0,
    });
    expect(readNewsroomState(directory).publications).toHaveLength(1);
  });
});
