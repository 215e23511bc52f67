import type { WriteRule } from '@cux/contracts';
import { describe, expect, test } from 'vitest';
import { GuardMisuse } from '../../src/guard/guard-misuse.ts';
import { monotonicFrom } from '../../src/guard/monotonic-clock.ts';
import { askJson } from './support/client.ts';
import { guardedSite, permitFor, statusRule } from './support/guarded-site.ts';
import type { Handler } from './support/site.ts';

const page: Handler = (_request, response) => response.end('page');

/** A clock that a test sets; `readings` are answered first, one a look. */
function settable(readings: number[] = []) {
  const clock = { time: 1_000, readings, now: () => clock.readings.shift() ?? clock.time };
  return clock;
}

async function armedSite(options: { readonly tls?: boolean } = {}) {
  const monotonic = settable();
  const { guard, site } = await guardedSite(page, { ...options, monotonic });
  const draft = statusRule(site.origin, 'draft');
  const rules = [statusRule(site.origin, 'published', 'external_write')];
  guard.configure({ allowed_origins: [site.origin], write_rules: [draft] });
  const publish = () => askJson(guard, `${site.origin}/api/1`, { status: 'published' });
  return { guard, site, rules, monotonic, publish };
}

describe('the time of a permit', () => {
  test('a host that was suspended between commit and arm arms nothing', async () => {
    const { guard, site, rules, monotonic, publish } = await armedSite();
    const asked = monotonic.time;
    monotonic.time += 61_000;
    expect(() => guard.arm(permitFor(rules), rules, asked + 60_000)).toThrow(GuardMisuse);
    expect((await publish()).status).toBe(403);
    expect(site.writes()).toEqual([]);
  });

  test('a host that was suspended between arm and match sends nothing', async () => {
    const { guard, site, rules, monotonic, publish } = await armedSite();
    guard.arm(permitFor(rules), rules, monotonic.time + 60_000);
    monotonic.time += 60_000;
    expect((await publish()).status).toBe(403);
    expect(site.writes()).toEqual([]);
    expect(guard.record()).toMatchObject({
      spent: [],
      leftSinceArm: 0,
      blocked: [{ rule: 'guard.permit-expired', count: 1 }],
    });
  });

  test.each(['http', 'https'])(
    'a host that was suspended while it connected sends nothing, over %s',
    async (scheme) => {
      const { guard, site, rules, monotonic, publish } = await armedSite({ tls: scheme === 'https' });
      guard.arm(permitFor(rules), rules, 61_000);
      // In time when it is matched, too late when the site is connected.
      monotonic.readings.push(1_000);
      monotonic.time = 61_000;
      if (scheme === 'http') expect((await publish()).status).toBe(502);
      else await publishOverTls(guard, site.origin);
      expect(site.writes()).toEqual([]);
      // What was decided on stays spent: nobody is told that it certainly did not leave.
      expect(guard.disarm()).toEqual(['send-published']);
    },
  );

  test('is enough until its last moment', async () => {
    const { guard, site, rules, monotonic, publish } = await armedSite();
    guard.arm(permitFor(rules), rules, monotonic.time + 60_000);
    monotonic.time += 59_999;
    expect((await publish()).status).toBe(200);
    expect(site.writes()).toHaveLength(1);
  });

  test('does not end a draft', async () => {
    const { guard, site, rules, monotonic } = await armedSite();
    guard.arm(permitFor(rules), rules, monotonic.time + 1);
    monotonic.time += 10;
    expect((await askJson(guard, `${site.origin}/api/1`, { status: 'draft' })).status).toBe(200);
  });

  test.each([Number.NaN, Number.NEGATIVE_INFINITY, 1_000])('%s is over at once', async (end) => {
    const { guard, rules } = await armedSite();
    expect(() => guard.arm(permitFor(rules), rules, end)).toThrow('over');
  });
});

async function publishOverTls(guard: Parameters<typeof askJson>[0], origin: string): Promise<void> {
  const { secureTunnel, received } = await import('./support/client.ts');
  const authority = new URL(origin).host;
  const socket = await secureTunnel(guard, authority, ['http/1.1']);
  const body = JSON.stringify({ status: 'published' });
  const answer = received(socket, /\r\n\r\n/);
  socket.write(
    `POST /api/1 HTTP/1.1\r\nHost: ${authority}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  expect(await answer).toMatch(/^HTTP\/1.1 502/);
  socket.destroy();
}

describe('one permit', () => {
  test('is armed once in the life of a guard', async () => {
    const { guard, site, rules, publish } = await armedSite();
    const permit = permitFor(rules);
    guard.arm(permit, rules, 61_000);
    expect((await publish()).status).toBe(200);
    guard.disarm();
    expect(() => guard.arm(permit, rules, 61_000)).toThrow('armed before');
    guard.configure({ allowed_origins: [site.origin], write_rules: [] });
    expect(() => guard.arm(permit, rules, 61_000)).toThrow('armed before');
    expect((await publish()).status).toBe(403);
    guard.arm(permitFor(rules), rules, 61_000);
    expect(site.writes()).toHaveLength(1);
  });

  test('that was refused has not been armed', async () => {
    const { guard, rules } = await armedSite();
    const permit = permitFor(rules);
    expect(() => guard.arm(permit, rules, 0)).toThrow(GuardMisuse);
    expect(() => guard.arm(permit, [], 61_000)).toThrow(GuardMisuse);
    guard.arm(permit, rules, 61_000);
  });
});

describe('what left since a permit was armed', () => {
  test('counts writes of every rule, until it is taken back', async () => {
    const { guard, site, rules, publish } = await armedSite();
    const save = () => askJson(guard, `${site.origin}/api/1`, { status: 'draft' });
    await save();
    expect(guard.record().leftSinceArm).toBe(0);
    guard.arm(permitFor(rules), rules, 61_000);
    expect(guard.record().leftSinceArm).toBe(0);
    await save();
    expect(guard.record()).toMatchObject({ spent: [], leftSinceArm: 1 });
    await publish();
    expect(guard.record().leftSinceArm).toBe(2);
    guard.disarm();
    await save();
    expect(guard.record().leftSinceArm).toBe(2);
    guard.arm(permitFor(rules), rules, 61_000);
    expect(guard.record().leftSinceArm).toBe(0);
  });

  test('stays to be asked after the cut', async () => {
    const { guard, rules, publish } = await armedSite();
    guard.arm(permitFor(rules), rules, 61_000);
    await publish();
    guard.cut();
    expect(guard.record().leftSinceArm).toBe(1);
  });
});

describe('a draft rule that could let the publication pass', () => {
  const anything: WriteRule['body'] = {
    kind: 'json',
    fields: [{ field: '/status', operator: 'present' }],
    other_fields: 'allow',
  };

  test('keeps the permit from being armed', async () => {
    const { guard, site, rules, publish } = await armedSite();
    const greedy = { ...statusRule(site.origin, 'draft'), id: 'greedy', body: anything };
    guard.configure({ allowed_origins: [site.origin], write_rules: [greedy] });
    expect(() => guard.arm(permitFor(rules), rules, 61_000)).toThrow('greedy');
    expect(guard.disarm()).toEqual([]);
    void publish;
  });
});

describe('a clock that permits end by', () => {
  test.each([
    { because: 'it runs', steady: 5, wall: 5, elapsed: 5 },
    {
      because: 'a machine that slept has a wall clock that did not',
      steady: 0,
      wall: 61_000,
      elapsed: 61_000,
    },
    { because: 'a wall clock that is set back takes no time away', steady: 5, wall: -3_600_000, elapsed: 5 },
    { because: 'it never goes back', steady: -1, wall: -1, elapsed: 0 },
  ])('moves by $elapsed, because $because', ({ steady, wall, elapsed }) => {
    const times = { steady: 100, wall: 1_000_000 };
    const clock = monotonicFrom(
      () => times.steady,
      () => times.wall,
    );
    const before = clock.now();
    times.steady += steady;
    times.wall += wall;
    expect(clock.now() - before).toBe(elapsed);
    expect(clock.now() - before).toBe(elapsed);
  });
});
