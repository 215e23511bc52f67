/** A reason to stop that the person at the terminal can act on: one sentence with the next step. */
export class BootstrapFault extends Error {
  /**
   * @param {string} message
   * @param {{ output?: string, exitCode?: number }} [detail] output: what the failing tool printed.
   */
  constructor(message, { output = '', exitCode = 1 } = {}) {
    super(message);
    this.name = 'BootstrapFault';
    this.output = output;
    this.exitCode = exitCode;
  }
}

const unwritable = /** @type {Record<string, string>} */ ({
  EACCES: 'belongs to somebody else',
  EPERM: 'belongs to somebody else',
  EROFS: 'is read-only',
  ENOSPC: 'is full',
  EDQUOT: 'is full',
});

/**
 * The sentence for a clone in which nothing can be written; undefined when the error says something else.
 * @param {unknown} error
 * @returns {BootstrapFault | undefined}
 */
export function faultOfUnwritable(error) {
  const { code = '', syscall } = /** @type {NodeJS.ErrnoException} */ (error ?? {});
  const reason = unwritable[code];
  if (reason === undefined || String(syscall).startsWith('spawn')) return undefined;
  return new BootstrapFault(
    `This clone's folder cannot be written (it, or its disk, ${reason}): clone cux into a folder of your own and run the same command there.`,
  );
}

/** The exit code of a process that a signal ended, as shells count it. */
const signalNumbers = /** @type {Record<string, number>} */ ({
  SIGHUP: 1,
  SIGINT: 2,
  SIGQUIT: 3,
  SIGABRT: 6,
  SIGKILL: 9,
  SIGSEGV: 11,
  SIGTERM: 15,
});

/** @param {string} signal */
export function exitCodeOf(signal) {
  return 128 + (signalNumbers[signal] ?? 1);
}

/** The person stopped us: nothing to explain. */
export class Stopped extends Error {
  /** @param {NodeJS.Signals} signal */
  constructor(signal) {
    super(`Stopped by ${signal}.`);
    this.name = 'Stopped';
    this.exitCode = exitCodeOf(signal);
  }
}

const unreachable =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT|ERR_PNPM_META_FETCH_FAIL)\b|dns error|network is unreachable|Temporary failure (in name resolution|resolving)|error sending request/i;

/**
 * True when a tool's output says that the network was the trouble.
 * @param {string} output
 */
export function isNetworkTrouble(output) {
  return unreachable.test(output);
}

/**
 * True when several packages have used up their retries without a name server or a route: the rest will not
 * fare better, and waiting for each of them takes minutes.
 * @param {string} output
 */
export function isOffline(output) {
  const lost = output.match(/(dns error|unreachable)[^\n]*\n[^\n]*\b0 retries left/gi) ?? [];
  return lost.length >= 5;
}
