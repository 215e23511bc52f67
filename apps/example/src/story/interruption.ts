import { constants } from 'node:os';

/** A signal asked the demo to end. */
export class Interruption extends Error {
  readonly exitCode: number;

  constructor(signal: NodeJS.Signals) {
    super(`interrupted by ${signal}`);
    this.name = 'Interruption';
    this.exitCode = 128 + constants.signals[signal];
  }

  static isInstance(value: unknown): value is Interruption {
    return value instanceof Error && value.name === 'Interruption' && 'exitCode' in value;
  }
}

/** How long an orderly end may take before the process goes anyway; its children end with it. */
const patience = 15_000;

/**
 * Turns the first signal into an abort, so that the work ends in order; a second one ends the process at once.
 */
export function abortOnSignals(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      const interruption = new Interruption(signal);
      if (controller.signal.aborted) process.exit(interruption.exitCode);
      controller.abort(interruption);
      setTimeout(() => process.exit(interruption.exitCode), patience).unref();
    });
  }
  return controller.signal;
}
