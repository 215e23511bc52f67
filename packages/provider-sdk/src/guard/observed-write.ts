/** One request as the proxy sees it, whole, before anything of it has left the machine. */
export interface ObservedRequest {
  readonly method: string;
  /** Absolute URL, as it was received: not normalised. */
  readonly url: string;
  /** Lower-case names; a header that occurs twice has both values. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Uint8Array;
  /** `upgrade`: a WebSocket or another protocol switch. */
  readonly kind: 'request' | 'upgrade';
}

export type GuardDecision =
  /** `rule` is the id of a write rule, or `guard.read` or `guard.preflight` for what changes nothing. */
  | { readonly kind: 'allow'; readonly rule: string; readonly permit: boolean }
  /** `rule` is stable, for example `guard.no-rule`, `guard.foreign-origin`, `guard.body-unreadable`. */
  | { readonly kind: 'block'; readonly rule: string };

/** Called with each write of a page and what was decided about it, before anything of it has left. */
export type WriteWatch = (request: ObservedRequest, decision: GuardDecision) => void;
