import { availableParallelism } from 'node:os';
import {
  type Action,
  type ActionPolicy,
  createBuiltInPolicy,
  type PolicyDecider,
  type PolicyRule,
} from '@cux/policy';
import { compileToCedar, createCedarPolicy } from '../src/index.ts';

/** What one rule of a team looks like: classes, sites, an element, a budget, hours; every effect in turn. */
function rule(index: number): PolicyRule {
  const id = `rule-${index}`;
  const origins = [`https://site-${index % 7}.example`, 'https://newsroom.example'];
  const kinds: readonly PolicyRule[] = [
    {
      id,
      effect: 'permit',
      when: { effect_classes: ['read', 'draft'], origins },
      reason: 'reading and drafting',
    },
    {
      id,
      effect: 'forbid',
      when: { target: { roles: ['button'], name: `Delete*${index}*` } },
      reason: 'no deletion',
    },
    {
      id,
      effect: 'require_approval',
      when: { kinds: ['click'], target: { name: `*Publish ${index}` } },
      reason: 'a person looks',
    },
    { id, effect: 'forbid', when: { budget: { actions: { above: 1_000 + index } } }, reason: 'too much' },
    {
      id,
      effect: 'forbid',
      when: { time: { days: ['saturday', 'sunday'], from: '20:00' } },
      reason: 'not at night',
    },
  ];
  return kinds[index % kinds.length] ?? rule(0);
}

function document(rules: number): ActionPolicy {
  return {
    schema_version: 'cux_action_policy_v1',
    label: 'bench',
    rules: Array.from({ length: rules }, (_, index) => rule(index)),
  };
}

const facts = {
  action_unit: 'draft_until_review_gate',
  mode: 'drafting',
  origins: ['https://newsroom.example'],
  at: Date.UTC(2026, 11, 1, 10, 30),
  used: { attempts: 1, actions: 12, wall_ms: 9_000, external_writes: 0, interventions: 0 },
} as const;

/** One that is permitted, one that asks, one that is forbidden, one whose name has to be folded letter by letter. */
const actions: readonly Action[] = [
  { ...facts, kind: 'type_text', effect_class: 'draft', target: { role: 'textbox', name: 'Headline' } },
  { ...facts, kind: 'click', effect_class: 'draft', target: { role: 'button', name: 'Publish 2' } },
  { ...facts, kind: 'click', effect_class: 'draft', target: { role: 'button', name: 'Delete 1 page' } },
  {
    ...facts,
    kind: 'click',
    effect_class: 'external_write',
    target: { role: 'button', name: 'Veröffentlichen' },
  },
];

function cedar(policy: ActionPolicy): PolicyDecider {
  const verdict = createCedarPolicy(compileToCedar(policy));
  if (!verdict.ok) throw new Error(`the policies are refused: ${JSON.stringify(verdict.problems)}`);
  return verdict.policy;
}

/** Microseconds of processor time of one decision: what other programs take of a busy machine is not in it. */
function once(decider: PolicyDecider, times: number): number {
  const { user, system } = process.cpuUsage();
  for (let index = 0; index < times; index += 1) for (const action of actions) decider.decide(action);
  const since = process.cpuUsage({ user, system });
  return (since.user + since.system) / (times * actions.length);
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

const rounds = 61;
const lines = [5, 50, 500].map((rules) => {
  const policy = document(rules);
  const [builtIn, other] = [createBuiltInPolicy(policy), cedar(policy)];
  for (const action of actions) {
    const [one, two] = [builtIn.decide(action), other.decide(action)];
    if (JSON.stringify([one.effect, one.reasons]) !== JSON.stringify([two.effect, two.reasons]))
      throw new Error('the engines disagree');
  }
  once(builtIn, 5_000);
  once(other, 20);
  const timed = Array.from({ length: rounds }, () => {
    // Short turns, one after the other, so that a slower clock or a colder cache is the same for both.
    const [ours, theirs] = [once(builtIn, 1_000), once(other, 10)];
    return { ours, theirs, ratio: ours / theirs };
  });
  const of = (key: 'ours' | 'theirs' | 'ratio') => median(timed.map((round) => round[key]));
  const worst = Math.max(...timed.map(({ ratio }) => ratio));
  return `| ${rules} | ${of('ours').toFixed(2)} | ${of('theirs').toFixed(0)} | ${of('ratio').toFixed(4)} | ${worst.toFixed(4)} |`;
});
process.stdout.write(`Node ${process.version}, ${availableParallelism()} processors; ${rounds} rounds, medians, processor time.

| rules | built-in, µs | Cedar, preparsed, µs | ratio (at most 0.01) | worst round |
|---|---|---|---|---|
${lines.join('\n')}
`);
