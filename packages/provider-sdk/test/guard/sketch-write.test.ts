import { expect, test } from 'vitest';
import { type ObservedRequest, sketchWrite } from '../../src/index.ts';

const known = { '{item}': 'n12ab34', '{content.title}': 'Q3 notes', '{content.body}': 'One.\n\nTwo.' };

function request(over: Partial<ObservedRequest> & { readonly text?: string }): ObservedRequest {
  const { text = '', ...rest } = over;
  return {
    method: 'POST',
    url: 'http://127.0.0.1:1/notices/n12ab34?_locale=user',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new TextEncoder().encode(text),
    kind: 'request',
    ...rest,
  };
}

const fieldRows = [
  {
    text: 'title=Q3+notes',
    field: { name: 'title', holds: '{content.title}', word: null },
    because: 'it is the title',
  },
  {
    text: 'b=One.%0D%0A%0D%0ATwo.',
    field: { name: 'b', holds: '{content.body}', word: null },
    because: 'lines are sent as CRLF',
  },
  {
    text: 'status=draft',
    field: { name: 'status', holds: null, word: 'draft' },
    because: 'a state is a plain word',
  },
  {
    text: 'route=/wp/v2/posts/9',
    field: { name: 'route', holds: null, word: '/wp/v2/posts/9' },
    because: 'a route is plain',
  },
  {
    text: 'note=Call+me',
    field: { name: 'note', holds: null, word: null },
    because: 'a text that is not known is not told',
  },
  {
    text: 'pwd=letmein',
    field: { name: 'pwd', holds: null, word: null },
    because: 'a password may be a plain word',
  },
  {
    text: 'xsrf_token=abc',
    field: { name: 'xsrf_token', holds: null, word: null },
    because: 'a token may be one',
  },
  { text: 'n=482911', field: { name: 'n', holds: null, word: null }, because: 'a long number may be a code' },
];

test.each(fieldRows)('of $text it tells what it may: $because', ({ text, field }) => {
  expect(sketchWrite(request({ text }), known).fields).toEqual([{ kind: 'string', ...field }]);
});

test('the address is told with what is known of it', () => {
  const { path, query, bodyKind } = sketchWrite(request({}), known);
  expect({ path, query, bodyKind }).toEqual({
    path: '/notices/{item}',
    query: [{ name: '_locale', kind: 'string', holds: null, word: 'user' }],
    bodyKind: 'empty',
  });
});

test('the method that an override asks for is told', () => {
  const headers = { 'x-http-method-override': 'PUT' };
  expect(sketchWrite(request({ headers }), known).override).toBe('PUT');
});
