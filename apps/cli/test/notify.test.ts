import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { slackText } from '../src/notifications/slack-text.ts';
import { cuxHere } from './cux-here.ts';
import { stateWithGate } from './state-folder.ts';

const key = Buffer.from('a key of thirty-two bytes, or so!');
const secret = `whsec_${key.toString('base64')}`;
const program = fileURLToPath(new URL('../dist/main.js', import.meta.url));

/** Somebody who is told: keeps what came, and answers what the address says. */
interface Told {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

let server: Server;
let origin = '';
const told: Told[] = [];
beforeAll(async () => {
  server = createServer(async (request, response) => {
    const path = request.url ?? '';
    told.push({ path, headers: request.headers, body: await text(request) });
    response.writeHead(Number(/\/(\d{3})/.exec(path)?.[1] ?? 204), { location: `${origin}/elsewhere` }).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
});

async function withReceivers(test: Parameters<typeof stateWithGate>[0], notifications: readonly unknown[]) {
  const { folder, gateId } = await stateWithGate(test);
  const config = join(folder, 'cux.json');
  writeFileSync(config, JSON.stringify({ state: '.', notifications }));
  const deliver = (environment: Readonly<Record<string, string>> = {}) =>
    cuxHere(['--config', config, '--json', 'notify', 'deliver'], environment);
  return { folder, gateId, config, deliver };
}

describe('cux notify deliver', { concurrent: true }, () => {
  it('signs after Standard Webhooks, and sends the question, the link and no more', async (test) => {
    const url = `${origin}/desk`;
    const hook = {
      name: 'desk',
      kind: 'webhook',
      url,
      secret_variable: 'DESK_SECRET',
      link: 'https://cux.example/{gate}',
    };
    const { gateId, deliver } = await withReceivers(test, [hook]);
    const end = await deliver({ DESK_SECRET: secret });
    expect(end, end.errors).toMatchObject({ code: 0 });
    expect((await deliver({ DESK_SECRET: secret })).output).toBe('{"deliveries":[]}\n');
    const own = told.filter(({ path }) => path === '/desk');
    expect(own).toHaveLength(1);
    const [first] = own;
    if (first === undefined) throw new Error('nobody was told');
    const { headers, body } = first;
    const id = String(headers['webhook-id']);
    const at = String(headers['webhook-timestamp']);
    // Computed by hand, as the specification says it.
    const signature = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64');
    expect(headers['webhook-signature']).toBe(`v1,${signature}`);
    expect(id).toMatch(/^msg_[0-9a-f]{32}$/);
    const { type, timestamp, data, ...more } = JSON.parse(body);
    expect(more).toEqual({});
    expect(type).toBe('gate.pending');
    expect(Math.floor(Date.parse(timestamp) / 1_000)).toBe(Number(at));
    expect(data).toEqual({
      gate_id: gateId,
      revision: expect.any(Number),
      question: expect.stringContaining('Let agent-1 use the account writer'),
      link: `https://cux.example/${gateId}`,
    });
    expect(JSON.stringify(end)).not.toContain(secret);
  });

  it.for([
    ['/500', 'failed', true],
    ['/302', 'failed', true],
    ['/410', 'given_up', false],
  ] as const)(
    'tells of %s that it %s, and follows nobody elsewhere',
    async ([path, outcome, again], test) => {
      const hook = { name: 'desk', kind: 'webhook', url: `${origin}${path}`, secret_variable: 'DESK_SECRET' };
      const { deliver } = await withReceivers(test, [hook]);
      const end = await deliver({ DESK_SECRET: secret });
      expect(end.code).toBe(1);
      const [delivery] = JSON.parse(end.output).deliveries;
      expect(delivery).toMatchObject({ outcome, tries: 1 });
      expect(delivery.next_at !== null).toBe(again);
      expect(told.filter((each) => each.path === '/elsewhere')).toEqual([]);
    },
  );

  it('sends Slack a text that cannot become anything else', async (test) => {
    const { gateId, deliver } = await withReceivers(test, [
      { name: 'chat', kind: 'slack', url_variable: 'CHAT' },
    ]);
    expect(await deliver({ CHAT: `${origin}/slack` })).toMatchObject({ code: 0 });
    const [{ body } = { body: '{}' }] = told.filter(({ path }) => path === '/slack');
    expect(Object.keys(JSON.parse(body))).toEqual(['text']);
    expect(JSON.parse(body).text).toContain(`cux gate decide ${gateId}`);
    const nasty = {
      id: 'm',
      gate_id: 'g',
      revision: 1,
      question: '<!channel> & <https://evil.example|Decide>\u001b[2J',
      link: 'https://a.example/?x=<b>|y',
    };
    expect(slackText(nasty)).toBe(
      '&lt;!channel&gt; &amp; &lt;https://evil.example|Decide&gt;\n<https://a.example/?x=&lt;b&gt;%7Cy|Decide>',
    );
  });

  it('tells a command on its standard input, without a shell and without our secrets', async (test) => {
    const code = `const fs=require('fs');fs.writeFileSync(process.argv[1],JSON.stringify({message:JSON.parse(fs.readFileSync(0,'utf8')),environment:process.env,word:process.argv[2]}))`;
    const { folder, gateId, config } = await withReceivers(test, []);
    const out = join(folder, 'told.json');
    const command = [process.execPath, '-e', code, out, '$(touch x); `id`'];
    writeFileSync(
      config,
      JSON.stringify({ state: '.', notifications: [{ name: 'bell', kind: 'command', command }] }),
    );
    const end = await cuxHere(['--config', config, 'notify', 'deliver'], {
      CUX_VAULT_KEY: 'secret-key',
      PATH: process.env.PATH ?? '',
    });
    expect(end, end.errors).toMatchObject({ code: 0 });
    const { message, environment, word } = JSON.parse(readFileSync(out, 'utf8'));
    expect(message).toMatchObject({ gate_id: gateId, link: null });
    expect(word).toBe('$(touch x); `id`');
    expect(JSON.stringify(environment)).not.toContain('secret-key');
  });

  it('tells again, under the same id, when it is killed between telling and noting it', async (test) => {
    const { folder, config } = await withReceivers(test, []);
    const list = join(folder, 'told');
    const hook = join(folder, 'hook.sh');
    // The first time it takes the message, and kills who has sent it before the answer.
    writeFileSync(
      hook,
      `#!/bin/sh\ncat >> ${list}\nif [ ! -e ${list}.once ]; then touch ${list}.once; kill -9 $PPID; fi\n`,
    );
    chmodSync(hook, 0o700);
    writeFileSync(
      config,
      JSON.stringify({ state: '.', notifications: [{ name: 'bell', kind: 'command', command: [hook] }] }),
    );
    const killed = spawn(process.execPath, [program, '--config', config, 'notify', 'deliver'], {
      stdio: 'ignore',
    });
    expect(await once(killed, 'exit')).toEqual([null, 'SIGKILL']);
    const again = await cuxHere(['--config', config, 'notify', 'deliver'], { PATH: process.env.PATH ?? '' });
    expect(again, again.errors).toMatchObject({ code: 0 });
    const ids = readFileSync(list, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).id);
    expect(ids).toHaveLength(2);
    expect(ids[0]).toBe(ids[1]);
  });

  const mistakes = [
    {
      because: 'the secret is not set',
      notifications: [{ name: 'a', kind: 'webhook', url: 'https://a.example', secret_variable: 'NOT_SET' }],
      says: 'NOT_SET',
    },
    { because: 'nobody is named', notifications: [], says: 'notifications' },
    {
      because: 'two have one name',
      notifications: [1, 2].map(() => ({ name: 'a', kind: 'command', command: ['true'] })),
      says: 'a name of its own',
    },
    {
      because: 'the address is none',
      notifications: [{ name: 'a', kind: 'slack', url_variable: 'NONSENSE' }],
      says: 'NONSENSE',
    },
  ];
  it.for(mistakes)('says in one sentence that $because', async ({ notifications, says }, test) => {
    const { deliver } = await withReceivers(test, notifications);
    const end = await deliver({ NONSENSE: 'no address' });
    expect(end.code).toBe(2);
    expect(JSON.parse(end.errors).error.message).toContain(says);
  });
});
