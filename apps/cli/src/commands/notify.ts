import { setTimeout as delay } from 'node:timers/promises';
import type { DeliveryReport } from '@cux/runtime';
import { CliFault } from '../cli-fault.ts';
import type { CommandContext } from '../command-context.ts';
import { deliverNotifications } from '../notifications/deliver-notifications.ts';
import { answer, instant, type Output } from '../output.ts';

/** Tells once what is due, or again and again until somebody stops it. */
export async function notifyDeliver(context: CommandContext, every: number | undefined): Promise<void> {
  if ((context.config()?.notifications ?? []).length === 0) {
    throw new CliFault('usage', 'Nobody is to be told: name who under "notifications" in the config file.');
  }
  for (;;) {
    let failed = false;
    await context.withState(async (state, output) => {
      const reports = await deliverNotifications(context, state);
      failed = reports.some(({ outcome }) => outcome !== 'delivered');
      tell(output, reports, every === undefined);
    });
    if (every === undefined) {
      if (failed)
        throw new CliFault(
          'refused',
          'Not everybody could be told; what failed is tried again when it is due.',
        );
      return;
    }
    await delay(every * 1_000);
  }
}

function tell(output: Output, reports: readonly DeliveryReport[], whenNone: boolean): void {
  if (reports.length === 0 && !whenNone) return;
  const lines = reports.map(({ receiver, gate_id, outcome, tries, next_at, message }) => {
    const again = next_at === null ? '' : `, again at ${instant(next_at)}`;
    return `${receiver}  ${gate_id}  ${outcome.replace('_', ' ')} (try ${tries}${again})${message === null ? '' : `: ${message}`}`;
  });
  answer(output, { deliveries: reports }, lines.length === 0 ? ['Nothing is due.'] : lines);
}
