import { annexSchema, blockerCodeSchema, observedFactsSchema, receiptSchema } from '@cux/contracts';
import { ProviderFault } from '@cux/provider-sdk';
import { describe, expect, it } from 'vitest';
import { createMockProvider, fixtureSchema } from '../src/index.ts';
import { formFixture } from './support/form-fixture.ts';

const whole = formFixture('http://127.0.0.1:1', {
  modals: [
    {
      id: 'notice',
      role: 'dialog',
      name: 'Please read',
      presentation: 'aria_modal',
      contents: 'plain',
      elements: [
        {
          id: 'close',
          role: 'button',
          name: 'Close',
          control: 'button',
          on_press: [{ kind: 'close_modal', modal: 'notice' }],
        },
      ],
    },
  ],
  onLoad: [
    {
      kind: 'later',
      after_ms: 5,
      effects: [
        { kind: 'request', method: 'POST', url: '/x', body: { kind: 'json', fields: { a: { literal: 1 } } } },
      ],
    },
  ],
  loads: [{ url: '/api', values: [{ element: 'title', pointer: '/title' }] }],
});

/** The words in which an answer would have to be given. `modal` is also what a screen may have. */
const answers = [
  ...Object.keys(receiptSchema.shape),
  ...Object.keys(annexSchema.shape),
  ...Object.keys(observedFactsSchema.shape),
  'expect',
  'expected',
  'outcome',
  'receipt',
  'facts',
  ...blockerCodeSchema.options,
].filter((word) => word !== 'schema_version');

type Path = readonly (string | number)[];

/** Every object of the fixture, except records whose keys are the site's own field names. */
function objectsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.entries(value).flatMap(([key, child]) =>
    objectsIn(child, [...path, Array.isArray(value) ? Number(key) : key]),
  );
  const isRecord = path.at(-1) === 'fields';
  return Array.isArray(value) || isRecord ? inner : [path, ...inner];
}

function withKey(path: Path, key: string): unknown {
  const copy: unknown = structuredClone(whole);
  let place = copy as Record<string | number, unknown>;
  for (const part of path) place = place[part] as Record<string | number, unknown>;
  place[key] = true;
  return copy;
}

describe('a fixture describes a state and never the answer', () => {
  it('is accepted as it is', () => {
    expect(fixtureSchema.safeParse(whole).success).toBe(true);
    expect(objectsIn(whole).length).toBeGreaterThan(10);
  });

  it.each(objectsIn(whole).map((path) => ({ place: `/${path.join('/')}`, path })))(
    'refuses every word of an answer at $place',
    ({ path }) => {
      const accepted = answers.filter((word) => fixtureSchema.safeParse(withKey(path, word)).success);
      expect(accepted).toEqual([]);
    },
  );

  it('names the place of a mistake and never the value', () => {
    const input = { ...whole, screens: [{ ...whole.screens[0], stop_reason: 'SECRET_VALUE_4K' }] };
    let fault: unknown;
    try {
      createMockProvider({ fixture: input });
    } catch (reason) {
      fault = reason;
    }
    expect(ProviderFault.isInstance(fault) && fault.code).toBe('fixture_invalid');
    expect(String(fault)).toContain('/screens/0');
    expect(String(fault)).not.toContain('SECRET_VALUE_4K');
  });

  it('refuses two elements with the same id', () => {
    const twice = formFixture('http://127.0.0.1:1', {
      more: [{ id: 'title', role: 'textbox', name: 'Other', control: 'text' }],
    });
    expect(fixtureSchema.safeParse(twice).success).toBe(false);
  });
});
