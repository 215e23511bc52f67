import { createBuiltInPolicy, type PolicyDecider, type PolicyEffect } from '@cux/policy';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileToCedar, createCedarPolicy } from '../src/index.ts';
import { click } from './support/click.ts';
import { actions, policies } from './support/generated.ts';

function cedar(text: string): PolicyDecider {
  const verdict = createCedarPolicy(text);
  if (!verdict.ok) throw new Error(`${JSON.stringify(verdict.problems)} in\n${text}`);
  return verdict.policy;
}

/** Each is asked about eight actions. `CUX_REPEAT` asks for the long form. */
const documents = process.env.CUX_REPEAT === undefined ? 150 : 2_500;

describe('built-in rules, and Cedar policies made from them', () => {
  it('decide alike, down to rules and reasons, on more than 1,000 pairs of policies and actions', () => {
    const seen = { pairs: 0, effects: new Map<PolicyEffect, number>(), reasons: new Map<string, number>() };
    const count = <Key>(map: Map<Key, number>, key: Key) => map.set(key, (map.get(key) ?? 0) + 1);
    fc.assert(
      fc.property(policies, fc.array(actions, { minLength: 8, maxLength: 8 }), (document, asked) => {
        const builtIn = createBuiltInPolicy(document);
        const other = cedar(compileToCedar(document));
        for (const action of asked) {
          const { policy_version, ...decision } = builtIn.decide(action);
          expect(other.decide(action)).toEqual({ ...decision, policy_version: other.version });
          seen.pairs += 1;
          count(seen.effects, decision.effect);
          for (const { id } of decision.reasons) count(seen.reasons, id);
        }
      }),
      { seed: 20_261_201, numRuns: documents },
    );
    expect(seen.pairs).toBe(8 * documents);
    // Agreement says little where nothing happens: every effect, and default and rules, took part often.
    for (const effect of ['permit', 'forbid', 'require_approval'] as const)
      expect(seen.effects.get(effect) ?? 0).toBeGreaterThan(100);
    expect(seen.reasons.get('policy.effect-leaves') ?? 0).toBeGreaterThan(50);
    expect(seen.reasons.get('rule-0') ?? 0).toBeGreaterThan(100);
  });
});

describe('a name that Cedar would write in another way', () => {
  it.each([
    ['50\\*', '50*', '50 or more'],
    ['*\\**', 'a*b', 'ab'],
    ['a\\\\*', 'a\\b', 'ab'],
    ['say "*"', 'say "yes"', 'say yes'],
    ['a\nb', 'a\nb', 'a b'],
    ['a\u0000*', 'a\u0000b', 'ab'],
    ['\u202eb', '\u202eb', 'b'],
    ['💥*', '💥💥', '💤'],
    ['a\u00a0b', 'a\u00a0b', 'a b'],
    ['\\\\u{41}', '\\u{41}', 'A'],
  ])('%j holds for %j and not for %j, in both', (name, held, other) => {
    const document = {
      schema_version: 'cux_action_policy_v1' as const,
      label: 'test',
      rules: [{ id: 'yes', effect: 'permit' as const, when: { target: { name } }, reason: `for ${name}` }],
    };
    for (const { decide } of [createBuiltInPolicy(document), cedar(compileToCedar(document))]) {
      const effects = [held, other].map((shown) =>
        decide({ ...click, target: { role: 'button', name: shown } }),
      );
      expect(effects.map(({ effect }) => effect)).toEqual(['permit', 'forbid']);
    }
  });
});
