import { type ExplainedFault, explainedFault } from '@cux/runtime';
import { CommanderError } from 'commander';
import { CliFault, type CliFaultCode } from './cli-fault.ts';

export interface EndingFault extends ExplainedFault {
  readonly exitCode: number;
}

const exitCodes: Readonly<Record<CliFaultCode, number>> = {
  usage: 2,
  needs_a_person: 3,
  not_yet: 1,
  state_missing: 1,
  not_found: 1,
  refused: 1,
  audit_failed: 1,
};

/** What to tell the person, for any fault. There are no stack traces; `CUX_DEBUG` shows the fault whole. */
export function explainFault(error: unknown): EndingFault {
  if (error instanceof CommanderError) {
    const message = withoutAddresses(error.message.replace(/^error: /, '').replaceAll(/\s+/g, ' '));
    return { code: 'usage', message: `${message} (--help shows how it is used)`, exitCode: 2 };
  }
  if (CliFault.isInstance(error)) {
    return { code: error.code, message: error.message, exitCode: exitCodes[error.code] };
  }
  if (!(error instanceof Error)) return unexpected('unknown');
  if (error.name === 'ExitPromptError') {
    const message =
      'interrupted; what was asked last has no answer, what was typed is kept nowhere, and the same command asks again.';
    return { code: 'interrupted', message, exitCode: 130 };
  }
  const explained = explainedFault(error);
  if (explained !== null) return { ...explained, exitCode: 1 };
  if (process.env.CUX_DEBUG !== undefined) process.stderr.write(`${error.stack ?? ''}\n`);
  return unexpected('code' in error ? String(error.code) : 'unknown');
}

/**
 * An argument that was not understood may be an address with a password, in any spelling, with quotes inside: from the
 * first quote to the last nothing of it is shown.
 */
function withoutAddresses(message: string): string {
  const quoted = /'(.*)'/s.exec(message)?.[1] ?? message;
  if (!/[@:]/.test(quoted)) return message;
  return quoted === message ? 'wrong use' : message.replace(`'${quoted}'`, () => '(an address)');
}

function unexpected(code: string): EndingFault {
  const message = `an unexpected fault (${code}): what was kept before it holds, the same command goes on from there, and CUX_DEBUG=1 shows what it was.`;
  return { code: 'unexpected', message, exitCode: 1 };
}
