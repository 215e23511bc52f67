import { CommanderError } from 'commander';
import { CliFault } from './cli-fault.ts';

export interface ExplainedFault {
  readonly code: string;
  /** One sentence with the next step. */
  readonly message: string;
  readonly exitCode: number;
}

/** Faults of the packages below: their messages are one sentence with the next step. */
const explainsItself = new Set([
  'ProviderFault',
  'VaultFault',
  'StoreFault',
  'KernelFault',
  'ContentOpsFault',
]);

/** What to tell the person, for any fault. There are no stack traces; `CUX_DEBUG` shows the fault whole. */
export function explainFault(error: unknown): ExplainedFault {
  if (error instanceof CommanderError) {
    const message = error.message.replace(/^error: /, '').replaceAll(/\s+/g, ' ');
    return { code: 'usage', message: `${message} (--help shows how it is used)`, exitCode: 2 };
  }
  if (CliFault.isInstance(error)) {
    return { code: error.code, message: error.message, exitCode: error.code === 'usage' ? 2 : 1 };
  }
  if (!(error instanceof Error)) return unexpected('unknown');
  if (error.name === 'ExitPromptError') {
    return { code: 'interrupted', message: 'interrupted; nothing was decided.', exitCode: 130 };
  }
  const code = 'code' in error ? String(error.code) : 'unknown';
  if (explainsItself.has(error.name)) return { code, message: error.message, exitCode: 1 };
  if (process.env.CUX_DEBUG !== undefined) process.stderr.write(`${error.stack ?? ''}\n`);
  return unexpected(code);
}

function unexpected(code: string): ExplainedFault {
  const message = `an unexpected fault (${code}); nothing was changed, and CUX_DEBUG=1 shows what it was.`;
  return { code: 'unexpected', message, exitCode: 1 };
}
