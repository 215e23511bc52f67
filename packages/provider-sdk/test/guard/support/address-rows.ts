import { draftRequest, formRequest, formRule, jsonBody, stateWith } from './examples.ts';
import { fields, headers, json, type Row, row, rule, url } from './row.ts';

const overriding = { override_method: 'PUT' } as const;

export const addresses: readonly Row[] = [
  row('it is the request that the rule is for', 'save-draft', draftRequest),
  row('an optional key may be absent', 'save-draft', url('/api/articles/12')),
  row('no rule, no write', 'guard.no-rule', draftRequest, stateWith()),
  row('another method', 'guard.no-rule', { ...draftRequest, method: 'PUT' }),
  row('an unknown method', 'guard.no-rule', { ...draftRequest, method: 'PUBLISH' }),
  row('methods have case', 'guard.no-rule', { ...draftRequest, method: 'post' }),
  row('not an integer', 'guard.no-rule', url('/api/articles/12a')),
  row('the path is anchored at its end', 'guard.no-rule', url('/api/articles/12/publish')),
  row('a trailing slash is another path', 'guard.no-rule', url('/api/articles/12/')),
  row('dots climb', 'guard.ambiguous-url', url('/api/articles/../articles/12')),
  row('escaped dots climb', 'guard.ambiguous-url', url('/api/articles/%2e%2e/12')),
  row('empty segments are dropped by some', 'guard.ambiguous-url', url('/api//articles/12')),
  row('an escaped slash is a slash to some', 'guard.ambiguous-url', url('/api/articles%2f12')),
  row('an escaped digit is a digit', 'guard.ambiguous-url', url('/api/articles/%31')),
  row('an escape of an escape', 'guard.ambiguous-url', url('/api/articles/%2531')),
  row('a broken escape', 'guard.ambiguous-url', url('/api/articles/%zz')),
  row('bytes that are not UTF-8', 'guard.ambiguous-url', url('/api/articles/%ff')),
  row('path parameters are dropped by some', 'guard.ambiguous-url', url('/api/articles/12;publish')),
  row('a key that no predicate names', 'guard.query-mismatch', url('/api/articles/12?publish=1')),
  row('a key with another value', 'guard.query-mismatch', url('/api/articles/12?lang=de')),
  row('a key that occurs twice', 'guard.query-mismatch', url('/api/articles/12?lang=en&lang=en')),
  row('a key that PHP takes for the same', 'guard.query-mismatch', url('/api/articles/12?lang[x]=en')),
  row('a semicolon separates for some', 'guard.ambiguous-url', url('/api/articles/12?lang=en;a=b')),
  row('an empty pair', 'guard.ambiguous-url', url('/api/articles/12?lang=en&')),
  row(
    'the rerouting header wins on some servers',
    'guard.rerouted',
    headers({ 'x-rewrite-url': '/publish' }),
  ),
  row('a foreign origin has no rules', 'guard.foreign-origin', {
    ...draftRequest,
    url: 'https://evil.example/api/articles/12',
  }),
];

export const overrides: readonly Row[] = [
  row('the rule names none', 'guard.override-mismatch', headers({ 'x-http-method-override': 'PUT' })),
  row(
    'even the same method is an override',
    'guard.override-mismatch',
    headers({ 'x-method-override': 'POST' }),
  ),
  row('the rule names it', 'save-draft', headers({ 'x-http-method-override': 'put' }), rule(overriding)),
  row(
    'the rule names another',
    'guard.override-mismatch',
    headers({ 'x-http-method': 'DELETE' }),
    rule(overriding),
  ),
  row('the rule wants one', 'guard.override-mismatch', draftRequest, rule(overriding)),
  row(
    'two that differ',
    'guard.override-mismatch',
    headers({ 'x-http-method': 'PUT', 'x-method-override': 'DELETE' }),
    rule(overriding),
  ),
  row(
    'one header twice',
    'guard.override-mismatch',
    headers({ 'x-http-method': ['PUT', 'DELETE'] }),
    rule(overriding),
  ),
  row('a key of the query is one', 'guard.query-mismatch', url('/api/articles/12?_method=PUT')),
  row('and counts for the rule', 'save-draft', url('/api/articles/12?_method=PUT'), rule(overriding)),
  row(
    'a field of a form is one, whatever else is allowed',
    'guard.override-mismatch',
    formRequest('status=draft&_method=DELETE'),
    stateWith(formRule),
  ),
  row(
    'a member of JSON is one',
    'guard.override-mismatch',
    json(JSON.stringify({ ...jsonBody, _method: 'DELETE' })),
    fields({ field: '/status', operator: 'equals', value: 'draft' }),
  ),
];
