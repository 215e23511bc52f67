import { join } from 'node:path';
import { randomIds, systemClock } from '@cux/kernel';
import { type DeliveryReport, deliverDue, fileDeliveryLog } from '@cux/runtime';
import type { CommandContext } from '../command-context.ts';
import type { OpenState } from '../state/open-state.ts';
import { receiversOf } from './receivers.ts';

/** Tells everybody whom the config file names, of everything that waits and is due. */
export async function deliverNotifications(
  { config, surroundings }: CommandContext,
  state: OpenState,
): Promise<readonly DeliveryReport[]> {
  const settings = config()?.notifications ?? [];
  if (settings.length === 0) return [];
  const receivers = await receiversOf(settings, surroundings.environment, systemClock.now);
  const log = fileDeliveryLog(join(state.location.folder, 'notifications'), randomIds);
  const reports: DeliveryReport[] = [];
  for (const workspace of state.workspaces) {
    // A gate of a workspace that is at work elsewhere waits there.
    if ((await state.kernel.whereabouts(workspace))?.kind !== 'here') continue;
    reports.push(
      ...(await deliverDue({ kernel: state.kernel, workspace, receivers, log, clock: systemClock })),
    );
  }
  return reports;
}

/** The same after other work, which has been done whatever comes of this: a failure is told, and tried again later. */
export async function deliverBeside(context: CommandContext, state: OpenState): Promise<void> {
  const { writeError, json } = context.output();
  const say = (text: string) => {
    if (!json) writeError?.(`cux: ${text}\n`);
  };
  try {
    for (const { outcome, receiver, message } of await deliverNotifications(context, state)) {
      say(
        outcome === 'delivered'
          ? `${receiver} was told that a gate waits`
          : `${receiver} could not be told: ${message}`,
      );
    }
  } catch (error) {
    say(
      error instanceof Error && error.name === 'CliFault'
        ? error.message
        : 'nobody could be told that a gate waits',
    );
  }
}
