/** One request as the proxy sees it, whole, before anything of it has left the machine. */
export interface ObservedRequest {
  readonly method: string;
  /** Absolute URL. */
  readonly url: string;
  /** Lower-case names; a header that occurs twice has both values. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Uint8Array;
  /** `upgrade`: a WebSocket or another protocol switch. */
  readonly kind: 'request' | 'upgrade';
}

export type GuardDecision =
  | { readonly kind: 'allow'; readonly rule: string; readonly permit: boolean }
  /** `rule` is stable, for example `guard.no-rule`, `guard.foreign-origin`, `guard.body-unreadable`. */
  | { readonly kind: 'block'; readonly rule: string };
