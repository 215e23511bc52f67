import type { WriteRule } from '@cux/contracts';
import { describe, expect, test } from 'vitest';
import { decideRequest } from '../../src/guard/decide-request.ts';
import type { GuardState } from '../../src/guard/guard-state.ts';
import { addresses, overrides } from './support/address-rows.ts';
import { draftRequest, draftRule, stateWith } from './support/examples.ts';
import { formRows } from './support/form-rows.ts';
import { jsonRows } from './support/json-rows.ts';
import { reads } from './support/read-rows.ts';
import { json, status } from './support/row.ts';

const configured = stateWith(draftRule);
const passing = ['guard.read', 'guard.preflight'];

describe.each([
  ['reads', reads],
  ['addresses', addresses],
  ['method overrides', overrides],
  ['JSON bodies', jsonRows],
  ['forms', formRows],
] as const)('%s', (_name, rows) => {
  test.each(rows)('$because -> $verdict', (row) => {
    const decision = decideRequest(row.request, row.state);
    expect(decision.rule).toBe(row.verdict);
    expect(decision.kind).toBe(
      row.verdict.startsWith('guard.') && !passing.includes(row.verdict) ? 'block' : 'allow',
    );
  });
});

describe('permits', () => {
  const publish: WriteRule = {
    ...draftRule,
    id: 'publish',
    effect_class: 'external_write',
    body: { kind: 'json', fields: [{ ...status, value: 'published' }], other_fields: 'deny' },
  };
  const armed = (state: { spent?: boolean; expired?: boolean }, rule = publish): GuardState => ({
    ...configured,
    rules: [...configured.rules, { rule, permit: true, spent: false, expired: false, ...state }],
  });
  const request = json('{"status":"published"}');

  test('an unspent rule of a permit allows, and says that it is a permit’s', () => {
    expect(decideRequest(request, armed({}))).toEqual({ kind: 'allow', rule: 'publish', permit: true });
  });

  test('a spent one blocks, and says why', () => {
    expect(decideRequest(request, armed({ spent: true }))).toEqual({
      kind: 'block',
      rule: 'guard.permit-spent',
    });
  });

  test('one whose time is over blocks, spent or not, and says why', () => {
    for (const spent of [false, true]) {
      const decision = decideRequest(request, armed({ spent, expired: true }));
      expect(decision).toEqual({ kind: 'block', rule: 'guard.permit-expired' });
    }
  });

  test('what it is for never leaves as a draft: its rule is asked first, and answers for good', () => {
    const greedy = { ...draftRule, id: 'greedy', body: publish.body };
    const state = (used: { spent?: boolean; expired?: boolean }): GuardState => ({
      ...armed(used),
      rules: [{ rule: greedy, permit: false, spent: false, expired: false }, ...armed(used).rules],
    });
    expect(decideRequest(request, state({}))).toEqual({ kind: 'allow', rule: 'publish', permit: true });
    expect(decideRequest(request, state({ spent: true })).rule).toBe('guard.permit-spent');
    expect(decideRequest(request, state({ expired: true })).rule).toBe('guard.permit-expired');
  });

  test('two rules that are alike allow two writes', () => {
    const state = armed({ spent: true });
    const twice = { rule: { ...publish, id: 'again' }, permit: true, spent: false, expired: false };
    const decision = decideRequest(request, { ...state, rules: [...state.rules, twice] });
    expect(decision).toEqual({ kind: 'allow', rule: 'again', permit: true });
  });

  test('a draft does not spend it', () => {
    expect(decideRequest(draftRequest, armed({}))).toMatchObject({ rule: 'save-draft', permit: false });
  });
});
