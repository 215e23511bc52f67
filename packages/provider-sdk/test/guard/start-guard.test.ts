import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { GuardMisuse } from '../../src/guard/guard-misuse.ts';
import { ask, askJson } from './support/client.ts';
import { guardedSite, inAMinute, pause, permitFor, statusRule } from './support/guarded-site.ts';
import type { Handler } from './support/site.ts';

const answering =
  (status: number): Handler =>
  (_request, response) => {
    response.statusCode = status;
    response.end('answer');
  };

describe('a guard', () => {
  test('denies everything until it is configured', async () => {
    const { guard, site } = await guardedSite(answering(200));
    expect((await ask(guard, site.origin)).status).toBe(403);
    guard.configure({ allowed_origins: [site.origin], write_rules: [] });
    expect(await ask(guard, site.origin)).toMatchObject({ status: 200, body: 'answer' });
    guard.configure({ allowed_origins: [], write_rules: [] });
    expect((await ask(guard, site.origin)).status).toBe(403);
    expect(site.seen).toHaveLength(1);
  });

  test('sends a write that a rule allows, and no other', async () => {
    const { guard, site } = await guardedSite(answering(201));
    guard.configure({ allowed_origins: [site.origin], write_rules: [statusRule(site.origin, 'draft')] });
    expect((await askJson(guard, `${site.origin}/api/1`, { status: 'draft' })).status).toBe(201);
    expect((await askJson(guard, `${site.origin}/api/1`, { status: 'published' })).status).toBe(403);
    expect(site.writes()).toEqual([{ method: 'POST', path: '/api/1', body: '{"status":"draft"}' }]);
    expect(guard.record()).toMatchObject({
      allowed: [{ rule: 'send-draft', count: 1 }],
      blocked: [{ method: 'POST', path: '/api/1', rule: 'guard.body-mismatch', shape: ['/status:string'] }],
      spent: [],
      faults: 0,
    });
  });

  test('passes a redirect on to the browser, which asks again', async () => {
    const { guard, site } = await guardedSite((_request, response) => {
      response.writeHead(307, { location: 'https://elsewhere.example/', 'alt-svc': 'h3=":443"' }).end();
    });
    guard.configure({ allowed_origins: [site.origin], write_rules: [statusRule(site.origin, 'draft')] });
    const answer = await askJson(guard, `${site.origin}/api/1`, { status: 'draft' });
    expect(answer).toMatchObject({ status: 307, headers: { location: 'https://elsewhere.example/' } });
    expect(answer.headers['alt-svc']).toBeUndefined();
  });

  test('streams a large answer unchanged', async () => {
    const content = Buffer.alloc(6_000_000, 'cux');
    const { guard, site } = await guardedSite((_request, response) => response.end(content));
    guard.configure({ allowed_origins: [site.origin], write_rules: [] });
    const { body } = await ask(guard, site.origin);
    const digest = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');
    expect(digest(Buffer.from(body, 'latin1'))).toBe(digest(content));
  });

  test('stays closed after a cut, and is gone after close', async () => {
    const { guard, site } = await guardedSite(answering(200));
    guard.configure({ allowed_origins: [site.origin], write_rules: [] });
    guard.cut();
    expect((await ask(guard, site.origin)).status).toBe(403);
    expect(() => guard.configure({ allowed_origins: [site.origin], write_rules: [] })).toThrow(GuardMisuse);
    expect(() => guard.enterHuman([])).toThrow(GuardMisuse);
    await guard.close();
    await guard.close();
    await expect(ask(guard, site.origin)).rejects.toThrow();
    expect(site.seen).toEqual([]);
  });
});

describe('a permit', () => {
  test('is spent by the first match, even when two come at once', async () => {
    const { guard, site } = await guardedSite(answering(200));
    guard.configure({ allowed_origins: [site.origin], write_rules: [] });
    const rules = [statusRule(site.origin, 'published', 'external_write')];
    guard.arm(permitFor(rules), rules, inAMinute());
    const send = () => askJson(guard, `${site.origin}/api/1`, { status: 'published' });
    const answers = await Promise.all([send(), send(), send()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
    expect(site.writes()).toHaveLength(1);
    expect(guard.record()).toMatchObject({
      spent: [{ rule: 'send-published', status: 200 }],
      leftSinceArm: 1,
      blocked: [{ rule: 'guard.permit-spent', count: 2 }],
    });
    expect(guard.disarm()).toEqual(['send-published']);
    guard.cut();
    expect(guard.disarm()).toEqual(['send-published']);
  });

  test('lets nothing leave after it was taken back', async () => {
    const { guard, site } = await guardedSite(answering(200));
    guard.configure({ allowed_origins: [site.origin], write_rules: [] });
    const rules = [statusRule(site.origin, 'published', 'external_write')];
    guard.arm(permitFor(rules), rules, inAMinute());
    expect(guard.disarm()).toEqual([]);
    expect((await askJson(guard, `${site.origin}/api/1`, { status: 'published' })).status).toBe(403);
    expect(site.writes()).toEqual([]);
  });

  test('is sent once and stays unanswered when the site drops the connection', async () => {
    const { guard, site } = await guardedSite((request, response) =>
      request.method === 'POST' ? request.socket.destroy() : response.end('page'),
    );
    guard.configure({ allowed_origins: [site.origin], write_rules: [] });
    await ask(guard, site.origin);
    const rules = [statusRule(site.origin, 'published', 'external_write')];
    guard.arm(permitFor(rules), rules, inAMinute());
    expect((await askJson(guard, `${site.origin}/api/1`, { status: 'published' })).status).toBe(502);
    expect(site.writes()).toHaveLength(1);
    expect(guard.record()).toMatchObject({
      spent: [{ rule: 'send-published', status: null }],
      leftSinceArm: 1,
    });
  });

  test('of another attempt starts unspent', async () => {
    const { guard, site } = await guardedSite(answering(200));
    const rules = [statusRule(site.origin, 'published', 'external_write')];
    for (const _attempt of [1, 2]) {
      guard.configure({ allowed_origins: [site.origin], write_rules: [] });
      guard.arm(permitFor(rules), rules, inAMinute());
      await askJson(guard, `${site.origin}/api/1`, { status: 'published' });
      guard.disarm();
    }
    expect(site.writes()).toHaveLength(2);
    expect(guard.record().spent).toEqual([
      { rule: 'send-published', status: 200 },
      { rule: 'send-published', status: 200 },
    ]);
  });
});

describe('misuse is refused', () => {
  test('of permits, rules and the human profile', async () => {
    const { guard, site } = await guardedSite(answering(200));
    const draft = statusRule(site.origin, 'draft');
    const publish = statusRule(site.origin, 'published', 'external_write');
    const permit = permitFor([publish]);
    const plan = { allowed_origins: [site.origin], write_rules: [draft] };
    expect(() => guard.arm(permit, [publish], inAMinute())).toThrow('Configure');
    expect(() => guard.configure({ ...plan, write_rules: [publish] })).toThrow('class draft');
    expect(() => guard.configure({ ...plan, write_rules: [draft, draft] })).toThrow('same id');
    expect(() => guard.configure({ ...plan, allowed_origins: ['http://127.1'] })).toThrow('canonical');
    guard.configure(plan);
    expect(() => guard.arm(permit, [draft], inAMinute())).toThrow('not the ones');
    expect(() => guard.arm(permitFor([draft]), [draft], inAMinute())).toThrow('class external_write');
    guard.arm(permit, [publish], inAMinute());
    expect(() => guard.arm(permit, [publish], inAMinute())).toThrow(GuardMisuse);
    expect(() => guard.enterHuman([draft])).toThrow('disarm');
    expect(() => guard.configure(plan)).toThrow(GuardMisuse);
    guard.disarm();
    guard.enterHuman([draft]);
    expect(() => guard.arm(permit, [publish], inAMinute())).toThrow(GuardMisuse);
    expect(() => guard.configure(plan)).toThrow(GuardMisuse);
  });
});

describe('a person', () => {
  test('has rules of their own, and a record of their own', async () => {
    const { guard, site } = await guardedSite(answering(200));
    const signIn = statusRule(site.origin, 'sign-in', 'credential_use');
    guard.configure({ allowed_origins: [site.origin], write_rules: [statusRule(site.origin, 'draft')] });
    guard.enterHuman([signIn]);
    const send = (status: string) => askJson(guard, `${site.origin}/api/1`, { status });
    expect((await send('sign-in')).status).toBe(200);
    expect((await send('draft')).status).toBe(403);
    guard.leaveHuman();
    expect((await send('sign-in')).status).toBe(403);
    expect((await send('draft')).status).toBe(200);
    expect(guard.record()).toMatchObject({
      allowed: [{ rule: 'send-draft', count: 1 }],
      blocked: [{ count: 1 }],
      human: { allowed: [{ rule: 'send-sign-in', count: 1 }], blocked: [{ count: 1 }] },
    });
  });
});

describe('waiting for a write', () => {
  test('ends with the answer to a write that was sent after the mark', async () => {
    let release = () => {};
    const { guard, site } = await guardedSite((request, response) => {
      if (request.url === '/api/slow') release = () => response.end();
      else response.end();
    });
    guard.configure({ allowed_origins: [site.origin], write_rules: [statusRule(site.origin, 'draft')] });
    const slow = askJson(guard, `${site.origin}/api/slow`, { status: 'draft' });
    await expect.poll(() => guard.record().allowed[0]?.count).toBe(1);

    let answered = false;
    const waiting = guard.waitForWrite('send-draft', 1, 60_000).then((value) => {
      answered = value;
    });
    await expect.poll(() => site.writes().length).toBe(1);
    release();
    await slow;
    await pause(50);
    expect(answered).toBe(false);
    await askJson(guard, `${site.origin}/api/fast`, { status: 'draft' });
    await waiting;
    expect(answered).toBe(true);
    expect(await guard.waitForWrite('send-draft', 0, 60_000)).toBe(true);
    expect(await guard.waitForWrite('send-draft', 2, 20)).toBe(false);
  });

  test('is not ended by an error of the site', async () => {
    const { guard, site } = await guardedSite(answering(500));
    guard.configure({ allowed_origins: [site.origin], write_rules: [statusRule(site.origin, 'draft')] });
    await askJson(guard, `${site.origin}/api/1`, { status: 'draft' });
    expect(await guard.waitForWrite('send-draft', 0, 20)).toBe(false);
  });

  test('ends with the guard', async () => {
    const { guard, site } = await guardedSite(answering(200));
    guard.configure({ allowed_origins: [site.origin], write_rules: [statusRule(site.origin, 'draft')] });
    const waiting = guard.waitForWrite('send-draft', 0, 100_000);
    guard.cut();
    expect(await waiting).toBe(false);
  });
});
