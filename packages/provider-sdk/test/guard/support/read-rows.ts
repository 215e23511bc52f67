import { denyingState } from '../../../src/guard/guard-state.ts';
import { bytesOf, draftRule, origin, stateWith } from './examples.ts';
import { absolute, get, headers, type Row, row } from './row.ts';

export const reads: readonly Row[] = [
  row('a page is read', 'guard.read', get('/a?b=1')),
  row('HEAD changes nothing', 'guard.read', { ...get('/'), method: 'HEAD' }),
  row('host names have no case', 'guard.read', absolute('HTTPS://NewsRoom.Example/')),
  row('a default port says nothing', 'guard.read', absolute(`${origin}:443/`)),
  row('odd paths are the site’s own affair when read', 'guard.read', get('//a/%2e%2E/;x')),
  row('another port is another origin', 'guard.foreign-origin', absolute(`${origin}:8443/`)),
  row('plain HTTP is another origin', 'guard.foreign-origin', absolute('http://newsroom.example/')),
  row('a subdomain is another origin', 'guard.foreign-origin', absolute('https://a.newsroom.example/')),
  row(
    'a trailing dot reaches the same host under another name',
    'guard.ambiguous-url',
    absolute('https://newsroom.example./'),
  ),
  row(
    'user information hides the host',
    'guard.ambiguous-url',
    absolute('https://newsroom.example@evil.example/'),
  ),
  row(
    'a backslash is a slash to some',
    'guard.ambiguous-url',
    absolute('https://evil.example\\@newsroom.example/'),
  ),
  row('a backslash in a path is a slash to some', 'guard.ambiguous-url', get('/a\\b')),
  row('escapes in a host are read by some', 'guard.ambiguous-url', absolute('https://newsroom%2Eexample/')),
  row('addresses have one spelling', 'guard.ambiguous-url', absolute('http://127.1/')),
  row('addresses have one spelling, also as a number', 'guard.ambiguous-url', absolute('http://2130706433/')),
  row('a port has no leading zero', 'guard.ambiguous-url', absolute(`${origin}:0443/`)),
  row('a fragment is never sent', 'guard.ambiguous-url', get('/#a')),
  row('control characters split requests', 'guard.ambiguous-url', get('/a\r\nb')),
  row('no other scheme is spoken', 'guard.ambiguous-url', absolute('ftp://newsroom.example/')),
  row('a GET with a body is read as a write by some', 'guard.body-on-read', {
    ...get('/'),
    body: bytesOf('a'),
  }),
  row(
    'an override makes a GET a DELETE',
    'guard.override-on-read',
    headers({ 'x-http-method-override': 'DELETE' }, get('/')),
  ),
  row(
    'an override under another name',
    'guard.override-on-read',
    headers({ x_http_method: 'DELETE' }, get('/')),
  ),
  row('an override in the query', 'guard.override-on-read', get('/a?b=1&_method=DELETE')),
  row('an escaped override in the query', 'guard.override-on-read', get('/a?%5fmethod=DELETE')),
  row('a socket is a write without an end', 'guard.upgrade', { ...get('/'), kind: 'upgrade' }),
  row('an upgrade header asks for another protocol', 'guard.upgrade', headers({ upgrade: 'h2c' }, get('/'))),
  row(
    'some servers serve the address in this header',
    'guard.rerouted',
    headers({ 'x-original-url': '/admin' }, get('/')),
  ),
  row(
    'Connection would have the next hop drop a header',
    'guard.ambiguous-headers',
    headers({ connection: 'cookie' }, get('/')),
  ),
  row('two hosts lead to two places', 'guard.ambiguous-headers', headers({ host: ['a', 'b'] }, get('/'))),
  row(
    'CORS asks first',
    'guard.preflight',
    headers(
      { origin: 'https://a.example', 'access-control-request-method': 'PUT' },
      { ...get('/'), method: 'OPTIONS' },
    ),
  ),
  row('OPTIONS alone is no preflight', 'guard.not-a-preflight', { ...get('/'), method: 'OPTIONS' }),
  row('nothing passes before an attempt', 'guard.not-configured', get('/'), denyingState),
  row('nothing passes after the cut', 'guard.cut', get('/'), { ...stateWith(draftRule), phase: 'cut' }),
];
