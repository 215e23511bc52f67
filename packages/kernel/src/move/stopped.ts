import type { Refusal } from '../commands/refusal.ts';

/** Leaves a transaction that is under way, so that nothing of it is kept, with the refusal that ends it. */
export class Stopped extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.name = 'Stopped';
    this.refusal = refusal;
  }
}

export function stop(rule: string, message: string): never {
  throw new Stopped({ kind: 'refused', rule, message, findings: [] });
}

/** Hands a refusal that stopped the task on as its answer. */
export async function stoppable<Value>(task: () => Promise<Value>): Promise<Value | Refusal> {
  try {
    return await task();
  } catch (error) {
    if (error instanceof Stopped) return error.refusal;
    throw error;
  }
}
