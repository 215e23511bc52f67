import { context, metrics, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import {
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
  TracerProvider,
} from '@opentelemetry/sdk-trace';

/** What was exported, as whoever receives it sees it. */
export interface Exported {
  readonly spans: readonly ReadableSpan[];
  readonly metrics: readonly {
    readonly name: string;
    readonly unit: string;
    readonly points: readonly { readonly attributes: object; readonly value: unknown }[];
  }[];
  /** Everything of both, as one text. */
  readonly text: string;
}

/** Registers an SDK that keeps what it is given, as an application would; the host has to be made after it. */
export function registerSdk() {
  const spans = new InMemorySpanExporter();
  const points = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter: points, exportIntervalMillis: 3_600_000 });
  const meters = new MeterProvider({ readers: [reader] });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(
    new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter: spans })] }),
  );
  metrics.setGlobalMeterProvider(meters);
  return {
    async exported(): Promise<Exported> {
      await meters.forceFlush();
      const scopes = points.getMetrics().at(-1)?.scopeMetrics ?? [];
      const told = scopes.flatMap(({ metrics: each }) =>
        each.map(({ descriptor, dataPoints }) => ({
          name: descriptor.name,
          unit: descriptor.unit,
          points: dataPoints.map(({ attributes, value }) => ({ attributes, value })),
        })),
      );
      const finished = spans.getFinishedSpans();
      const whole = finished.map(({ name, attributes, events, links, status, resource, kind }) => ({
        ...{ name, attributes, events, links, status, kind },
        resource: resource.attributes,
      }));
      return { spans: finished, metrics: told, text: JSON.stringify([whole, scopes]) };
    },
    async unregister(): Promise<void> {
      await meters.shutdown();
      unregister();
    },
  };
}

export function unregister(): void {
  for (const api of [trace, metrics, context]) api.disable();
}

/** Spans as a tree: each name with the names under it, in the order in which they began. */
export function treeOf(spans: readonly ReadableSpan[], under?: string): readonly unknown[] {
  const startOf = ({ startTime: [seconds, nanoseconds] }: ReadableSpan): number =>
    seconds * 1e9 + nanoseconds;
  return spans
    .filter(({ parentSpanContext }) => parentSpanContext?.spanId === under)
    .toSorted((left, right) => startOf(left) - startOf(right))
    .map((span) => {
      const below = treeOf(spans, span.spanContext().spanId);
      return below.length === 0 ? span.name : [span.name, ...below];
    });
}

/** Something whose every member throws, however it is used. */
export function broken<Value>(): Value {
  const thrown = (): never => {
    throw new Error('the exporter is broken');
  };
  return new Proxy(thrown, { get: thrown, apply: thrown, construct: thrown }) as unknown as Value;
}
