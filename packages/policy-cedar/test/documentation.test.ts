import { readFileSync } from 'node:fs';
import { type Action, createBuiltInPolicy, readActionPolicy } from '@cux/policy';
import { expect, it } from 'vitest';
import { compileToCedar, createCedarPolicy } from '../src/index.ts';
import { policyFrom } from './examples/two-engines.ts';
import { click as action } from './support/click.ts';

const page = readFileSync(new URL('../../../docs/policy.md', import.meta.url), 'utf8');

function block(language: string): string {
  const found = new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(page)?.[1];
  if (found === undefined) throw new Error(`the page has no example in ${language}`);
  return found;
}

const rows: readonly (readonly [asked: Action, effect: string])[] = [
  [action, 'permit'],
  [{ ...action, effect_class: 'external_write' }, 'require_approval'],
  [{ ...action, effect_class: 'external_write', at: Date.UTC(2026, 11, 1, 22) }, 'forbid'],
  [{ ...action, target: { role: 'button', name: 'DELETE page' } }, 'forbid'],
];

it('shows the program that is compiled here', () => {
  expect(block('ts')).toBe(readFileSync(new URL('./examples/two-engines.ts', import.meta.url), 'utf8'));
});

it.each(rows)('shows policies in both languages that decide as it says (%#)', (asked, effect) => {
  expect(policyFrom(block('json'), 'built-in')?.decide(asked).effect).toBe(effect);
  expect(policyFrom(block('cedar'), 'cedar')?.decide(asked).effect).toBe(effect);
});

it('shows built-in rules that Cedar decides alike', () => {
  const reading = readActionPolicy(block('json'));
  if (!reading.ok) throw new Error('the example has mistakes');
  const verdict = createCedarPolicy(compileToCedar(reading.policy));
  if (!verdict.ok) throw new Error('the compiled example has mistakes');
  for (const [asked] of rows) {
    const { policy_version: _, ...decision } = createBuiltInPolicy(reading.policy).decide(asked);
    expect(verdict.policy.decide(asked)).toMatchObject(decision);
  }
});
