import { DemoFault } from './demo-fault.ts';

/** Faults of the packages below, by the name of their class: their messages are one sentence with the next step. */
const explainsItself = new Set([
  'ProviderFault',
  'VaultFault',
  'StoreFault',
  'KernelFault',
  'ContentOpsFault',
]);

/** One sentence for the person at the terminal. A fault that nobody foresaw says so; `CUX_DEBUG` shows it whole. */
export function explainFault(error: unknown): string {
  if (DemoFault.isInstance(error)) return withDebug(error.message, error);
  if (error instanceof Error && explainsItself.has(error.name)) return withDebug(error.message, error);
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  const known = systemFaults[code];
  return withDebug(
    known ?? `an unexpected fault (${code}); nothing is lost, and CUX_DEBUG=1 shows what it was.`,
    error,
  );
}

const systemFaults: Readonly<Record<string, string>> = {
  EACCES: 'the state folder cannot be written: check its permissions, or name another with --state.',
  ENOSPC: 'the disk is full: make room and run again; nothing is lost.',
  EROFS: 'the state folder is on a read-only disk: name another with --state.',
  ENOTDIR: 'the state folder cannot be made there: name another with --state.',
  EEXIST: 'the state folder cannot be made there: name another with --state.',
};

function withDebug(sentence: string, error: unknown): string {
  if (process.env.CUX_DEBUG === undefined || !(error instanceof Error)) return sentence;
  return `${sentence}\n${error.stack ?? ''}\n${error.cause instanceof Error ? (error.cause.stack ?? '') : ''}`;
}
