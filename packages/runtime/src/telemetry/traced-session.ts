import type { ProviderSession, Surface } from '@cux/provider-sdk';
import type { Facts } from './names.ts';
import type { OpenSpan } from './open-span.ts';
import type { Telemetry } from './telemetry.ts';

/**
 * What is told of each call of a surface. `span`: one of its own, and its time. `time`: its time, as it is asked again and
 * again while a page settles. `nothing`: it answers at once, or hands the Screen to a person, who is not watched.
 */
const calls: { readonly [Operation in keyof Surface]-?: 'span' | 'time' | 'nothing' } = {
  open: 'span',
  observe: 'span',
  fill: 'span',
  select: 'span',
  setChecked: 'span',
  attach: 'span',
  press: 'span',
  keypress: 'span',
  scroll: 'span',
  scrollBy: 'span',
  switchTarget: 'span',
  closeTarget: 'span',
  readJson: 'span',
  capture: 'span',
  takeover: 'span',
  location: 'time',
  matchAddress: 'time',
  lookup: 'time',
  resolve: 'time',
  overlaps: 'time',
  readiness: 'time',
  stopSigns: 'time',
  holds: 'time',
  targets: 'time',
  holdLateAnswers: 'time',
  unexpectedTargetOpened: 'nothing',
};

/** A provider's session whose calls are told. */
export interface TracedSession extends ProviderSession {
  /** The span that its calls belong to; null for whatever is active when they are made. */
  under: OpenSpan | null;
}

type Call = (...given: readonly unknown[]) => unknown;

/** One call of a provider. Of what it answers nothing is told but that it did. */
export async function callProvider<Value>(
  telemetry: Telemetry,
  place: { readonly providerId: string; readonly operation: string; readonly under?: OpenSpan | null },
  work: () => Promise<Value>,
): Promise<Value> {
  const { value } = await telemetry.span(
    'call provider',
    factsOfCall(place.providerId, place.operation),
    () => answered(work),
    { under: place.under ?? null },
  );
  return value;
}

function factsOfCall(providerId: string, operation: string): Facts {
  return { 'cux.provider.id': providerId, 'cux.provider.operation': operation };
}

async function answered<Value>(work: () => Promise<Value>) {
  return { kind: 'answered', value: await work() };
}

export function tracedSession(
  telemetry: Telemetry,
  providerId: string,
  session: ProviderSession,
): TracedSession {
  const spanned = <Value>(operation: string, work: () => Promise<Value>) =>
    callProvider(telemetry, { providerId, operation, under: traced.under }, work);
  const timed = async <Value>(operation: string, work: () => Promise<Value>) => {
    const facts = factsOfCall(providerId, operation);
    return (await telemetry.timed('cux.provider.call.duration', facts, () => answered(work))).value;
  };
  const tracedSurface = (surface: Surface): Surface => {
    const members = Object.entries(calls).flatMap(([operation, how]) => {
      const member = surface[operation as keyof Surface] as Call | undefined;
      if (member === undefined) return [];
      const call: Call = (...given) => Reflect.apply(member, surface, given);
      const told = how === 'span' ? spanned : timed;
      const watched: Call = (...given) => told(operation, async () => call(...given));
      return [[operation, how === 'nothing' ? call : watched]];
    });
    return Object.fromEntries(members);
  };
  const surfaces = new WeakMap<Surface, Surface>();
  const traced: TracedSession = {
    under: null,
    // What a provider says is read anew each time, as it is without this: one that changes it is found out.
    get sessionReference() {
      return session.sessionReference;
    },
    get surface() {
      const { surface } = session;
      const known = surfaces.get(surface) ?? tracedSurface(surface);
      surfaces.set(surface, known);
      return known;
    },
    geometry: () => spanned('geometry', () => session.geometry()),
    exportStoredSession: () => spanned('exportStoredSession', () => session.exportStoredSession()),
    close: () => spanned('close', () => session.close()),
  };
  return traced;
}
