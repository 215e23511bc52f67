import { isOverrideField } from '@cux/contracts';
import { readBody } from './body/read-body.ts';
import { readUrlEncoded } from './body/read-form.ts';
import type { BlockRule, GuardState } from './guard-state.ts';
import { judgeWrite } from './judge-write.ts';
import { requestedMethod } from './method-override.ts';
import type { GuardDecision, ObservedRequest } from './observed-write.ts';
import { hasPlainHeaders, isRerouted, overrideHeaders, singleHeader } from './request-headers.ts';
import { type RequestUrl, readRequestUrl, strictPath } from './request-url.ts';

function block(rule: BlockRule): GuardDecision {
  return { kind: 'block', rule };
}

function refusalBeforeMethod(
  request: ObservedRequest,
  url: RequestUrl | null,
  state: GuardState,
): BlockRule | null {
  if (state.phase === 'cut') return 'guard.cut';
  if (state.phase === 'unconfigured') return 'guard.not-configured';
  if (url === null) return 'guard.ambiguous-url';
  if (!state.origins.includes(url.origin)) return 'guard.foreign-origin';
  if (request.kind === 'upgrade' || singleHeader(request.headers, 'upgrade') !== null) return 'guard.upgrade';
  if (!hasPlainHeaders(request.headers)) return 'guard.ambiguous-headers';
  return isRerouted(request.headers) ? 'guard.rerouted' : null;
}

/** A query that asks a lax framework to treat a read as a write. */
function asksForWrite(request: ObservedRequest, url: RequestUrl): boolean {
  if (overrideHeaders(request.headers).length > 0) return true;
  return url.search
    .slice(1)
    .split(/[&;]/)
    .some((pair) => {
      const [name = ''] = pair.split('=');
      try {
        return isOverrideField(decodeURIComponent(name.replaceAll('+', ' ')));
      } catch {
        return false;
      }
    });
}

function decideRead(request: ObservedRequest, url: RequestUrl): GuardDecision {
  if (request.body.byteLength > 0) return block('guard.body-on-read');
  return asksForWrite(request, url)
    ? block('guard.override-on-read')
    : { kind: 'allow', rule: 'guard.read', permit: false };
}

function isPreflight({ headers }: ObservedRequest): boolean {
  const names = ['origin', 'access-control-request-method'];
  return names.every((name) => ![null, 'repeated'].includes(singleHeader(headers, name)));
}

function decidePreflight(request: ObservedRequest): GuardDecision {
  if (request.body.byteLength > 0) return block('guard.body-on-read');
  if (overrideHeaders(request.headers).length > 0) return block('guard.override-on-read');
  return isPreflight(request)
    ? { kind: 'allow', rule: 'guard.preflight', permit: false }
    : block('guard.not-a-preflight');
}

function decideWrite(request: ObservedRequest, url: RequestUrl, state: GuardState): GuardDecision {
  const path = strictPath(url.path);
  const query = readUrlEncoded(url.search.slice(1));
  if (path === null || query === null) return block('guard.ambiguous-url');
  const body = readBody(request);
  const override = requestedMethod(request, query, body);
  const { method } = request;
  const verdict = judgeWrite({ method, origin: url.origin, path, query, override, body }, state.rules);
  if (typeof verdict === 'string') return block(verdict);
  return { kind: 'allow', rule: verdict.rule.id, permit: verdict.permit };
}

function decide(request: ObservedRequest, state: GuardState): GuardDecision {
  const url = readRequestUrl(request.url);
  const refusal = refusalBeforeMethod(request, url, state);
  if (refusal !== null || url === null) return block(refusal ?? 'guard.ambiguous-url');
  if (request.method === 'GET' || request.method === 'HEAD') return decideRead(request, url);
  if (request.method === 'OPTIONS') return decidePreflight(request);
  return decideWrite(request, url, state);
}

/**
 * Whether one request may leave the machine. Pure and total; the default is to block, and whatever cannot
 * be read in exactly one way is blocked.
 *
 * - Nothing goes to an origin outside the state's, no protocol is switched, and `GET`, `HEAD` and CORS preflights
 *   pass without a body and without a method override. A write that a site performs on `GET` cannot be seen.
 * - Everything else needs a rule that matches method, origin, path, query, override and body. A query key that
 *   no predicate of the rule names is refused: in a query there are no other fields to allow.
 * - The address is normalised once: lower-case scheme and host, no default port, escapes in upper case.
 * - A permit's rules are tried before all others, each kind in the order of the state; the first match decides.
 */
export function decideRequest(request: ObservedRequest, state: GuardState): GuardDecision {
  try {
    return decide(request, state);
  } catch {
    return block('guard.fault');
  }
}
