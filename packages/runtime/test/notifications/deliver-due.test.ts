import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Gate, Kernel } from '@cux/kernel';
import { randomIds } from '@cux/kernel';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  type DeliveryLog,
  deliverDue,
  fileDeliveryLog,
  type GateNotification,
  type NotificationReceipt,
  type NotificationReceiver,
  notificationId,
} from '../../src/index.ts';

const delivered: NotificationReceipt = { kind: 'delivered' };
const failed: NotificationReceipt = { kind: 'failed', final: false, message: 'Start it.' };

function pending(gate_id: string, revision = 1): Gate {
  return {
    gate_id,
    goal_id: 'goal',
    todo_id: 'todo',
    revision,
    kind: 'item',
    status: 'pending',
    closed_for: null,
    subject: { principal_id: 'agent', account: 'a', origin: 'https://a.example', window_ms: 60_000 },
    subject_digest: `sha256:${'0'.repeat(64)}`,
    attention: {
      question: `Publish “${gate_id}” to a.example?`,
      attempted: ['publish it'],
      forbidden: ['pay'],
      evidence: [],
      next_step: 'human_review',
      takeover: 'Open it yourself.',
    },
    held_by: null,
    expires_at: 9_999_999_999_999,
    provenance: [],
    decided_by: null,
    decided_at: null,
    reason: null,
    consumed_by: null,
  };
}

/** A receiver that says what it is told to say, one answer after the other, and then that it was delivered. */
function receiver(name: string, answers: (NotificationReceipt | Error)[] = [], link: string | null = null) {
  const told: GateNotification[] = [];
  const itself: NotificationReceiver = {
    name,
    link,
    async deliver(notification) {
      told.push(notification);
      const answer = answers.shift() ?? delivered;
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
  return { told, itself };
}

function office(gates: Gate[]) {
  const folder = mkdtempSync(join(tmpdir(), 'cux-notifications-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  let now = 1_000_000;
  const log = fileDeliveryLog(folder, randomIds);
  const kernel = {
    gates: async (workspace: string, { statuses }: { readonly statuses: readonly string[] }) =>
      workspace === 'w' ? gates.filter(({ status }) => statuses.includes(status)) : [],
  } as unknown as Kernel;
  return {
    folder,
    log,
    gates,
    later: (milliseconds: number) => {
      now += milliseconds;
    },
    round: (receivers: readonly { readonly itself: NotificationReceiver }[], own: DeliveryLog = log) =>
      deliverDue({
        kernel,
        workspace: 'w',
        receivers: receivers.map(({ itself }) => itself),
        log: own,
        clock: { now: () => now },
      }),
  };
}

describe('a gate that waits', () => {
  it('is told to each receiver once, and holds the question and the link and no more', async () => {
    const { round } = office([pending('gate_1')]);
    const desk = receiver('desk', [], 'https://cux.example/gates/{gate}');
    const bell = receiver('bell');
    expect(await round([desk, bell])).toHaveLength(2);
    expect(await round([desk, bell])).toEqual([]);
    expect(desk.told).toEqual([
      {
        id: notificationId('w', { gate_id: 'gate_1', revision: 1 }, 'desk'),
        gate_id: 'gate_1',
        revision: 1,
        question: 'Publish “gate_1” to a.example?',
        link: 'https://cux.example/gates/gate_1',
      },
    ]);
    expect(bell.told).toMatchObject([{ link: null }]);
    expect(bell.told[0]?.id).not.toBe(desk.told[0]?.id);
  });

  it('is told again at another revision: somebody else asks with it', async () => {
    const { round, gates } = office([pending('gate_1')]);
    const desk = receiver('desk');
    await round([desk]);
    gates.splice(0, 1, pending('gate_1', 2));
    await round([desk]);
    expect(new Set(desk.told.map(({ id }) => id)).size).toBe(2);
  });

  it('is told to nobody once it is decided, whatever failed before', async () => {
    const { round, gates, later } = office([pending('gate_1')]);
    const desk = receiver('desk', [failed]);
    await round([desk]);
    gates.splice(0, 1, { ...pending('gate_1', 2), status: 'open' });
    later(999_999_999);
    expect(await round([desk])).toEqual([]);
    expect(desk.told).toHaveLength(1);
  });
});

describe('what failed', () => {
  it('is tried again under the same id, later and later, and given up at last', async () => {
    const { round, later } = office([pending('gate_1')]);
    const desk = receiver(
      'desk',
      Array.from({ length: 20 }, () => failed),
    );
    const pauses: number[] = [];
    let report = (await round([desk]))[0];
    for (let now = 1_000_000; report?.next_at != null; ) {
      expect(await round([desk])).toEqual([]);
      pauses.push(report.next_at - now);
      later(report.next_at - now);
      now = report.next_at;
      report = (await round([desk]))[0];
    }
    expect(report).toMatchObject({ outcome: 'given_up', tries: 10 });
    expect(pauses).toEqual(pauses.toSorted((left, right) => left - right));
    expect(new Set(desk.told.map(({ id }) => id)).size).toBe(1);
    later(999_999_999);
    expect(await round([desk])).toEqual([]);
  });

  it.for<[string, NotificationReceipt | Error, string]>([
    ['says that it wants nothing more', { kind: 'failed', final: true, message: 'gone' }, 'given_up'],
    ['throws', new Error('secret'), 'failed'],
  ])('is noted of a receiver that %s, and keeps no other from being told', async ([, answer, outcome]) => {
    const { round } = office([pending('gate_1')]);
    const desk = receiver('desk', [answer]);
    const bell = receiver('bell');
    const reports = await round([desk, bell]);
    expect(reports).toMatchObject([
      { receiver: 'desk', outcome },
      { receiver: 'bell', outcome: 'delivered' },
    ]);
    expect(JSON.stringify(reports)).not.toContain('secret');
  });
});

describe('a process that ends', () => {
  it('after telling and before noting it tells again, under the same id', async () => {
    const { round, log } = office([pending('gate_1')]);
    const desk = receiver('desk');
    const dies: DeliveryLog = { read: log.read, write: () => Promise.reject(new Error('killed')) };
    await expect(round([desk], dies)).rejects.toThrow('killed');
    await round([desk]);
    await round([desk]);
    expect(desk.told).toHaveLength(2);
    expect(desk.told[0]?.id).toBe(desk.told[1]?.id);
  });

  it('while it notes leaves a file that is taken for none', async () => {
    const { round, folder } = office([pending('gate_1')]);
    const desk = receiver('desk');
    const id = notificationId('w', { gate_id: 'gate_1', revision: 1 }, 'desk');
    writeFileSync(join(folder, `${id}.json`), '{"tries":1,"nex');
    await round([desk]);
    expect(desk.told).toHaveLength(1);
    expect(await round([desk])).toEqual([]);
  });
});
