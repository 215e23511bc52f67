import { describe, expect, it } from 'vitest';
import { ProviderFault } from '../../src/index.ts';
import { ProviderConnection } from '../../src/process/connection.ts';

/** The provider's end of a connection: notes what it is asked, and says what a test wants said. */
function openConnection() {
  let hear: (bytes: Uint8Array) => void = () => undefined;
  let end: () => void = () => undefined;
  const asked: { readonly id?: number; readonly method: string; readonly params: unknown }[] = [];
  let kills = 0;
  let opened = 0;
  const connection = new ProviderConnection(
    {
      write: (line) => asked.push(JSON.parse(line)),
      onBytes: (listener) => {
        hear = listener;
      },
      onEnd: (listener) => {
        end = listener;
      },
      kill: () => {
        kills += 1;
      },
    },
    () => {
      opened += 1;
    },
  );
  const say = (text: string) => hear(new TextEncoder().encode(text));
  const answer = (id: number, result: unknown) => say(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
  return { connection, asked, say, answer, end: () => end(), kills: () => kills, opened: () => opened };
}

const faultOf = (work: Promise<unknown>) =>
  work.then(
    () => 'no fault',
    (reason: unknown) => (ProviderFault.isInstance(reason) ? reason.code : 'another fault'),
  );

const location = { location: { origin: 'http://a.example', path: '/' } };

describe('a connection', () => {
  it('takes answers in any order, in pieces, and several at once', async () => {
    const { connection, say, answer } = openConnection();
    const first = connection.call('surface/location', {}, 1_000);
    const second = connection.call('surface/targets', {}, 1_000);
    answer(2, { labels: ['t1'] });
    const line = JSON.stringify({ jsonrpc: '2.0', id: 1, result: location });
    say(line.slice(0, 20));
    say(`${line.slice(20)}\n{"jsonrpc":"2.0","method":"event/target_opened"}\n`);
    expect(await Promise.all([first, second])).toEqual([location, { labels: ['t1'] }]);
  });

  it.each([
    ['line_malformed', '{"jsonrpc":"2.0",', 'half an object is no line'],
    ['line_malformed', 'Listening on port 8080', 'what a program prints for people is no line'],
    [
      'line_malformed',
      '{"jsonrpc":"2.0","id":1,"id":1,"result":{}}',
      'a key that stands twice means two things',
    ],
    ['line_malformed', '[{"jsonrpc":"2.0","id":1,"result":{"location":null}}]', 'a line is one object'],
    ['line_malformed', '', 'a line is not empty'],
    ['line_malformed', '<!doctype html><title>502 Bad Gateway</title>', 'a page of HTML is no line'],
    ['line_malformed', `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`, 'a line has a depth'],
    [
      'line_wrong_shape',
      '{"jsonrpc":"2.0","id":1,"result":{"location":{"origin":7,"path":"/"}}}',
      'a result has the shape of its method',
    ],
    [
      'line_wrong_shape',
      '{"jsonrpc":"2.0","id":1,"result":{"location":null,"verdict":"published"}}',
      'a field that nobody knows is refused',
    ],
    ['line_wrong_shape', '{"jsonrpc":"1.0","id":1,"result":{"location":null}}', 'it is JSON-RPC 2.0'],
    [
      'line_wrong_shape',
      '{"jsonrpc":"2.0","id":"1","result":{"location":null}}',
      'an id comes back as it went',
    ],
    [
      'line_wrong_shape',
      '{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":""}}',
      'a result or an error',
    ],
    [
      'line_unknown_type',
      '{"jsonrpc":"2.0","method":"event/approve","params":{}}',
      'a provider approves nothing',
    ],
    [
      'line_unknown_type',
      '{"jsonrpc":"2.0","method":"constructor"}',
      'a name that every object has is no event',
    ],
    [
      'line_unknown_type',
      '{"jsonrpc":"2.0","id":1,"method":"surface/press","params":{}}',
      'a provider asks for nothing',
    ],
    ['line_unknown_type', '{"jsonrpc":"2.0","id":1}', 'neither result nor error is neither'],
    [
      'line_unknown_id',
      '{"jsonrpc":"2.0","id":9,"result":{"location":null}}',
      'what was not asked is not answered',
    ],
    [
      'engine_gone',
      '{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"CANARY"}}',
      'a fault without a name',
    ],
  ])('answers %s to %s, because %s', async (code, line) => {
    const { connection, say, kills } = openConnection();
    const call = connection.call('surface/location', {}, 1_000);
    say(`${line}\n`);
    expect(await faultOf(call)).toBe(code);
    await call.catch((fault: Error) => expect(fault.message).not.toContain('CANARY'));
    if (!code.startsWith('line')) return;
    expect(kills()).toBe(1);
    expect(await faultOf(connection.call('surface/targets', {}, 1_000))).toBe(code);
  });

  it('takes an answer once', async () => {
    const { connection, answer } = openConnection();
    const call = connection.call('surface/location', {}, 1_000);
    answer(1, location);
    answer(1, location);
    expect(await call).toEqual(location);
    expect(await faultOf(connection.call('surface/location', {}, 1_000))).toBe('line_duplicate_id');
  });

  it('reads no line that is longer than the bound, however it comes', async () => {
    const { connection, say } = openConnection();
    const call = connection.call('surface/location', {}, 1_000);
    for (let part = 0; part < 17; part += 1) say('x'.repeat(1024 * 1024));
    expect(await faultOf(call)).toBe('line_too_large');
  });

  it('gives an answer that trickles in no more time', async () => {
    const { connection, say } = openConnection();
    let over = false;
    const fault = faultOf(connection.call('surface/location', {}, 40)).finally(() => {
      over = true;
    });
    for (const letter of JSON.stringify({ jsonrpc: '2.0', id: 1, result: location })) {
      if (over) break;
      say(letter);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(await fault).toBe('call_timed_out');
  });

  it('hears of so many events and no more', async () => {
    const { connection, say, opened } = openConnection();
    const call = connection.call('surface/location', {}, 1_000);
    say('{"jsonrpc":"2.0","method":"event/target_opened"}\n'.repeat(1_001));
    expect(await faultOf(call)).toBe('line_too_many');
    expect(opened()).toBe(1_000);
  });

  it('tells when nobody waits any more, and takes the late answer once', async () => {
    const { connection, asked, answer } = openConnection();
    const element = { ref: 'e1', role: 'button', name: 'Publish' } as const;
    const params = { element, timeout_ms: 10 };
    const press = connection.call('surface/press', params, 20, () => ({ kind: 'outcome_unknown' }));
    expect(await press).toEqual({ kind: 'outcome_unknown' });
    expect(asked.at(-1)).toEqual({ jsonrpc: '2.0', method: 'cancel', params: { id: 1 } });
    answer(1, { kind: 'done' });
    expect(connection.fault).toBeNull();
    answer(1, { kind: 'done' });
    expect(connection.fault?.code).toBe('line_duplicate_id');
  });

  it('ends with its process', async () => {
    const { connection, end } = openConnection();
    const call = connection.call('surface/location', {}, 1_000);
    end();
    expect(await faultOf(call)).toBe('engine_gone');
  });
});
