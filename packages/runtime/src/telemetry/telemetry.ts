import { type MonotonicClock, systemMonotonic } from '@cux/kernel';
import {
  type Context,
  type Counter,
  context,
  type Histogram,
  type Meter,
  metrics,
  ROOT_CONTEXT,
  type Tracer,
  trace,
  type UpDownCounter,
} from '@opentelemetry/api';
import { factsOf, measuredAttributes, spanAttributes } from './attributes.ts';
import {
  type CounterName,
  counters,
  type Facts,
  type GaugeName,
  gauges,
  type HistogramName,
  histograms,
  type SpanName,
  spans,
} from './names.ts';
import { type OpenSpan, openSpan } from './open-span.ts';
import { quietly } from './quietly.ts';

const scope = '@cux/runtime';

/** From a tenth of a millisecond to ten minutes: a call of an engine, and an agent's attempt. */
const bounds = [0.0001, 0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 600];

/**
 * Spans and metrics beside the work, through `@opentelemetry/api`: nothing is recorded until somebody registers an SDK.
 * It tells and never decides; no state is read from it, and nothing that it or an SDK does reaches the work.
 */
export class Telemetry {
  readonly #workspace: string;
  readonly #monotonic: MonotonicClock;
  readonly #tracer: Tracer | null;
  readonly #histograms: ReadonlyMap<HistogramName, Histogram>;
  readonly #counters: ReadonlyMap<CounterName, Counter>;
  readonly #gauges: ReadonlyMap<GaugeName, UpDownCounter>;

  /** @param monotonic never the clock that permits end by: reading that one often would hurry it */
  constructor(workspace: string, monotonic: MonotonicClock = systemMonotonic) {
    this.#workspace = workspace;
    this.#monotonic = monotonic;
    this.#tracer = quietly(() => trace.getTracer(scope), null);
    const meter = quietly(() => metrics.getMeter(scope), null);
    this.#histograms = made(meter, histograms, (from, name, description) =>
      from.createHistogram(name, { unit: 's', description, advice: { explicitBucketBoundaries: bounds } }),
    );
    this.#counters = made(meter, counters, (from, name, options) => from.createCounter(name, options));
    this.#gauges = made(meter, gauges, (from, name, options) => from.createUpDownCounter(name, options));
  }

  /** Does the work in a span, which ends with what the answer says of itself. */
  async span<Value>(
    name: SpanName,
    facts: Facts,
    work: (open: OpenSpan) => Promise<Value>,
    relation: Relation = {},
  ): Promise<Value> {
    const open = this.open(name, facts, relation);
    try {
      const answer = await open.within(() => work(open));
      open.end(quietly(() => factsOf(answer), {}));
      return answer;
    } catch (error) {
      open.fail(error);
      throw error;
    }
  }

  /** A span that somebody else ends. */
  open(name: SpanName, facts: Facts, { under = null, of = null }: Relation = {}): OpenSpan {
    const whole = { 'cux.workspace.name': this.#workspace, ...facts };
    const active = quietly(() => context.active(), ROOT_CONTEXT);
    const parent = under?.context ?? (hasSpan(active) ? active : (of?.context ?? active));
    const linked = of?.spanContext ?? null;
    const links = linked === null ? [] : [{ context: linked }];
    const span = quietly(
      () => this.#tracer?.startSpan(name, { attributes: spanAttributes(whole), links }, parent) ?? null,
      null,
    );
    const begun = this.#monotonic.now();
    const histogram = spans[name];
    const ended = (told: Facts): void => {
      if (histogram !== null) this.record(histogram, this.#monotonic.now() - begun, told);
    };
    return openSpan(span, parent, ended, whole);
  }

  /** @param milliseconds of the clock that never steps */
  record(name: HistogramName, milliseconds: number, facts: Facts): void {
    const attributes = measuredAttributes({ 'cux.workspace.name': this.#workspace, ...facts });
    quietly(() => this.#histograms.get(name)?.record(milliseconds / 1_000, attributes), undefined);
  }

  /** What `work` takes, with what comes of it. */
  async timed<Value>(name: HistogramName, facts: Facts, work: () => Promise<Value>): Promise<Value> {
    const begun = this.#monotonic.now();
    const tell = (more: Facts): void =>
      this.record(name, this.#monotonic.now() - begun, { ...facts, ...more });
    try {
      const answer = await work();
      tell(quietly(() => factsOf(answer), {}));
      return answer;
    } catch (error) {
      tell({ 'cux.outcome': 'failed' });
      throw error;
    }
  }

  /** Begins to measure what ends elsewhere; the answer ends it. */
  timer(name: HistogramName, facts: Facts): () => void {
    const begun = this.#monotonic.now();
    return () => this.record(name, this.#monotonic.now() - begun, facts);
  }

  count(name: CounterName, facts: Facts): void {
    const attributes = measuredAttributes({ 'cux.workspace.name': this.#workspace, ...facts });
    quietly(() => this.#counters.get(name)?.add(1, attributes), undefined);
  }

  move(name: GaugeName, by: 1 | -1): void {
    const attributes = measuredAttributes({ 'cux.workspace.name': this.#workspace });
    quietly(() => this.#gauges.get(name)?.add(by, attributes), undefined);
  }
}

/** How a span stands to others. */
interface Relation {
  /** Its parent, whatever is active. */
  readonly under?: OpenSpan | null;
  /** What it is part of: linked to, and its parent where the caller has no span. */
  readonly of?: OpenSpan | null;
}

function hasSpan(active: Context): boolean {
  return quietly(() => trace.getSpan(active) !== undefined, false);
}

/** One instrument for each name; those that cannot be made are left out. */
function made<Name extends string, Options, Instrument>(
  meter: Meter | null,
  named: Readonly<Record<Name, Options>>,
  make: (meter: Meter, name: Name, options: Options) => Instrument,
): ReadonlyMap<Name, Instrument> {
  const instruments = new Map<Name, Instrument>();
  for (const [name, options] of Object.entries(named) as [Name, Options][]) {
    const instrument = meter === null ? null : quietly(() => make(meter, name, options), null);
    if (instrument !== null) instruments.set(name, instrument);
  }
  return instruments;
}
