import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { cuxHere } from './cux-here.ts';
import { temporaryFolder } from './state-folder.ts';

const document = {
  schema_version: 'cux_action_policy_v1',
  label: 'test',
  rules: [
    { id: 'drafts', effect: 'permit', when: { effect_classes: ['draft'] }, reason: 'Harmless.' },
    { id: 'sends', effect: 'require_approval', when: { effect_classes: ['external_write'] }, reason: 'Ask.' },
  ],
};
const cedar = `@id("drafts") @reason("Harmless.")
permit (principal, action, resource) when { context.effect_class == Cux::EffectClass::"draft" };
@id("sends") @decision("require_approval") @reason("Ask.")
permit (principal, action, resource) when { context.effect_class == Cux::EffectClass::"external_write" };`;
const action = {
  kind: 'plan',
  action_unit: 'draft_until_review_gate',
  effect_class: 'draft',
  mode: 'drafting',
  origins: ['https://newsroom.example'],
  target: null,
};

function file(name: string, text: string): string {
  const path = join(temporaryFolder({ onTestFinished }), name);
  writeFileSync(path, text);
  return path;
}

it('tells the rules of a policy in plain words, with the version that decisions carry', async () => {
  const path = file('policy.json', JSON.stringify(document));
  const { code, output } = await cuxHere(['policy', 'check', path]);
  expect(code).toBe(0);
  expect(output).toMatch(/^drafts permits every action of class draft\. Reason: Harmless\.$/m);
  expect(output).toMatch(
    /^sends asks a person before every action of class external_write\. Reason: Ask\.$/m,
  );
  expect(output).toMatch(/^version sha256:[0-9a-f]{64}$/m);
});

it('tells Cedar policies, too', async () => {
  const { code, output } = await cuxHere(['policy', 'check', file('policy.cedar', cedar)]);
  expect([code, output]).toEqual([0, expect.stringMatching(/^sends require_approval: Ask\.$/m)]);
});

it.each([
  [
    'policy.json',
    '{\n "schema_version": "cux_action_policy_v1",\n "label": 1, "rules": [] }',
    '3:2  policy.shape at /label',
  ],
  ['policy.json', '{', '1:2  parse.syntax'],
  ['policy.cedar', '\npermit (principal, action, resource);', '2:1  cedar.id'],
])('shows the mistakes of a %s with their places, and ends with 1', async (name, text, line) => {
  const { code, output, errors } = await cuxHere(['policy', 'check', file(name, text)]);
  expect(code).toBe(1);
  expect(output).toContain(line);
  expect(errors).toContain('mend them');
});

it('gives mistakes as JSON where JSON was asked for', async () => {
  const { code, output } = await cuxHere(['--json', 'policy', 'check', file('policy.json', '[]')]);
  expect(code).toBe(1);
  expect(JSON.parse(output)).toMatchObject({
    ok: false,
    problems: [{ rule: 'parse.not-an-object', line: 1 }],
  });
});

it.each([
  ['draft', 'permit', 'drafts'],
  ['external_write', 'require_approval', 'sends'],
  ['read', 'forbid', 'policy.no-rule'],
  ['write', 'forbid', 'policy.action-unreadable'],
])(
  'decides an action of class %s alike in both languages: %s because of %s',
  async (effect_class, effect, id) => {
    const facts = JSON.stringify({ ...action, effect_class });
    for (const path of [file('policy.json', JSON.stringify(document)), file('policy.cedar', cedar)]) {
      const { code, output } = await cuxHere(['--json', 'policy', 'explain', path, '--action', facts]);
      expect([code, JSON.parse(output)]).toMatchObject([0, { effect, reasons: [{ id }] }]);
    }
  },
);

it.each([
  ['a file that is not there', ['check', 'nowhere.json'], 'name one that is there'],
  ['an action that is no JSON', ['explain', '', '--action', '{'], 'no JSON object'],
  ['no action', ['explain', ''], '--action'],
])('refuses %s in one sentence', async (_, [verb = '', path = '', ...more], sentence) => {
  const named = path === '' ? file('policy.json', JSON.stringify(document)) : path;
  const { code, errors } = await cuxHere(['policy', verb, named, ...more]);
  expect(code).toBeGreaterThan(0);
  expect(errors).toContain(sentence);
});
