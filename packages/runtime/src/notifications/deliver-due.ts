import type { Clock } from '@cux/contracts';
import type { Gate, Kernel } from '@cux/kernel';
import type { DeliveryLog } from './delivery-log.ts';
import {
  type GateNotification,
  type NotificationReceiver,
  notificationId,
  type Receipt,
} from './gate-notification.ts';

/** How long after each failed try the next one is made, in milliseconds; after the last of them it is given up. */
const pauses: readonly number[] = [
  5_000, 300_000, 1_800_000, 7_200_000, 18_000_000, 36_000_000, 50_400_000, 72_000_000, 86_400_000,
];

export interface DeliverDue {
  readonly kernel: Kernel;
  readonly workspace: string;
  readonly receivers: readonly NotificationReceiver[];
  readonly log: DeliveryLog;
  readonly clock: Clock;
}

/** What came of one notification in this round. */
export interface DeliveryReport {
  readonly id: string;
  readonly gate_id: string;
  readonly receiver: string;
  readonly outcome: 'delivered' | 'failed' | 'given_up';
  readonly tries: number;
  /** When it is tried again, in milliseconds since the epoch. */
  readonly next_at: number | null;
  /** Why not; null when it was delivered. */
  readonly message: string | null;
}

/**
 * Tells every receiver of every gate that waits and that it has not been told of, as far as that is due. At least once: a
 * process that ends between telling and noting it tells again, under the same id. Gates that were decided meanwhile
 * are told to nobody any more. Idempotent; one receiver that fails keeps no other from being told.
 */
export async function deliverDue(options: DeliverDue): Promise<readonly DeliveryReport[]> {
  const gates = await options.kernel.gates(options.workspace, { statuses: ['pending'] });
  const reports: DeliveryReport[] = [];
  for (const receiver of options.receivers) {
    for (const gate of gates) {
      const report = await deliverOne(options, receiver, gate);
      if (report !== null) reports.push(report);
    }
  }
  return reports;
}

async function deliverOne(
  { workspace, log, clock }: DeliverDue,
  receiver: NotificationReceiver,
  gate: Gate,
): Promise<DeliveryReport | null> {
  const id = notificationId(workspace, gate, receiver.name);
  const before = await log.read(id);
  if (before !== null && (before.next_at === null || clock.now() < before.next_at)) return null;
  const receipt = await tell(receiver, notificationOf(id, gate, receiver));
  const tries = (before?.tries ?? 0) + 1;
  const now = clock.now();
  const delivered = receipt.kind === 'delivered';
  const pause = delivered || receipt.final ? undefined : pauses[tries - 1];
  const next_at = pause === undefined ? null : now + pause;
  await log.write(id, { tries, next_at, delivered_at: delivered ? now : null });
  return {
    id,
    gate_id: gate.gate_id,
    receiver: receiver.name,
    outcome: delivered ? 'delivered' : next_at === null ? 'given_up' : 'failed',
    tries,
    next_at,
    message: delivered ? null : receipt.message,
  };
}

async function tell(receiver: NotificationReceiver, notification: GateNotification): Promise<Receipt> {
  try {
    return await receiver.deliver(notification);
  } catch {
    return { kind: 'failed', final: false, message: 'The receiver failed in a way that nobody foresaw.' };
  }
}

function notificationOf(id: string, gate: Gate, { link }: NotificationReceiver): GateNotification {
  const { gate_id, revision, attention } = gate;
  return {
    id,
    gate_id,
    revision,
    question: attention.question,
    link: link === null ? null : link.replaceAll('{gate}', encodeURIComponent(gate_id)),
  };
}
