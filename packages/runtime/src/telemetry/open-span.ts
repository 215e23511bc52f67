import {
  type Context,
  context,
  type Span,
  type SpanContext,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { spanAttributes } from './attributes.ts';
import type { Facts } from './names.ts';
import { quietly } from './quietly.ts';

/** A span that has begun. Ending it twice does nothing. */
export interface OpenSpan {
  set(facts: Facts): void;
  /** Does the work with this span as the parent of every span that begins in it. Whatever telemetry does, once. */
  within<Value>(work: () => Promise<Value>): Promise<Value>;
  end(facts?: Facts): void;
  /** Ends it after a fault, by the fault's code alone: a message may speak of anything. */
  fail(error: unknown): void;
  /** What children and links are made of; null where there is no span. */
  readonly context: Context;
  readonly spanContext: SpanContext | null;
}

export function openSpan(
  span: Span | null,
  parent: Context,
  ended: (facts: Facts) => void,
  begun: Facts,
): OpenSpan {
  const own = span === null ? parent : quietly(() => trace.setSpan(parent, span), parent);
  let facts = begun;
  let over = false;
  const set = (more: Facts): void => {
    const told: Record<string, string> = {};
    for (const [key, value] of Object.entries(more)) if (typeof value === 'string') told[key] = value;
    facts = { ...facts, ...told };
    quietly(() => span?.setAttributes(spanAttributes(more)), undefined);
  };
  const end = (more: Facts = {}): void => {
    if (over) return;
    set(more);
    over = true;
    quietly(() => span?.end(), undefined);
    ended(facts);
  };
  return {
    context: own,
    spanContext: quietly(() => span?.spanContext() ?? null, null),
    set,
    end,
    within: (work) => {
      let result: ReturnType<typeof work> | undefined;
      const once = () => {
        // A throw that comes before the first wait is the work's own, and the caller's to see.
        result ??= (async () => work())();
        return result;
      };
      quietly(() => context.with(own, once), undefined);
      return once();
    },
    fail: (error) => {
      if (over) return;
      quietly(() => span?.setStatus({ code: SpanStatusCode.ERROR }), undefined);
      end({ 'cux.outcome': 'failed', 'error.type': codeOf(error) });
    },
  };
}

/** The code of a fault that has one. */
function codeOf(error: unknown): string {
  const { code } = typeof error === 'object' && error !== null ? (error as { code?: unknown }) : {};
  return typeof code === 'string' ? code : '_OTHER';
}
