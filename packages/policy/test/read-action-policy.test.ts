import { describe, expect, it } from 'vitest';
import { readActionPolicy } from '../src/index.ts';
import { policy, rule } from './support/facts.ts';

/** A file of one rule, whose `when` is the given text on line 7. */
function file(when: string, tail = ''): string {
  return `{
  "schema_version": "cux_action_policy_v1",
  "label": "ours",
  "rules": [
    {
      "id": "one", "effect": "permit", "reason": "why not",
      "when": ${when}
    }${tail}
  ]
}`;
}

const second = `,
    { "id": "one", "effect": "forbid", "reason": "twice", "when": {} }`;

const mistakes: readonly (readonly [
  because: string,
  text: string,
  rule: string,
  path: string,
  line: number,
  column: number,
])[] = [
  ['a comma too many', file('{},'), 'parse.syntax', '', 8, 5],
  ['a comment', file('{} // all'), 'parse.syntax', '', 7, 18],
  [
    'a key that is there twice',
    file('{ "kinds": ["click"], "kinds": ["scroll"] }'),
    'parse.duplicate-key',
    '/rules/0/when/kinds',
    7,
    37,
  ],
  ['an unknown condition', file('{ "urgency": 1 }'), 'policy.shape', '/rules/0/when/urgency', 7, 17],
  ['an unknown word', file('{ "kinds": ["click", "drag"] }'), 'policy.shape', '/rules/0/when/kinds/1', 7, 36],
  [
    'a word that is there twice',
    file('{ "kinds": ["click", "click"] }'),
    'policy.shape',
    '/rules/0/when/kinds/1',
    7,
    36,
  ],
  ['an empty list', file('{ "kinds": [] }'), 'policy.shape', '/rules/0/when/kinds', 7, 17],
  [
    'a regular expression that is no pattern',
    file('{ "target": { "name": "a\\\\d" } }'),
    'policy.shape',
    '/rules/0/when/target/name',
    7,
    29,
  ],
  [
    'a window that ends before it begins',
    file('{ "time": { "from": "18:00", "until": "08:00" } }'),
    'policy.shape',
    '/rules/0/when/time/until',
    7,
    44,
  ],
  [
    'a time that is none',
    file('{ "time": { "from": "25:00" } }'),
    'policy.shape',
    '/rules/0/when/time/from',
    7,
    27,
  ],
  ['a window without a bound', file('{ "time": {} }'), 'policy.shape', '/rules/0/when/time', 7, 17],
  [
    'moments the wrong way round',
    file('{ "time": { "not_before": 2, "not_after": 2 } }'),
    'policy.shape',
    '/rules/0/when/time/not_after',
    7,
    44,
  ],
  [
    'a budget that nothing can keep',
    file('{ "budget": { "actions": { "above": 5, "at_most": 5 } } }'),
    'policy.shape',
    '/rules/0/when/budget/actions/at_most',
    7,
    54,
  ],
  ['a budget without a measure', file('{ "budget": {} }'), 'policy.shape', '/rules/0/when/budget', 7, 17],
  [
    'a budget without a bound',
    file('{ "budget": { "actions": {} } }'),
    'policy.shape',
    '/rules/0/when/budget/actions',
    7,
    29,
  ],
  [
    'a fraction',
    file('{ "budget": { "actions": { "above": 0.5 } } }'),
    'policy.shape',
    '/rules/0/when/budget/actions/above',
    7,
    42,
  ],
  [
    'an element where there is none',
    file('{ "kinds": ["close_target"], "target": { "name": "x" } }'),
    'policy.shape',
    '/rules/0/when/target',
    7,
    44,
  ],
  ['a target that says nothing', file('{ "target": {} }'), 'policy.shape', '/rules/0/when/target', 7, 17],
  ['two rules of one id', file('{}', second), 'policy.shape', '/rules/1/id', 9, 7],
  ['another form', '{ "version": "1", "rules": [] }', 'policy.shape', '/schema_version', 1, 1],
  ['no object', '[]', 'parse.not-an-object', '', 1, 1],
  ['half of a character', file('{ "target": { "name": "\ud800" } }'), 'parse.encoding', '', 1, 1],
];

describe('a policy file', () => {
  it('is read as it stands', () => {
    const document = policy(rule({ when: { kinds: ['click'] } }));
    expect(readActionPolicy(JSON.stringify(document))).toEqual({ ok: true, policy: document });
  });

  it.each(mistakes)('is refused with its place for %s', (_, text, ruleId, path, line, column) => {
    const reading = readActionPolicy(text);
    expect(reading.ok ? [] : reading.problems).toContainEqual(
      expect.objectContaining({ rule: ruleId, path, line, column }),
    );
  });

  it('names every key that is there twice, each once', () => {
    const reading = readActionPolicy(file('{ "a": 1, "a": 2, "a": { "b": 1, "b": 2 } }'));
    const problems = reading.ok ? [] : reading.problems;
    expect(problems.map(({ column }) => column)).toEqual([25, 33, 48]);
  });

  it('shows every mistake, and never a value', () => {
    const reading = readActionPolicy(
      file(
        '{ "kinds": ["hunter2-kind"], "origins": ["ftp://hunter2.example"], "target": { "roles": ["hunter2"] } }',
      ),
    );
    const problems = reading.ok ? [] : reading.problems;
    expect(problems).toHaveLength(3);
    expect(JSON.stringify(problems)).not.toContain('hunter2');
  });

  it('is refused when it is larger than a megabyte, without being parsed', () => {
    const reading = readActionPolicy(file(`{ "target": { "name": "${'x'.repeat(1_100_000)}" } }`));
    expect(reading.ok ? [] : reading.problems).toMatchObject([{ line: 1, column: 1, path: '' }]);
  });
});
