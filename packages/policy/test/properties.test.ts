import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Action,
  createBuiltInPolicy,
  type PolicyConditions,
  type PolicyRule,
  policyEffects,
} from '../src/index.ts';
import { action, click, nothingUsed, policy, rule } from './support/facts.ts';

const whens: readonly PolicyConditions[] = [
  {},
  { effect_classes: ['read', 'draft'] },
  { effect_classes: ['external_write'] },
  { kinds: ['click', 'type_text'] },
  { origins: ['https://newsroom.example'] },
  { origins: ['https://elsewhere.example'] },
  { target: { roles: ['button'] } },
  { target: { name: 'Pub*' } },
  { time: { days: ['tuesday'] } },
  { budget: { actions: { above: 5 } } },
];

const pool: readonly PolicyRule[] = whens.flatMap((when, index) =>
  policyEffects.map((effect) => rule({ id: `${effect.replace('_', '-')}-${index}`, effect, when })),
);

const actions: readonly Action[] = [
  action(),
  action({ effect_class: 'read' }),
  action({ effect_class: 'external_write', origins: ['https://elsewhere.example'] }),
  click('Publish'),
  click('publish', { effect_class: 'external_write' }),
  action({ kind: 'scroll', used: { ...nothingUsed, actions: 6 } }),
  action({ origins: ['https://newsroom.example', 'https://elsewhere.example'], at: 0 }),
];

const rules = fc.shuffledSubarray([...pool], { maxLength: 12 });
const asked = fc.constantFrom(...actions);
const strength = (rulesGiven: readonly PolicyRule[], given: Action): number =>
  policyEffects.indexOf(createBuiltInPolicy(policy(...rulesGiven)).decide(given).effect);

describe('built-in rules, whatever they are', () => {
  it('never permit more with one more forbid or question', () => {
    const holdingBack = fc.constantFrom(...pool.filter(({ effect }) => effect !== 'permit'));
    fc.assert(
      fc.property(rules, holdingBack, asked, (given, more, what) => {
        const before = strength(given, what);
        const after = strength(given.includes(more) ? given : [...given, more], what);
        // A question may raise what was forbidden for want of a rule; it never makes it a permit.
        expect(after).toBeLessThanOrEqual(more.effect === 'forbid' ? before : Math.max(before, 1));
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  it('never permit less with one more permit', () => {
    const granting = fc.constantFrom(...pool.filter(({ effect }) => effect === 'permit'));
    fc.assert(
      fc.property(rules, granting, asked, (given, more, what) => {
        const after = strength(given.includes(more) ? given : [...given, more], what);
        expect(after).toBeGreaterThanOrEqual(strength(given, what));
      }),
      { seed: 2, numRuns: 300 },
    );
  });

  it('decide the same in whatever order they stand, down to version and reasons', () => {
    fc.assert(
      fc.property(rules, asked, (given, what) => {
        const turned = [...given].reverse();
        expect(createBuiltInPolicy(policy(...turned)).decide(what)).toEqual(
          createBuiltInPolicy(policy(...given)).decide(what),
        );
      }),
      { seed: 3, numRuns: 200 },
    );
  });

  it('never let a write or a credential pass without a person', () => {
    fc.assert(
      fc.property(
        rules,
        asked,
        fc.constantFrom('external_write', 'credential_use'),
        (given, what, effect_class) => {
          expect(strength(given, { ...what, effect_class })).toBeLessThan(policyEffects.indexOf('permit'));
        },
      ),
      { seed: 4, numRuns: 300 },
    );
  });

  it('forbid an action out of anything that is none, and never throw', () => {
    const decider = createBuiltInPolicy(policy(rule()));
    const keys = Object.keys(action()) as (keyof Action)[];
    const broken = fc
      .tuple(asked, fc.constantFrom(...keys), fc.anything())
      .map(([what, key, value]) => ({ ...what, [key]: value }) as Action)
      // Some of what is drawn is a sound fact; `at` takes many numbers and `target` takes null.
      .filter((what) => !actions.some((sound) => sound.kind === what.kind) || typeof what.at !== 'number');
    fc.assert(
      fc.property(fc.oneof(broken, fc.anything()), (what) => {
        expect(decider.decide(what as Action).effect).toBe('forbid');
      }),
      { seed: 5, numRuns: 500 },
    );
  });
});
