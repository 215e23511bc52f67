import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { digestOf, type Plan, type WriteRule } from '@cux/contracts';
import { type Guard, type ProviderSession, rehearsePlan, type Surface, startGuard } from '@cux/provider-sdk';
import { afterAll, beforeAll, beforeEach, describe, expect, it, type TestContext } from 'vitest';
import { createHttpProvider, type HttpInterface, wordpressInterface } from '../src/index.ts';

interface Notice {
  title: string;
  state: string;
}

/** An API of notices that counts what arrives. */
const board = {
  notices: new Map<number, Notice>(),
  writes: [] as string[],
  fail: false,
  server: null as Server | null,
  origin: '',
};
const basic = `Basic ${Buffer.from('ann:a key of ann').toString('base64')}`;

async function answer(
  request: IncomingMessage,
): Promise<{ readonly status: number; readonly json: unknown }> {
  const { method = '', url = '' } = request;
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const body = JSON.parse(Buffer.concat(parts).toString('utf8') || '{}');
  if (request.headers.authorization !== basic) return { status: 401, json: {} };
  if (url === '/api/me') return { status: 200, json: { name: 'ann' } };
  if (method !== 'GET') board.writes.push(`${method} ${url} ${JSON.stringify(body)}`);
  if (board.fail) return { status: 500, json: {} };
  const id = Number(/^\/api\/notices\/(\d+)$/.exec(url)?.[1] ?? board.notices.size + 1);
  if (method === 'POST') board.notices.set(id, { title: String(body.title), state: String(body.state) });
  const notice = board.notices.get(id);
  return notice === undefined ? { status: 404, json: {} } : { status: 200, json: { id, ...notice } };
}

const notices: HttpInterface = {
  schema_version: 'cux_http_interface_v1',
  describes: 'Notices.',
  forms: [
    { address: '/board/sign-in', heading: 'Sign in', load: null, fields: [], buttons: [] },
    {
      address: '/board/me',
      heading: 'Me',
      load: '/api/me',
      fields: [{ role: 'textbox', name: 'Name', pointer: null }],
      buttons: [],
    },
    {
      address: '/board/new',
      heading: 'New notice',
      load: '/api/me',
      fields: [{ role: 'textbox', name: 'Title', pointer: null }],
      buttons: [
        {
          name: 'Save',
          method: 'POST',
          path: '/api/notices',
          body: { title: { field: 'Title' }, state: { value: 'draft' } },
          leads_to: '/board/{/id}',
        },
      ],
    },
    {
      address: '/board/{integer}',
      heading: 'Notice',
      load: '/api/notices/{1}',
      fields: [{ role: 'textbox', name: 'Title', pointer: '/title' }],
      buttons: [
        {
          name: 'Put up',
          method: 'POST',
          path: '/api/notices/{1}',
          body: { title: { field: 'Title' }, state: { value: 'up' } },
        },
      ],
    },
  ],
  sign_in: {
    address: '/board/sign-in',
    account: 'Name',
    secret: 'Key',
    submit: 'Sign in',
    check: { path: '/api/me', account: '/name' },
    leads_to: '/board/me',
  },
};

const stored = new TextEncoder().encode(JSON.stringify({ account: 'ann', authorization: basic }));
const clock = { now: () => 1_780_000_000_000 };

beforeAll(async () => {
  board.server = createServer((request, response) => {
    answer(request).then(
      ({ status, json }) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json)),
      () => response.writeHead(400).end(),
    );
  }).listen(0, '127.0.0.1');
  await once(board.server, 'listening');
  const address = board.server.address();
  board.origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
});
afterAll(() => void board.server?.close());
beforeEach(() => {
  board.notices.clear();
  board.writes.length = 0;
  board.fail = false;
});

interface Opened {
  readonly guard: Guard;
  readonly session: ProviderSession;
  readonly surface: Surface;
}

async function open(test: TestContext, storedSession: Uint8Array | null = stored): Promise<Opened> {
  const guard = await startGuard({ clock });
  const workingDirectory = mkdtempSync(join(tmpdir(), 'cux-http-'));
  const session = await createHttpProvider({ interface: notices }).openSession({
    guard: guard.endpoint,
    viewport: { width: 800, height: 600 },
    storedSession,
    workingDirectory,
    signal: new AbortController().signal,
  });
  test.onTestFinished(async () => {
    await session.close();
    await guard.close();
    rmSync(workingDirectory, { recursive: true, force: true });
  });
  guard.configure({ allowed_origins: [board.origin], write_rules: [] });
  return { guard, session, surface: session.surface };
}

const save: WriteRule = {
  id: 'save',
  effect_class: 'draft',
  describes: 'save a notice',
  method: 'POST',
  origin: 'http://placeholder',
  path: '/api/notices',
  query: [],
  override_method: null,
  body: {
    kind: 'json',
    fields: [
      { field: '/title', operator: 'equals', value: 'Q3 notes' },
      { field: '/state', operator: 'equals', value: 'draft' },
    ],
    other_fields: 'deny',
  },
};

function plan(patch: Partial<Plan> = {}): Plan {
  const title = { role: 'textbox', name: 'Title' } as const;
  return {
    schema_version: 'cux_plan_v1',
    action_unit: 'draft_until_review_gate',
    start_url: `${board.origin}/board/new`,
    allowed_origins: [board.origin],
    steps: [
      { kind: 'fill', target: title, value: 'Q3 notes' },
      { kind: 'press', target: { role: 'button', name: 'Save' } },
      { kind: 'await_write', rule: 'save' },
    ],
    final_action: { role: 'button', name: 'Put up' },
    write_rules: [{ ...save, origin: board.origin }],
    permit_rules: [],
    known_modals: [],
    sign_in_walls: [],
    extractions: [
      {
        name: 'id',
        type: { kind: 'integer' },
        required: true,
        source: { kind: 'address', template: '/board/{integer}' },
      },
      {
        name: 'title',
        type: { kind: 'digest' },
        required: true,
        source: { kind: 'json', url: `${board.origin}/api/notices/{id}`, pointer: '/title' },
      },
    ],
    evidence: ['accessibility_snapshot'],
    settle_ms: 0,
    deadline_ms: 20_000,
    viewport: { width: 800, height: 600 },
    ...patch,
  };
}

function rehearse({ guard, session }: Opened, of: Plan) {
  return rehearsePlan({
    providerId: 'http',
    plan: of,
    session,
    guard,
    clock,
    signal: new AbortController().signal,
    limits: { write: 300, awaited: 300, target: 300 },
  });
}

describe('the HTTP provider', () => {
  it('drafts as a browser does: held, in the store, with evidence, and the final action left alone', async (test) => {
    const { receipt, annex } = await rehearse(await open(test), plan());
    expect(receipt).toMatchObject({
      stop_reason: 'stopped_at_gate',
      observed_facts: { draft_present: true, final_action_clicked: false },
    });
    expect(annex.extractions).toEqual({ id: 1, title: digestOf('cux/content', 'Q3 notes') });
    expect(annex.evidence).toMatchObject([{ evidence_class: 'accessibility_snapshot', redacted: true }]);
    expect(board.writes).toEqual(['POST /api/notices {"title":"Q3 notes","state":"draft"}']);
  });

  it('sends nothing that no rule lets pass', async (test) => {
    const { receipt, annex } = await rehearse(
      await open(test),
      plan({ write_rules: [], steps: plan().steps.slice(0, 2) }),
    );
    expect(receipt.stop_reason).not.toBe('stopped_at_gate');
    expect(annex.blocked_writes).toMatchObject([{ method: 'POST', path: '/api/notices' }]);
    expect(board.writes).toEqual([]);
  });

  it('says that it is not signed in, and does nothing', async (test) => {
    const { receipt, annex } = await rehearse(await open(test, null), plan());
    expect(receipt.stop_reason).toBe('blocked_by_unknown_modal');
    expect(annex.blocker?.code).toBe('login');
    expect(board.writes).toEqual([]);
  });

  it('presses once, and calls an error answer done: what came of it, the store says', async (test) => {
    const { guard, surface } = await open(test);
    board.notices.set(7, { title: 'Q3 notes', state: 'draft' });
    guard.configure({
      allowed_origins: [board.origin],
      write_rules: [
        {
          ...save,
          origin: board.origin,
          path: '/api/notices/{integer}',
          body: {
            kind: 'json',
            fields: [{ field: '/state', operator: 'equals', value: 'up' }],
            other_fields: 'allow',
          },
        },
      ],
    });
    await surface.open(`${board.origin}/board/7`, 5_000);
    const found = await surface.resolve({ role: 'button', name: 'Put up' });
    if (found.kind !== 'found') throw new Error('no button');
    board.fail = true;
    expect(await surface.press(found.element, 5_000)).toEqual({ kind: 'done' });
    expect(board.writes).toHaveLength(1);
    expect(guard.record().allowed).toEqual([{ rule: 'save', count: 1 }]);
  });

  it('does not know what came of a press that has no answer', async (test) => {
    const { surface } = await open(test);
    board.notices.set(7, { title: 'Q3 notes', state: 'draft' });
    await surface.open(`${board.origin}/board/7`, 5_000);
    const found = await surface.resolve({ role: 'button', name: 'Put up' });
    if (found.kind !== 'found') throw new Error('no button');
    await surface.open(`${board.origin}/board/new`, 5_000);
    expect(await surface.press(found.element, 5_000)).toMatchObject({
      kind: 'refused',
      readiness: { kind: 'stale' },
    });
    expect(board.writes).toEqual([]);
  });

  it('takes a person’s credential, tries it by a read, and keeps it as its stored session', async (test) => {
    const { session, surface } = await open(test, null);
    await surface.open(`${board.origin}/board/sign-in`, 5_000);
    const person = await surface.takeover();
    await person.type({ role: 'textbox', name: 'Name' }, 'ann');
    await person.type({ role: 'textbox', name: 'Key' }, 'a key of ann');
    await person.press({ role: 'button', name: 'Sign in' });
    expect(await person.location()).toMatchObject({ path: '/board/me' });
    await person.release();
    expect(await surface.holds({ role: 'textbox', name: 'Name' }, { kind: 'text', value: 'ann' })).toBe(
      'held',
    );
    expect(await session.exportStoredSession()).toEqual(stored);
    expect((await surface.observe({ nodes: 100, bytes: 10_000 })).tree).not.toContain('ann');
    expect(board.writes).toEqual([]);
  });

  it('keeps no credential that the API refuses, and none of another account', async (test) => {
    const { session, surface } = await open(test, null);
    await surface.open(`${board.origin}/board/sign-in`, 5_000);
    const person = await surface.takeover();
    await person.type({ role: 'textbox', name: 'Name' }, 'ann');
    await person.type({ role: 'textbox', name: 'Key' }, 'another key');
    await person.press({ role: 'button', name: 'Sign in' });
    expect(new TextDecoder().decode(await session.exportStoredSession())).toBe('{}');
  });

  const targets = [
    { target: { role: 'button', name: 'Save' }, kind: 'found', because: 'it is there' },
    { target: { role: 'button', name: 'Ѕave' }, kind: 'lookalike', because: 'the letter is another one' },
    { target: { role: 'button', name: 'Put up' }, kind: 'missing', because: 'it is on another form' },
    {
      target: { role: 'textbox', name: 'Title', frame: 'editor' },
      kind: 'missing',
      because: 'a form has no frames',
    },
  ] as const;
  it.for(targets)('finds $target.name: $kind, because $because', async ({ target, kind }, test) => {
    const { surface } = await open(test);
    await surface.open(`${board.origin}/board/new`, 5_000);
    expect(await surface.resolve(target)).toMatchObject({ kind });
  });

  it('shows nothing but the guard’s word for another origin', async (test) => {
    const { surface } = await open(test);
    expect(await surface.open('http://127.0.0.1:9/board/7', 2_000)).toEqual({ kind: 'failed' });
  });
});

describe('a description of an API', () => {
  const wrong = [
    { patch: { forms: [] }, place: '/forms', because: 'it has no form' },
    { patch: { schema_version: 'other' }, place: '/schema_version', because: 'it is of another kind' },
    { patch: { secret: 'x' }, place: '/', because: 'it has a key that means nothing' },
  ];
  it.each(wrong)('is refused where $because', ({ patch, place }) => {
    expect(() => createHttpProvider({ interface: { ...notices, ...patch } })).toThrow(place);
  });

  it('is there for WordPress', () => {
    const provider = createHttpProvider({ interface: wordpressInterface, providerId: 'wordpress-rest' });
    expect(provider.profile()).toMatchObject({
      provider_id: 'wordpress-rest',
      provider_primitives: { screenshots: 'unsupported', external_write: 'gated' },
    });
  });
});
