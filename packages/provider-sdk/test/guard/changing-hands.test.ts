import type { WriteRule } from '@cux/contracts';
import { expect, test } from 'vitest';
import { GuardCore } from '../../src/index.ts';

const origin = 'https://desk.example';

function saving(id: string, effect_class: WriteRule['effect_class']): WriteRule {
  return {
    ...{ id, effect_class, describes: 'save the article', method: 'POST', origin, path: '/save', query: [] },
    override_method: null,
    body: { kind: 'json', fields: [], other_fields: 'allow' },
  };
}

const save = {
  method: 'POST',
  url: `${origin}/save`,
  headers: { 'content-type': 'application/json', origin },
  body: new TextEncoder().encode('{}'),
  kind: 'request',
} as const;

function decided(core: GuardCore) {
  const ruling = core.rule(save);
  if (ruling.kind === 'block') throw new Error('the rules do not let it pass');
  return ruling;
}

test('what was decided on in one pair of hands does not leave in the other', () => {
  const core = new GuardCore({ now: () => 0 });
  core.configure({ allowed_origins: [origin], write_rules: [saving('draft', 'draft')] });
  const agents = decided(core);
  expect(agents.mayLeave()).toBe(true);
  core.enterHuman([saving('by-hand', 'external_write')]);
  expect(agents.mayLeave()).toBe(false);
  const persons = decided(core);
  expect(persons.mayLeave()).toBe(true);
  core.leaveHuman();
  expect(persons.mayLeave()).toBe(false);
  expect(agents.mayLeave()).toBe(false);
  expect(decided(core).mayLeave()).toBe(true);
});

test('a draft that was decided on leaves although its attempt has ended, and a read whoever has the controls', () => {
  const core = new GuardCore({ now: () => 0 });
  core.configure({ allowed_origins: [origin], write_rules: [saving('draft', 'draft')] });
  const draft = decided(core);
  const read = core.rule({ ...save, method: 'GET', body: new Uint8Array() });
  core.configure({ allowed_origins: [], write_rules: [] });
  expect(draft.mayLeave()).toBe(true);
  core.enterHuman([]);
  expect(read.kind === 'send' && read.mayLeave()).toBe(true);
});
