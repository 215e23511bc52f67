import type { ActionRequest } from '@cux/contracts';
import type { HostEvent } from '@cux/runtime';
import { itemOfGoal } from './commands/item-goal.ts';
import { type Calling, calledAs, cux } from './next-command.ts';

/** What Ctrl-C cuts off in this process, followed by what the host tells. It decides nothing: the log says what holds. */
export class Interruption {
  #request: ActionRequest | null = null;
  #mayHaveLeft = false;
  #calling: Calling | null = null;

  /** How the command that it would cut off was called, for what is told then. */
  within(calling: Calling): void {
    this.#calling = calling;
  }

  /** The commit follows `prepared` at once, and is told only once it is on disk: from there on it may have been. */
  note(event: HostEvent): void {
    if (event.kind === 'request-built') this.#request = event.request;
    else if (event.kind === 'prepared') this.#mayHaveLeft = this.#request?.gate_binding !== undefined;
    else if (event.kind === 'voided' || event.kind === 'settled') this.#mayHaveLeft = false;
  }

  /** One sentence for whoever interrupted, and how it goes on. */
  message(): string {
    const left = this.whatMayHaveLeft();
    return left === null
      ? 'interrupted; nothing is lost, and the same command goes on from here.'
      : `interrupted; ${left}`;
  }

  /** Said of a fault, too, that ends the work after its commit: no fault knows by itself what had left before it. Null before. */
  whatMayHaveLeft(): string | null {
    if (!this.#mayHaveLeft) return null;
    const item = itemOfGoal(this.#request?.goal_id ?? '');
    const publish = () => cux`content publish ${item}`;
    const command = this.#calling === null ? publish() : calledAs(this.#calling, publish);
    const next = item === null ? 'the same command again' : command;
    return `what was approved may have been used. Next: ${next} finds out at the site, and presses nothing twice.`;
  }
}
