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
  const armed = (spent: boolean): GuardState => ({
    ...configured,
    rules: [...configured.rules, { rule: publish, permit: true, spent }],
  });
  const request = json('{"status":"published"}');

  test('an unspent rule of a permit allows, and says that it is a permit’s', () => {
    expect(decideRequest(request, armed(false))).toEqual({ kind: 'allow', rule: 'publish', permit: true });
  });

  test('a spent one blocks, and says why', () => {
    expect(decideRequest(request, armed(true))).toEqual({ kind: 'block', rule: 'guard.permit-spent' });
  });

  test('a draft does not spend it', () => {
    expect(decideRequest(draftRequest, armed(false))).toMatchObject({ rule: 'save-draft', permit: false });
  });
});
