import { runtimeProfileSchema } from '@cux/contracts';
import { z } from 'zod';
import type { Provider, ProviderSession } from '../provider/provider.ts';
import { doctorAnswer, sessionAnswers, surfaceAnswers, takeoverAnswers } from './answer-schemas.ts';
import type { LiveView, ScreenFrame } from './live-view.ts';
import { faultOf, type NoteFault, readAnswer, readNow } from './read-answer.ts';
import type { Surface, Takeover } from './surface.ts';

/** A method of something that may be anything, as it is when it is called. */
type Method = (...given: readonly unknown[]) => unknown;

const anObject = z.custom<object>((value) => typeof value === 'object' && value !== null);
const aMethod = z.custom<Method>((value) => typeof value === 'function');

/** Surfaces that are read already. */
const read = new WeakSet<object>();

const unheard: NoteFault = () => undefined;

/** Calls of `owner`, each read by its schema. A method that is not there is a fault of the one that calls it. */
function reader(owner: () => unknown, note: NoteFault) {
  return <Value>(name: string, schema: z.ZodType<Value>) =>
    (...given: readonly unknown[]): Promise<Value> =>
      readAnswer(
        () => {
          const of = owner() as Record<string, unknown>;
          return Reflect.apply(of[name] as Method, of, given);
        },
        schema,
        note,
      );
}

/** The same surface, whose answers are what the port says or a `ProviderFault`; see `readAnswer`. */
export function readSurface(surface: Surface, note: NoteFault = unheard): Surface {
  return read.has(surface) ? surface : readMethods(() => surface, note);
}

/** @param surface asked before each call: a session may answer another one, or none */
function readMethods(surface: () => unknown, note: NoteFault): Surface {
  const call = reader(surface, note);
  const can = (name: 'attach' | 'holdLateAnswers'): boolean => {
    try {
      return typeof (surface() as Partial<Surface> | undefined)?.[name] === 'function';
    } catch {
      return false;
    }
  };
  const { attach, holdLateAnswers, ...required } = surfaceAnswers;
  const methods = Object.fromEntries(
    Object.entries(required).map(([name, schema]) => [name, call<unknown>(name, schema)]),
  );
  const whole = {
    ...methods,
    ...(can('attach') ? { attach: call('attach', attach) } : {}),
    ...(can('holdLateAnswers') ? { holdLateAnswers: call('holdLateAnswers', holdLateAnswers) } : {}),
    // Where it cannot be said, one may have opened.
    unexpectedTargetOpened: () => {
      try {
        return readNow(() => (surface() as Surface).unexpectedTargetOpened(), z.boolean());
      } catch (thrown) {
        note(faultOf(thrown));
        return true;
      }
    },
    takeover: async () => readTakeover(await call('takeover', anObject)(), note),
  } as unknown as Surface;
  read.add(whole);
  return whole;
}

async function readTakeover(takeover: object, note: NoteFault): Promise<Takeover> {
  const call = reader(() => takeover, note);
  const { type, press, screenshot, location, release } = takeoverAnswers;
  const live = await readAnswer(() => (takeover as Partial<Takeover>).live, anObject.nullable(), note);
  return {
    type: call('type', type),
    press: call('press', press),
    screenshot: call('screenshot', screenshot),
    location: call('location', location),
    release: call('release', release),
    live: live === null ? null : readLiveView(live, note),
  };
}

function readLiveView(live: object, note: NoteFault): LiveView {
  const call = reader(() => live, note);
  const watch = call('watch', aMethod);
  return {
    input: call('input', takeoverAnswers.input),
    watch: async (onFrame) => {
      const stop = await watch((shown: unknown) => {
        const frame = frameOf(shown);
        if (frame !== null) onFrame(frame);
      });
      return () => readAnswer(stop, takeoverAnswers.release, note);
    },
  };
}

/** What is no frame is not shown. */
function frameOf(shown: unknown): ScreenFrame | null {
  try {
    return readNow(() => shown, takeoverAnswers.frame);
  } catch {
    return null;
  }
}

/**
 * The same session, every call of which is read (see `readAnswer`). A reference that is none is an empty one, which the
 * kernel refuses to register.
 *
 * @param note told of each fault; `close` is not one of the calls that are read, since nothing follows it
 */
export function readSession(session: ProviderSession, note: NoteFault = unheard): ProviderSession {
  const call = reader(() => session, note);
  const surfaces = new WeakMap<object, Surface>();
  const none = readMethods(() => undefined, note);
  return {
    get sessionReference() {
      try {
        return readNow(() => session.sessionReference, z.string());
      } catch {
        return '';
      }
    },
    get surface() {
      let own: object;
      try {
        own = readNow(() => session.surface, anObject);
      } catch {
        return none;
      }
      const known = surfaces.get(own) ?? readSurface(own as Surface, note);
      surfaces.set(own, known);
      return known;
    },
    geometry: call('geometry', sessionAnswers.geometry),
    exportStoredSession: call('exportStoredSession', sessionAnswers.exportStoredSession),
    close: async () => {
      await session.close();
    },
  };
}

const zeroRetentions = z.enum(['writes_nothing', 'in_working_directory']).optional();

/**
 * The same provider, of which only what is one is taken: its id, its profile, its doctor's lines, a session. Throws a
 * `ProviderFault` for one that does not say who it is.
 */
export function readProvider(provider: Provider): Provider {
  const providerId = readNow(() => provider.providerId, z.string());
  const zeroRetention = readNow(() => provider.zeroRetention, zeroRetentions);
  return {
    providerId,
    ...(zeroRetention === undefined ? {} : { zeroRetention }),
    profile: () => readNow(() => provider.profile(), runtimeProfileSchema),
    doctor: () => readAnswer(() => provider.doctor(), doctorAnswer, unheard),
    openSession: async (options) =>
      (await readAnswer(() => provider.openSession(options), anObject, unheard)) as ProviderSession,
  };
}
