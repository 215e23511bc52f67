import { setTimeout as delay } from 'node:timers/promises';
import { DemoFault } from '../story/demo-fault.ts';

const mostTries = 100;
const betweenTriesMs = 100;

/** Starts an application on the port it had: the one that has just ended may need a moment to let go of it. */
export async function startAgain<Running>(start: () => Promise<Running>): Promise<Running> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await start();
    } catch (error) {
      if (!DemoFault.isInstance(error) || error.code !== 'port_taken' || tries === mostTries) throw error;
      await delay(betweenTriesMs);
    }
  }
}
