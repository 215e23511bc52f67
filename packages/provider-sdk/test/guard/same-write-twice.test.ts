import type { WriteRule } from '@cux/contracts';
import { expect, test } from 'vitest';
import { GuardCore } from '../../src/guard/guard-core.ts';
import type { ObservedRequest } from '../../src/guard/observed-write.ts';
import { permitFor } from './support/guarded-site.ts';

const origin = 'http://site.example';

const rule = (id: string, body: WriteRule['body']): WriteRule => ({
  id,
  effect_class: 'external_write',
  describes: 'put it up',
  method: 'POST',
  origin,
  path: '/articles',
  query: [],
  override_method: null,
  body,
});
const named: WriteRule['body'] = {
  kind: 'json',
  fields: [{ field: '/status', operator: 'equals', value: 'published' }],
  other_fields: 'allow',
};

const json = (text: string): ObservedRequest => ({
  kind: 'request',
  method: 'POST',
  url: `${origin}/articles`,
  headers: { 'content-type': 'application/json', origin },
  body: new TextEncoder().encode(text),
});

function armed(rules: readonly WriteRule[]): GuardCore {
  const core = new GuardCore({ now: () => 0 });
  core.configure({ allowed_origins: [origin], write_rules: [] });
  core.arm(permitFor(rules), rules, 60_000);
  return core;
}

test('one write does not leave twice because two rules of its permit are about it', () => {
  const core = armed([rule('publish', named), rule('publish-too', named)]);
  expect(core.rule(json('{"status":"published","title":"Hello"}')).kind).toBe('send');
  expect(core.rule(json('{"status":"published","title":"Hello"}')).kind).toBe('block');
  // Written down in another way, it is the same write.
  expect(core.rule(json('{ "title": "H\\u0065llo", "status": "published" }')).kind).toBe('block');
  expect(core.record().blocked).toMatchObject([{ rule: 'guard.permit-spent', count: 2 }]);
  expect(core.disarm()).toEqual(['publish']);
});

test('two writes that say something else leave, each under a rule of its own', () => {
  const core = armed([rule('first', named), rule('second', named)]);
  expect(core.rule(json('{"status":"published","title":"Hello"}')).kind).toBe('send');
  expect(core.rule(json('{"status":"published","title":"Goodbye"}')).kind).toBe('send');
  expect(core.rule(json('{"status":"published","title":"Again"}')).kind).toBe('block');
});
