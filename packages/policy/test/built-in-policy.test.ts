import { describe, expect, it } from 'vitest';
import {
  type Action,
  type ActionPolicy,
  createBuiltInPolicy,
  type PolicyConditions,
  type PolicyRule,
} from '../src/index.ts';
import { action, click, nothingUsed, policy, rule, tuesdayMorning } from './support/facts.ts';

interface Row {
  readonly rules: readonly PolicyRule[];
  readonly action: Action;
  readonly effect: string;
  readonly reasons: readonly string[];
  readonly because: string;
}

const forbid = (when: PolicyConditions, id = 'no'): PolicyRule => rule({ id, effect: 'forbid', when });
const ask = (when: PolicyConditions, id = 'ask'): PolicyRule =>
  rule({ id, effect: 'require_approval', when });
const permit = (when: PolicyConditions = {}, id = 'yes'): PolicyRule => rule({ id, when });

const precedence: readonly Row[] = [
  {
    rules: [],
    action: action(),
    effect: 'forbid',
    reasons: ['policy.no-rule'],
    because: 'what no rule speaks of is forbidden',
  },
  { rules: [permit()], action: action(), effect: 'permit', reasons: ['yes'], because: 'a rule permits it' },
  {
    rules: [permit(), forbid({})],
    action: action(),
    effect: 'forbid',
    reasons: ['no'],
    because: 'one forbid outweighs a permit',
  },
  {
    rules: [ask({}), forbid({})],
    action: action(),
    effect: 'forbid',
    reasons: ['no'],
    because: 'one forbid outweighs a question',
  },
  {
    rules: [ask({}), permit()],
    action: action(),
    effect: 'require_approval',
    reasons: ['ask'],
    because: 'asking outweighs permitting',
  },
  {
    rules: [permit({}, 'b'), permit({}, 'a'), forbid({ kinds: ['scroll'] })],
    action: action(),
    effect: 'permit',
    reasons: ['a', 'b'],
    because: 'every rule that took part is named, in the order of ids',
  },
  {
    rules: [permit()],
    action: action({ effect_class: 'external_write' }),
    effect: 'require_approval',
    reasons: ['policy.effect-leaves'],
    because: 'no rule can let a write leave without a person',
  },
  {
    rules: [permit()],
    action: action({ effect_class: 'credential_use' }),
    effect: 'require_approval',
    reasons: ['policy.effect-leaves'],
    because: 'no rule can let a credential be used without a person',
  },
];

const elsewhere = 'https://elsewhere.example';
const both = ['https://newsroom.example', elsewhere];

const conditions: readonly Row[] = [
  {
    rules: [permit({ origins: ['https://newsroom.example'] })],
    action: action({ origins: both }),
    effect: 'forbid',
    reasons: ['policy.no-rule'],
    because: 'a permit covers an action only when it names every origin',
  },
  {
    rules: [permit({ origins: both })],
    action: action({ origins: [elsewhere] }),
    effect: 'permit',
    reasons: ['yes'],
    because: 'fewer origins than permitted are permitted',
  },
  {
    rules: [permit(), forbid({ origins: [elsewhere] })],
    action: action({ origins: both }),
    effect: 'forbid',
    reasons: ['no'],
    because: 'a forbidden origin is not excused by a good one beside it',
  },
  {
    rules: [permit({ effect_classes: ['read'] })],
    action: action(),
    effect: 'forbid',
    reasons: ['policy.no-rule'],
    because: 'a permit for reading says nothing of drafting',
  },
  {
    rules: [permit({ action_units: ['inspect_screen'] })],
    action: action(),
    effect: 'forbid',
    reasons: ['policy.no-rule'],
    because: 'a permit for another unit says nothing of this one',
  },
  {
    rules: [permit({ modes: ['sandbox'] })],
    action: action(),
    effect: 'forbid',
    reasons: ['policy.no-rule'],
    because: 'a permit for another mode says nothing of this one',
  },
  {
    rules: [permit({ kinds: ['scroll'] })],
    action: click('Next'),
    effect: 'forbid',
    reasons: ['policy.no-rule'],
    because: 'a permit to scroll is none to click',
  },
  {
    rules: [permit(), ask({ target: { roles: ['link'] } })],
    action: click('Next'),
    effect: 'permit',
    reasons: ['yes'],
    because: 'a button is no link',
  },
  {
    rules: [permit({ target: { name: 'Save*' } })],
    action: click('SAVE draft'),
    effect: 'forbid',
    reasons: ['policy.no-rule'],
    because: 'a permit reads a name as it stands',
  },
  {
    rules: [permit(), forbid({ target: { name: 'Delete*' } })],
    action: click('DE\u200bLETE  everything'),
    effect: 'forbid',
    reasons: ['no'],
    because: 'a forbid also reads a name as a person would',
  },
  {
    rules: [permit(), forbid({ target: { name: '*straße*' } })],
    action: click('Meine STRASSE 5'),
    effect: 'forbid',
    reasons: ['no'],
    because: 'letters that become others in capitals are found',
  },
  {
    rules: [permit(), forbid({ target: { name: '*' } })],
    action: action(),
    effect: 'permit',
    reasons: ['yes'],
    because: 'an action without an element has no name that could be forbidden',
  },
  {
    rules: [permit({ time: { days: ['tuesday'], from: '10:30', until: '10:31' } })],
    action: action(),
    effect: 'permit',
    reasons: ['yes'],
    because: 'a window includes the minute that it begins with',
  },
  {
    rules: [permit({ time: { until: '10:30' } })],
    action: action(),
    effect: 'forbid',
    reasons: ['policy.no-rule'],
    because: 'a window is over when its last minute begins',
  },
  {
    rules: [permit({ time: { days: ['monday', 'wednesday'] } })],
    action: action(),
    effect: 'forbid',
    reasons: ['policy.no-rule'],
    because: 'it is Tuesday',
  },
  {
    rules: [permit(), forbid({ time: { not_before: tuesdayMorning } })],
    action: action(),
    effect: 'forbid',
    reasons: ['no'],
    because: 'a moment belongs to what begins with it',
  },
  {
    rules: [permit({ time: { not_after: tuesdayMorning } })],
    action: action(),
    effect: 'forbid',
    reasons: ['policy.no-rule'],
    because: 'a permit has ended at the moment that it names',
  },
  {
    rules: [permit({ budget: { actions: { at_most: 20 } } })],
    action: action({ used: { ...nothingUsed, actions: 20 } }),
    effect: 'permit',
    reasons: ['yes'],
    because: 'twenty are at most twenty',
  },
  {
    rules: [permit({ budget: { actions: { at_most: 20 } } })],
    action: action({ used: { ...nothingUsed, actions: 21 } }),
    effect: 'forbid',
    reasons: ['policy.no-rule'],
    because: 'the permit ends with its budget',
  },
  {
    rules: [permit(), ask({ budget: { external_writes: { above: 2, at_most: 9 } } })],
    action: action({ used: { ...nothingUsed, external_writes: 3 } }),
    effect: 'require_approval',
    reasons: ['ask'],
    because: 'from the third write on a person is asked',
  },
  {
    rules: [permit(), ask({ budget: { external_writes: { above: 2 }, actions: { above: 0 } } })],
    action: action({ used: { ...nothingUsed, external_writes: 3 } }),
    effect: 'permit',
    reasons: ['yes'],
    because: 'every bound of a budget must hold',
  },
];

describe.each([
  ['precedence', precedence],
  ['conditions', conditions],
])('built-in rules: %s', (_, rows) => {
  it.each(rows)('$effect: $because', ({ rules, action: given, effect, reasons }) => {
    const decider = createBuiltInPolicy(policy(...rules));
    const decided = decider.decide(given);
    expect(decided.effect).toBe(effect);
    expect(decided.reasons.map(({ id }) => id)).toEqual(reasons);
    expect(decided.policy_version).toBe(decider.version);
    expect(decided.reasons.every(({ text }) => text.length > 0)).toBe(true);
  });
});

const unreadable: readonly (readonly [because: string, action: unknown])[] = [
  ['nothing', undefined],
  ['null', null],
  ['a word', 'click'],
  ['a list', []],
  ['no facts', {}],
  ['an unknown kind', action({ kind: 'drag' as 'click' })],
  ['an unknown class', action({ effect_class: 'write' as 'draft' })],
  ['an unknown unit', action({ action_unit: 'publish' as 'inspect_screen' })],
  ['an unknown mode', action({ mode: 'live' as 'sandbox' })],
  ['a fact that nobody knows', { ...action(), urgent: true }],
  ['no origin', action({ origins: [] })],
  [
    'more origins than a plan may have',
    action({ origins: Array.from({ length: 21 }, (_, i) => `https://s${i}.example`) }),
  ],
  ['an origin with a path', action({ origins: ['https://newsroom.example/admin'] })],
  ['an origin that is no text', action({ origins: [1 as unknown as string] })],
  ['a time that is no number', action({ at: '2026' as unknown as number })],
  ['no number as a time', action({ at: Number.NaN })],
  ['a time before time', action({ at: -1 })],
  ['half a millisecond', action({ at: 0.5 })],
  ['an unknown role', click('x', { target: { role: 'knob' as 'button', name: 'x' } })],
  ['half of a character', click('x\ud800')],
  ['a name that is too long', click('x'.repeat(401))],
  [
    'an element with more than an element has',
    click('x', { target: { role: 'button', name: 'x', value: 1 } as never }),
  ],
  [
    'a measure that is missing',
    action({ used: { ...nothingUsed, actions: undefined as unknown as number } }),
  ],
  ['a measure that nobody knows', action({ used: { ...nothingUsed, tokens: 1 } as never })],
  ['a budget that was overdrawn', action({ used: { ...nothingUsed, actions: -1 } })],
  [
    'a fact that throws',
    Object.defineProperty(action(), 'mode', {
      enumerable: true,
      get: () => {
        throw new Error('no');
      },
    }),
  ],
];

const contradictory: readonly (readonly [because: string, action: Action])[] = [
  ['a click on nothing', action({ kind: 'click' })],
  ['text typed into nothing', action({ kind: 'type_text' })],
  ['an option of nothing', action({ kind: 'select_option' })],
  ['another target with an element', click('x', { kind: 'switch_target' })],
  ['a closed target with an element', click('x', { kind: 'close_target' })],
];

describe('what cannot be decided is forbidden, whatever the rules say', () => {
  const decider = createBuiltInPolicy(policy(rule()));

  it.each(unreadable)('unreadable: %s', (_, given) => {
    const { effect, reasons } = decider.decide(given as Action);
    expect([effect, reasons[0]?.id]).toEqual(['forbid', 'policy.action-unreadable']);
  });

  it.each(contradictory)('contradictory: %s', (_, given) => {
    const { effect, reasons } = decider.decide(given);
    expect([effect, reasons[0]?.id]).toEqual(['forbid', 'policy.action-contradictory']);
  });

  it.each([
    ['nothing', undefined],
    ['a rule of another shape', { ...policy(), rules: [{ id: 'yes', effect: 'permit' }] }],
    ['an unknown condition', policy(rule({ when: { urgency: 'high' } as PolicyConditions }))],
    ['an older form', { version: '1', rules: [rule()] }],
  ])('a document that is %s', (_, document) => {
    const { effect, reasons } = createBuiltInPolicy(document as ActionPolicy).decide(action());
    expect([effect, reasons[0]?.id]).toEqual(['forbid', 'policy.document-unreadable']);
  });

  it('reads every fact once, so that nobody is shown another action than the one that was decided', () => {
    let reads = 0;
    const shifting = Object.defineProperty(action(), 'effect_class', {
      enumerable: true,
      get: () => (reads++ === 0 ? 'external_write' : 'draft'),
    });
    expect(decider.decide(shifting).effect).toBe('require_approval');
    expect(reads).toBe(1);
  });
});

describe('the version of a policy', () => {
  const one = rule({ id: 'a', when: { kinds: ['click', 'scroll'] } });
  const other = rule({ id: 'b', effect: 'forbid' });

  it('stays the same when rules or words change places', () => {
    const turned = policy(other, { ...one, when: { kinds: ['scroll', 'click'] } });
    expect(createBuiltInPolicy(turned).version).toBe(createBuiltInPolicy(policy(one, other)).version);
  });

  it.each([
    ['an effect', policy(one, { ...other, effect: 'permit' })],
    ['a reason', policy(one, { ...other, reason: 'another' })],
    ['a condition', policy({ ...one, when: { kinds: ['click'] } }, other)],
    ['a rule', policy(one)],
  ])('changes with %s', (_, changed) => {
    expect(createBuiltInPolicy(changed).version).not.toBe(createBuiltInPolicy(policy(one, other)).version);
  });

  it('is not moved by a document that is changed after it was read', () => {
    const document = policy(rule());
    const decider = createBuiltInPolicy(document);
    document.rules.push(rule({ id: 'later', effect: 'forbid' }));
    expect(decider.decide(action()).effect).toBe('permit');
  });
});
