import { ProviderFault } from '../provider/provider-fault.ts';
import { LineReader } from './line-reader.ts';
import { longestLine, type Method, methods, type Params, type Result, wireFaults } from './protocol.ts';
import { type LineRule, readMessage } from './read-message.ts';

/** The two ends of a provider's process that a connection needs. */
export interface LinePort {
  write(line: string): void;
  onBytes(listener: (bytes: Uint8Array) => void): void;
  /** Called once, when the process has gone. */
  onEnd(listener: () => void): void;
  /** Ends the process and its children, now. */
  kill(): void;
}

interface Pending {
  readonly method: Method;
  readonly resolve: (result: never) => void;
  readonly reject: (fault: ProviderFault) => void;
  readonly timer: NodeJS.Timeout;
}

/** How many events a provider may send in one session. */
const mostEvents = 1_000;

/**
 * Requests to one provider process and its answers. Whatever it sends that is not one of the answers it was asked for
 * ends it: every call that waits and every later one rejects with a `ProviderFault` that names the rule. A process
 * that has gone is `engine_gone`. Nothing is asked twice.
 */
export class ProviderConnection {
  readonly #port: LinePort;
  readonly #reader = new LineReader(longestLine);
  readonly #pending = new Map<number, Pending>();
  /** Calls that nobody waits for any more; an answer may still come, once. */
  readonly #given = new Set<number>();
  readonly #onTargetOpened: () => void;
  #lastId = 0;
  #events = 0;
  #fault: ProviderFault | null = null;

  constructor(port: LinePort, onTargetOpened: () => void) {
    this.#port = port;
    this.#onTargetOpened = onTargetOpened;
    port.onBytes((bytes) => this.#receive(bytes));
    port.onEnd(() => this.fail(gone()));
  }

  /** Why nothing can be asked any more; null while something can. */
  get fault(): ProviderFault | null {
    return this.#fault;
  }

  /**
   * Asks once.
   *
   * @param limit how long the answer may take, in milliseconds; beyond it the provider is told that nobody waits, and
   * `late` answers, or, where it is left out, the provider is ended
   */
  call<Name extends Method>(
    method: Name,
    params: Params<Name>,
    limit: number,
    late?: () => Result<Name>,
  ): Promise<Result<Name>> {
    return new Promise((resolve, reject) => {
      if (this.#fault !== null) {
        reject(this.#fault);
        return;
      }
      this.#lastId += 1;
      const id = this.#lastId;
      const timer = setTimeout(() => {
        if (late === undefined) {
          this.fail(tooLate());
          return;
        }
        this.#pending.delete(id);
        this.#given.add(id);
        this.#send({ jsonrpc: '2.0', method: 'cancel', params: { id } });
        resolve(late());
      }, limit);
      this.#pending.set(id, { method, resolve, reject, timer });
      this.#send({ jsonrpc: '2.0', id, method, params });
    });
  }

  /** Ends the connection for this reason; the first one stays. */
  fail(fault: ProviderFault): void {
    if (this.#fault !== null) return;
    this.#fault = fault;
    for (const { reject, timer } of this.#pending.values()) {
      clearTimeout(timer);
      reject(fault);
    }
    this.#pending.clear();
    this.#port.kill();
  }

  #send(message: unknown): void {
    this.#port.write(`${JSON.stringify(message)}\n`);
  }

  #receive(bytes: Uint8Array): void {
    if (this.#fault !== null) return;
    const lines = this.#reader.push(bytes);
    if (lines === null) {
      this.#break('line_too_large');
      return;
    }
    for (const line of lines) {
      if (this.#fault === null) this.#take(line);
    }
  }

  #take(line: Uint8Array): void {
    const message = readMessage(line);
    switch (message.kind) {
      case 'broken':
        this.#break(message.rule);
        return;
      case 'target-opened':
        this.#events += 1;
        if (this.#events > mostEvents) this.#break('line_too_many');
        else this.#onTargetOpened();
        return;
      case 'error':
        this.#settle(message.id, (pending) => pending.reject(faultOf(message.fault)));
        return;
      case 'result':
        this.#settle(message.id, (pending) => this.#answer(pending, message.result));
        return;
    }
  }

  #settle(id: number, settle: (pending: Pending) => void): void {
    const pending = this.#pending.get(id);
    if (pending === undefined) {
      if (!this.#given.delete(id)) this.#break(id > this.#lastId ? 'line_unknown_id' : 'line_duplicate_id');
      return;
    }
    this.#pending.delete(id);
    clearTimeout(pending.timer);
    settle(pending);
  }

  #answer(pending: Pending, result: unknown): void {
    const parsed = methods[pending.method].result.safeParse(result);
    if (parsed.success) {
      pending.resolve(parsed.data as never);
      return;
    }
    const fault = brokenBy('line_wrong_shape');
    pending.reject(fault);
    this.fail(fault);
  }

  #break(rule: LineRule): void {
    this.fail(brokenBy(rule));
  }
}

function brokenBy(rule: LineRule): ProviderFault {
  return new ProviderFault(
    rule,
    `The provider broke its protocol (${rule}) and was ended; its log says more, and docs/providers.md says what is expected.`,
  );
}

function gone(): ProviderFault {
  return new ProviderFault('engine_gone', 'The process of the provider has ended; open a new session.');
}

function tooLate(): ProviderFault {
  return new ProviderFault(
    'call_timed_out',
    'The provider did not answer in time and was ended; open a new session.',
  );
}

/** A fault that the provider names. Its own words are for its log. */
function faultOf(named: string | null): ProviderFault {
  const code = wireFaults.find((fault) => fault === named) ?? 'engine_gone';
  return new ProviderFault(
    code,
    `The provider answered that it cannot go on (${code}); run \`cux provider doctor\` on its manifest and do what it says.`,
  );
}
