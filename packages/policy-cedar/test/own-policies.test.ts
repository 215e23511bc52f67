import type { Action, PolicyDecider } from '@cux/policy';
import { describe, expect, it } from 'vitest';
import { createCedarPolicy } from '../src/index.ts';
import { click } from './support/click.ts';

const action: Action = { ...click, target: { role: 'button', name: 'Delete\u00a0ALL' } };
const write: Action = { ...action, effect_class: 'external_write' };

function policyOf(text: string): PolicyDecider {
  const verdict = createCedarPolicy(text);
  if (!verdict.ok) throw new Error(JSON.stringify(verdict.problems));
  return verdict.policy;
}

const everything = '@id("all") permit(principal, action, resource);';
const ask =
  '@id("ask") @decision("require_approval") @reason("A person looks.") permit(principal, action, resource);';
const never =
  '@id("never") forbid(principal, action, resource) when { context.target.folded_name like "delete*" };';
const guarded = never.replace('context.target', 'context has target && context.target');
/** Overflows for amounts that the schema allows: Cedar leaves such a policy out, and goes on. */
const failing = `@id("failing") forbid(principal, action, resource)
  when { context.used.actions + 9223372036854775807 > 0 };`;

const rows: readonly (readonly [
  because: string,
  text: string,
  asked: Action,
  effect: string,
  reasons: readonly string[],
  rules: readonly string[],
])[] = [
  ['nothing permits it', '', action, 'forbid', ['policy.no-rule'], []],
  ['a permit permits it', everything, action, 'permit', ['all'], ['all']],
  [
    'a permit that asks outweighs one that does not',
    `${everything}${ask}`,
    action,
    'require_approval',
    ['ask'],
    ['ask'],
  ],
  ['a forbid outweighs a question', `${everything}${ask}${guarded}`, action, 'forbid', ['never'], ['never']],
  [
    'a forbid without a target does not hold',
    `${everything}${guarded}`,
    { ...action, kind: 'scroll', target: null },
    'permit',
    ['all'],
    ['all'],
  ],
  ['no permit lets a write leave', everything, write, 'require_approval', ['policy.effect-leaves'], ['all']],
  [
    'a policy that fails forbids, where Cedar would leave it out',
    `${everything}${failing}`,
    action,
    'forbid',
    ['policy.evaluation-failed'],
    ['failing'],
  ],
  [
    'a failing policy forbids even beside a forbid that holds',
    `${guarded}${failing}`,
    action,
    'forbid',
    ['policy.evaluation-failed'],
    ['failing'],
  ],
  [
    'facts that nobody knows are never asked about',
    everything,
    { ...action, urgent: true } as Action,
    'forbid',
    ['policy.action-unreadable'],
    [],
  ],
  [
    'no action at all is forbidden',
    everything,
    null as unknown as Action,
    'forbid',
    ['policy.action-unreadable'],
    [],
  ],
  [
    'facts that contradict each other are forbidden',
    everything,
    { ...action, target: null },
    'forbid',
    ['policy.action-contradictory'],
    [],
  ],
];

describe("a team's own Cedar policies", () => {
  it.each(rows)('%s', (_, text, asked, effect, reasons, rules) => {
    const decided = policyOf(text).decide(asked);
    expect(decided.effect).toBe(effect);
    expect(decided.reasons.map(({ id }) => id)).toEqual(reasons);
    expect(decided.rules).toEqual(rules);
  });

  it('give their @reason to people', () => {
    expect(policyOf(ask).decide(action).reasons).toEqual([{ id: 'ask', text: 'A person looks.' }]);
  });

  it('have a version that changes with them, and not with their order', () => {
    expect(policyOf(`${everything}${ask}`).version).toBe(policyOf(`${ask}\n// later\n${everything}`).version);
    expect(policyOf(everything).version).not.toBe(policyOf(everything.replace('permit', 'forbid')).version);
  });

  it('decide each by their own, though they were loaded side by side', () => {
    const [one, other] = [policyOf(everything), policyOf(ask)];
    expect([one.decide(action).effect, other.decide(action).effect]).toEqual(['permit', 'require_approval']);
  });
});

const mistakes: readonly (readonly [
  because: string,
  text: string,
  rule: string,
  line: number,
  column: number,
])[] = [
  ['is no Cedar', '// é💥\n  @id("a") permit(principal, action, resource', 'cedar.syntax', 2, 46],
  ['has no id', `${everything}\npermit(principal, action, resource);`, 'cedar.id', 2, 1],
  ['has an id without a value', '@id permit(principal, action, resource);', 'cedar.id', 1, 1],
  ['has an id that is no name', everything.replace('all', 'policy.all'), 'cedar.id', 1, 1],
  [
    'has an id that another has',
    `${everything}\n ${ask.replace('"ask"', '"all"')}`,
    'cedar.id-repeated',
    2,
    2,
  ],
  ['has a decision that is none', ask.replace('require_approval', 'ask'), 'cedar.decision', 1, 1],
  ['forbids and asks at once', ask.replace(' permit(', ' forbid('), 'cedar.decision', 1, 1],
  ['has a decision without a value', ask.replace('("require_approval")', ''), 'cedar.decision', 1, 1],
  ['has a decision of the prototype', ask.replace('require_approval', 'constructor'), 'cedar.decision', 1, 1],
  [
    'misspells an annotation, which would make a question a permit',
    ask.replace('@decision', '@desicion'),
    'cedar.annotation-unknown',
    1,
    1,
  ],
  ['has an empty reason', ask.replace('A person looks.', ''), 'cedar.reason', 1, 1],
  ['is a template', '@id("a") permit(principal == ?principal, action, resource);', 'cedar.template', 1, 1],
  [
    'names a class that does not exist',
    `// é💥\n@id("a") forbid(principal, action, resource) when { context.effect_class == Cux::EffectClass::"write" };`,
    'cedar.invalid',
    2,
    77,
  ],
  [
    'names a kind that does not exist',
    '@id("a") forbid(principal, action == Cux::Action::"drag", resource);',
    'cedar.invalid',
    1,
    38,
  ],
  [
    'reads a fact that does not exist',
    '@id("a") forbid(principal, action, resource) when { context.urgent };',
    'cedar.invalid',
    1,
    53,
  ],
  ['reads a target that may be missing', never, 'cedar.invalid', 1, 57],
  [
    'compares words of two kinds',
    '@id("a") forbid(principal, action, resource) when { context.mode == Cux::Role::"button" };',
    'cedar.impossible',
    1,
    1,
  ],
  [
    'holds for nothing',
    '@id("a") forbid(principal, action, resource) when { context.at > 1 && false };',
    'cedar.impossible',
    1,
    1,
  ],
  ['is larger than a megabyte', `${everything}//${'x'.repeat(1_100_000)}`, 'cedar.too-large', 1, 1],
  [
    'has more policies than 500',
    Array.from({ length: 501 }, (_, i) => everything.replace('all', `p${i}`)).join('\n'),
    'cedar.too-many',
    1,
    1,
  ],
];

describe('a file of Cedar policies is refused, with the place, when one', () => {
  it.each(mistakes)('%s', (_, text, rule, line, column) => {
    const verdict = createCedarPolicy(text);
    expect(verdict.ok ? [] : verdict.problems).toContainEqual(
      expect.objectContaining({ rule, line, column }),
    );
  });

  it('names each mistake once, though it is one for every kind of action', () => {
    const text = '@id("a") forbid(principal, action, resource) when { context.urgent };';
    const verdict = createCedarPolicy(text);
    expect(verdict.ok ? 0 : verdict.problems.length).toBe(1);
  });

  it('warns of letters that look like others', () => {
    const name = 'Рublish';
    const verdict = createCedarPolicy(
      `@id("a") forbid(principal, action, resource) when { context has target && context.target.name == "${name}" };`,
    );
    expect(verdict.ok ? verdict.warnings : []).toMatchObject([{ rule: 'cedar.warning', line: 1 }]);
  });
});
