// A provider that does what it should until one method is asked, and then goes wrong in the way that it was started for.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createInterface } from 'node:readline';

const [way = 'none', at = 'surface/location'] = process.argv.slice(2);
const say = (value) => process.stdout.write(`${typeof value === 'string' ? value : JSON.stringify(value)}\n`);
const answer = (id, result) => say({ jsonrpc: '2.0', id, result });

const results = {
  initialize: { protocol_version: 1, provider_id: 'wayward' },
  doctor: { lines: [] },
  'session/open': { session_reference: `wayward-${process.pid}` },
  'session/close': {},
  'surface/location': { location: null },
  'surface/press': { kind: 'done' },
  'surface/open': { kind: 'reached' },
  'surface/stop_signs': { signs: [] },
};

const ways = {
  none: (id, method) => answer(id, results[method]),
  malformed: () => say('{"jsonrpc":"2.0",'),
  'too large': () => process.stdout.write('x'.repeat(17 * 1024 * 1024)),
  'a target opens': (id, method) => {
    say({ jsonrpc: '2.0', method: 'event/target_opened' });
    answer(id, results[method]);
  },
  silent: () => undefined,
  late: (id, method) => setTimeout(() => answer(id, results[method]), 400),
  dies: () => process.exit(3),
  'a fault': (id) =>
    say({
      jsonrpc: '2.0',
      id,
      error: { code: -32000, message: 'CANARY', data: { fault: 'guard_unreachable' } },
    }),
  'another version': (id) => answer(id, { protocol_version: 9, provider_id: 'wayward' }),
  'another name': (id) => answer(id, { protocol_version: 1, provider_id: 'somebody' }),
  'a bad reference': (id) => answer(id, { session_reference: 'two words' }),
  'talks to its log': (id, method) => {
    process.stderr.write(
      'opened with Authorization: Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJlLWNhbmFyeQ\n',
    );
    process.stderr.write(`${JSON.stringify(Object.keys(process.env).sort())}\n`);
    answer(id, results[method]);
  },
  'leaves a child': (id, method) => {
    const sleeper = spawn('sleep', ['600'], { detached: true, stdio: ['ignore', 'inherit', 'inherit'] });
    sleeper.unref();
    writeFileSync(`${process.env.HOME}/left.txt`, 'a file');
    answer(id, results[method]);
  },
  'goes its own way': (id, _method, params) => {
    const asked = request(params.url, { timeout: 2_000 }, (response) => {
      response.resume();
      answer(id, { kind: 'reached' });
    });
    asked.on('error', () => answer(id, { kind: 'failed' }));
    asked.end();
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) continue;
  const act = method === at ? ways[way] : ways.none;
  act(id, method, params);
}
