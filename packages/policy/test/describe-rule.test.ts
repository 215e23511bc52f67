import { expect, it } from 'vitest';
import { describeRule } from '../src/index.ts';
import { rule, tuesdayMorning } from './support/facts.ts';

it.each([
  [rule({ id: 'all' }), 'all permits every action. Reason: because the test says so'],
  [
    rule({
      id: 'late',
      effect: 'forbid',
      when: {
        kinds: ['click', 'keypress', 'type_text'],
        effect_classes: ['external_write'],
        target: { roles: ['button', 'link'], name: 'Delete*' },
        origins: ['https://newsroom.example'],
        action_units: ['publish_after_approved_gate'],
        modes: ['drafting'],
        time: { days: ['saturday', 'sunday'], from: '08:00', not_before: tuesdayMorning },
        budget: { actions: { above: 5, at_most: 9 }, external_writes: { above: 1 } },
      },
    }),
    'late forbids click, keypress or type_text of class external_write, on button or link named "Delete*", touching https://newsroom.example, within publish_after_approved_gate, in mode drafting, on saturday or sunday from 08:00 until 24:00 UTC not before 2026-12-01T10:30:00.000Z, while more than 5 actions are used and at most 9 actions are used and more than 1 external writes are used. Reason: because the test says so',
  ],
  [
    rule({
      id: 'ask',
      effect: 'require_approval',
      when: { target: { name: 'Pay' }, time: { not_after: Number.MAX_SAFE_INTEGER } },
    }),
    'ask asks a person before every action, on any element named "Pay", before millisecond 9007199254740991. Reason: because the test says so',
  ],
])('a rule is told in one sentence', (given, sentence) => {
  expect(describeRule(given)).toBe(sentence);
});
