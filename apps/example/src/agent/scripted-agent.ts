import type { ActionIntent, ScreenObservation } from '@cux/contracts';
import type { ActionAnswer, ComputerHost } from '@cux/runtime';
import { DemoFault } from '../story/demo-fault.ts';
import { agent } from '../story/people.ts';

/** Where the agent works. */
export interface Desk {
  readonly computer_id: string;
  readonly screen_id: string;
  readonly session_id: string;
}

/** What an agent would do with what it sees: observe, find an element by its name, do one thing to it. */
export class ScriptedAgent {
  readonly #computers: ComputerHost;
  readonly #desk: Desk;
  readonly #told: (line: string) => void;
  #taken = 0;
  /** Makes the keys of this run differ from those of any other. */
  readonly run: string;

  constructor(computers: ComputerHost, desk: Desk, run: string, told: (line: string) => void) {
    this.#computers = computers;
    this.#desk = desk;
    this.#told = told;
    this.run = run;
  }

  /** What an observation comes to, as a word. */
  async tryObserve(): Promise<string> {
    const asked = { modes: ['accessibility_tree'], nodes: 10, bytes: 1_024 } as const;
    const answer = await this.#computers.observe({ ...this.#desk, ...asked });
    return answer.kind === 'refused' ? `refused (${answer.rule})` : 'seen';
  }

  async observe(): Promise<ScreenObservation> {
    const asked = { modes: ['accessibility_tree', 'screenshot'], nodes: 1_000, bytes: 16_384 } as const;
    const answer = await this.#computers.observe({ ...this.#desk, ...asked });
    if (answer.kind === 'refused') throw new DemoFault('story_off_course', answer.message);
    return answer.value;
  }

  type(name: string, text: string): Promise<void> {
    return this.#act(`types the ${name.toLowerCase()}`, name, (element) => ({
      kind: 'type_text',
      text,
      ...element,
    }));
  }

  choose(name: string, option: string): Promise<void> {
    return this.#act(`chooses ${option}`, name, (element) => ({ kind: 'select_option', option, ...element }));
  }

  /** @param opens what the site shows after it, for whoever reads along */
  press(name: string, opens?: string): Promise<void> {
    const told = opens === undefined ? `presses “${name}”` : `presses “${name}” (opens ${opens})`;
    return this.#act(told, name, (element) => ({ kind: 'click', ...element }));
  }

  /** A press, as it would be asked for; the same body again is the identical retry. */
  async pressLater(name: string): Promise<() => Promise<ActionAnswer>> {
    const intent: ActionIntent = { kind: 'click', ...(await this.#find(name)) };
    this.#taken += 1;
    const key = `${this.run}/${this.#taken}`;
    return () => this.#send(intent, key);
  }

  async #act(told: string, name: string, intentOf: (element: Element) => ActionIntent): Promise<void> {
    const intent = intentOf(await this.#find(name));
    this.#taken += 1;
    const answer = await this.#send(intent, `${this.run}/${this.#taken}`);
    this.#told(`The agent ${told}: ${answer.kind}.`);
    if (answer.kind === 'performed') return;
    throw new DemoFault('story_off_course', `The agent's action came to ${JSON.stringify(answer)}.`);
  }

  #send(intent: unknown, idempotency_key: string): Promise<ActionAnswer> {
    const action = {
      schema_version: 'cux_structural_action_v1',
      intent,
      deadline_ms: 30_000,
      idempotency_key,
    };
    const bytes = new TextEncoder().encode(JSON.stringify(action));
    return this.#computers.act({ ...this.#desk, principal: agent, action: bytes });
  }

  /** Looks at the Screen as it is now, and takes the element of this name from what is shown. */
  async #find(name: string): Promise<Element> {
    const { tree, observation_id, observation_generation } = await this.observe();
    const line = tree.split('\n').find((each) => each.includes(` ${JSON.stringify(name)} [ref=`));
    const ref = /\[ref=(e\d+)\]$/.exec(line ?? '')?.[1];
    if (ref !== undefined) return { ref, source_observation: { observation_id, observation_generation } };
    throw new DemoFault('story_off_course', `The agent sees nothing that is called “${name}”.`);
  }
}

/** An element as an action names it: by its reference, and by the observation that has shown it. */
interface Element {
  readonly ref: string;
  readonly source_observation: Extract<ActionIntent, { kind: 'click' }>['source_observation'];
}
