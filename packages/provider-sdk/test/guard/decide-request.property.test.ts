import { matchesTemplate, type WriteRule, writeFingerprintSchema } from '@cux/contracts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decideRequest } from '../../src/guard/decide-request.ts';
import { fingerprintOf } from '../../src/guard/fingerprint.ts';
import { FingerprintBook } from '../../src/guard/fingerprint-book.ts';
import type { ObservedRequest } from '../../src/guard/observed-write.ts';
import { readRequestUrl, strictPath } from '../../src/guard/request-url.ts';
import {
  bytesOf,
  draftRequest,
  draftRule,
  formRequest,
  formRule,
  origin,
  stateWith,
} from './support/examples.ts';

const article = { status: 'draft', headline: 'Q3 notes', meta: { slug: 'q3', size: 12, pinned: false } };

/** A rule that names everything that it lets pass. */
const exactRule: WriteRule = {
  ...draftRule,
  body: {
    kind: 'json',
    fields: [
      { field: '/status', operator: 'equals', value: 'draft' },
      { field: '/headline', operator: 'equals', value: 'Q3 notes' },
      { field: '/meta/slug', operator: 'equals', value: 'q3' },
      { field: '/meta/size', operator: 'equals', value: 12 },
      { field: '/meta/pinned', operator: 'equals', value: false },
    ],
    other_fields: 'deny',
  },
};
const exactRequest: ObservedRequest = { ...draftRequest, body: bytesOf(JSON.stringify(article)) };
const exact = stateWith(exactRule);

/** One edit of a text: a character put in, put in the place of others, or taken away. */
const edits = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  remove: fc.nat({ max: 3 }),
  insert: fc.oneof(
    fc.string({ maxLength: 3 }),
    fc.constantFrom(
      '%2e',
      '%2F',
      '%00',
      '..',
      '//',
      ';',
      '\\',
      '&',
      '=',
      '#',
      '?',
      '@',
      ':',
      '"',
      '}',
      ',"status":1',
    ),
  ),
});

function edited(
  text: string,
  { at, remove, insert }: { at: number; remove: number; insert: string },
): string {
  const index = Math.floor(at * text.length);
  return text.slice(0, index) + insert + text.slice(index + remove);
}

const anyRequest = fc.record({
  method: fc.oneof(fc.constantFrom('GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'), fc.string()),
  url: fc.oneof(
    fc.webUrl({ withFragments: true, withQueryParameters: true }),
    fc.string(),
    fc.constant(draftRequest.url),
  ),
  headers: fc.dictionary(
    fc.oneof(
      fc.constantFrom('content-type', 'host', 'origin', 'x-http-method-override', 'upgrade'),
      fc.string(),
    ),
    fc.oneof(
      fc.string(),
      fc.array(fc.string()),
      fc.constantFrom('application/json', 'multipart/form-data; boundary=x'),
    ),
  ),
  body: fc.oneof(fc.uint8Array(), fc.json().map(bytesOf), fc.string().map(bytesOf)),
  kind: fc.constantFrom<ObservedRequest['kind']>('request', 'upgrade'),
});

describe('any request', () => {
  test('gets a decision, never an exception, and no write passes without a rule', () => {
    fc.assert(
      fc.property(anyRequest, (request) => {
        const decision = decideRequest(request, stateWith());
        const safe = request.kind === 'request' && ['GET', 'HEAD', 'OPTIONS'].includes(request.method);
        expect(decision.kind === 'allow' && !safe).toBe(false);
        expect(decision.rule).not.toBe('guard.fault');
      }),
    );
  });

  test('leaves a fingerprint that the annex takes', () => {
    fc.assert(
      fc.property(anyRequest, (request) => {
        writeFingerprintSchema.parse(fingerprintOf(request, decideRequest(request, exact).rule));
      }),
    );
  });
});

describe('an allowed write', () => {
  test('is allowed as it is', () => {
    expect(decideRequest(exactRequest, exact)).toMatchObject({ kind: 'allow', rule: 'save-draft' });
  });

  test('with an edited JSON body passes only where it says the same', () => {
    fc.assert(
      fc.property(edits, (edit) => {
        const text = edited(JSON.stringify(article), edit);
        if (decideRequest({ ...exactRequest, body: bytesOf(text) }, exact).kind === 'block') return;
        expect(JSON.parse(text)).toEqual(article);
      }),
      { numRuns: 2_000 },
    );
  });

  test('with another member anywhere in its JSON body is blocked', () => {
    const places = fc.constantFrom<(extra: object) => object>(
      (extra) => ({ ...extra, ...article }),
      (extra) => ({ ...article, ...extra }),
      (extra) => ({ ...article, meta: { ...article.meta, ...extra } }),
      (extra) => ({ ...article, meta: { ...article.meta, slug: extra } }),
    );
    const known = ['status', 'headline', 'meta', 'slug', 'size', 'pinned'];
    const names = fc.string().filter((name) => !known.includes(name));
    fc.assert(
      fc.property(places, names, fc.jsonValue(), (place, name, value) => {
        const text = JSON.stringify(place({ [name]: value }));
        expect(decideRequest({ ...exactRequest, body: bytesOf(text) }, exact).kind).toBe('block');
      }),
    );
  });

  test('with an edited address passes only where it leads to the same place', () => {
    fc.assert(
      fc.property(edits, (edit) => {
        const url = edited(exactRequest.url, edit);
        if (decideRequest({ ...exactRequest, url }, exact).kind === 'block') return;
        const read = new URL(url);
        expect(read.origin).toBe(origin);
        expect(read.username + read.password + read.hash).toBe('');
        expect(read.pathname).toMatch(/^\/api\/articles\/[0-9]+$/);
        expect([[], [['lang', 'en']]]).toContainEqual([...read.searchParams]);
      }),
      { numRuns: 2_000 },
    );
  });

  test('with an edited form passes only where its status is the same', () => {
    fc.assert(
      fc.property(edits, (edit) => {
        const text = edited('title=a%20b&status=draft&tags[]=1', edit);
        if (decideRequest(formRequest(text), stateWith(formRule)).kind === 'block') return;
        const read = new URLSearchParams(text);
        expect(read.getAll('status')).toEqual(['draft']);
        expect([...read.keys()].some((name) => name.trim().toLowerCase().startsWith('_method'))).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });

  test('with another method or any header that speaks of one is blocked', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (before, after, value) => {
        const name = `${before}method${after}`.toLowerCase();
        fc.pre(name !== 'access-control-request-method');
        const headers = { ...exactRequest.headers, [name]: value };
        expect(decideRequest({ ...exactRequest, headers }, exact).kind).toBe('block');
        expect(decideRequest({ ...exactRequest, method: value }, exact).kind).toBe('block');
      }),
    );
  });
});

describe('normalisation', () => {
  test('of an address is idempotent', () => {
    fc.assert(
      fc.property(edits, fc.webUrl({ withQueryParameters: true }), (edit, address) => {
        const once = readRequestUrl(edited(address, edit));
        if (once !== null) expect(readRequestUrl(once.href)).toEqual(once);
      }),
    );
  });

  test('of a path is idempotent', () => {
    fc.assert(
      fc.property(edits, (edit) => {
        const once = strictPath(edited('/caf%c3%a9/a%20b/12', edit));
        if (once !== null) expect(strictPath(once)).toBe(once);
      }),
    );
  });
});

test('a template matches what the equal expression matches', () => {
  const pieces = fc.array(fc.constantFrom('{integer}', '{segment}', '/', 'a', '1', '{', 'b}'), {
    maxLength: 6,
  });
  const texts = fc.string({ unit: fc.constantFrom('/', 'a', '1', '2', '{', 'b', '}'), maxLength: 8 });
  fc.assert(
    fc.property(pieces, texts, (list, text) => {
      const template = list.join('');
      const expression = template
        .split(/(\{integer\}|\{segment\})/)
        .map(
          (piece) =>
            ({ '{integer}': '[0-9]+', '{segment}': '[^/]+' })[piece] ?? piece.replace(/[{}]/g, '\\$&'),
        )
        .join('');
      expect(matchesTemplate(template, text)).toBe(new RegExp(`^${expression}$`).test(text));
    }),
    { numRuns: 2_000 },
  );
});

describe('fingerprints', () => {
  const secret = fc
    .stringMatching(/^[a-z0-9]{24,40}$/)
    .filter((text) => /[0-9]/.test(text) && /[a-z]/.test(text));

  test('hold no value, no query and no name that could be a secret', () => {
    fc.assert(
      fc.property(secret, (canary) => {
        const request: ObservedRequest = {
          method: 'POST',
          url: `https://${canary}.evil.example/a/${canary}/12?token=${canary}`,
          headers: { 'content-type': 'application/json', authorization: canary, cookie: canary },
          body: bytesOf(JSON.stringify({ title: canary, [canary]: 1, list: [{ name: canary }] })),
          kind: 'request',
        };
        const fingerprint = fingerprintOf(request, 'guard.no-rule');
        expect(JSON.stringify(fingerprint)).not.toContain(canary);
        expect(fingerprint).toMatchObject({ path: '/a/{redacted}/12', body_kind: 'json' });
        expect(fingerprint.shape).toContain('/title:string');
      }),
    );
  });

  test('are merged, and bounded whatever a page does', () => {
    const book = new FingerprintBook();
    for (let index = 0; index < 1_000; index += 1) {
      const request = { ...draftRequest, url: `${origin}/a/${index}` };
      book.add(fingerprintOf(request, 'guard.no-rule'));
      book.add(fingerprintOf(draftRequest, 'guard.no-rule'));
    }
    const list = book.list();
    expect(list).toHaveLength(200);
    expect(list.reduce((sum, { count }) => sum + count, 0)).toBe(2_000);
    expect(list.find(({ path }) => path === '/api/articles/12')?.count).toBe(1_000);
  });
});
