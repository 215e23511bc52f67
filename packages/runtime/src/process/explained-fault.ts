/** A fault that says itself what to do next. */
export interface ExplainedFault {
  /** Stable. */
  readonly code: string;
  /** One sentence with the next step; never content. */
  readonly message: string;
}

/**
 * The fault in its own words, for a terminal; null for one that nobody foresaw, whose message may speak of anything. Every
 * fault class of cux is named `…Fault`, and has a stable code and one sentence with the next step as its message.
 */
export function explainedFault(error: unknown): ExplainedFault | null {
  if (!(error instanceof Error) || !/^[A-Z]\w*Fault$/.test(error.name)) return null;
  if (!('code' in error) || typeof error.code !== 'string') return null;
  return { code: error.code, message: error.message };
}
