import { inspect } from 'node:util';
import { expect } from 'vitest';
import { StoreFault } from '../../src/index.ts';

/** The fault of a task, which is one sentence with a next step, and tells nothing of what it is given here. */
export async function faultOf(
  task: () => Promise<unknown>,
  secrets: readonly string[] = [],
): Promise<StoreFault> {
  try {
    await task();
  } catch (error) {
    if (!StoreFault.isInstance(error)) throw error;
    expect(error.message).toMatch(/^[A-Z][^.;]+[;:,] [^.]+\.$/);
    const whole = inspect(error, { depth: 10, showHidden: true }) + JSON.stringify(error);
    for (const secret of secrets) expect(whole).not.toContain(secret);
    return error;
  }
  throw new Error('expected a fault');
}
