import { runtimeProfileSchema } from '@cux/contracts';
import { z } from 'zod';
import type { Provider, ProviderSession } from '../provider/provider.ts';
import { doctorAnswer, sessionAnswers, surfaceAnswers, takeoverAnswers } from './answer-schemas.ts';
import type { LiveView, ScreenFrame } from './live-view.ts';
import { faultOf, type NoteFault, readAnswer, readNow } from './read-answer.ts';
import type { Surface, Takeover } from './surface.ts';

/** A method of something that may be anything, as it is when it is called. */
type Method = (...given: readonly unknown[]) => unknown;

const objectSchema = z.custom<object>((value) => typeof value === 'object' && value !== null);
const methodSchema = z.custom<Method>((value) => typeof value === 'function');

/** Surfaces that this module has made: their answers are read already. */
const readSurfaces = new WeakSet<object>();

const ignoreFault: NoteFault = () => undefined;

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
export function readSurface(surface: Surface, note: NoteFault = ignoreFault): Surface {
  return readSurfaces.has(surface) ? surface : readMethods(() => surface, note);
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
    // Where the engine cannot say, one may have opened.
    unexpectedTargetOpened: () => {
      try {
        return readNow(() => (surface() as Surface).unexpectedTargetOpened(), z.boolean());
      } catch (thrown) {
        note(faultOf(thrown));
        return true;
      }
    },
    takeover: async () => readTakeover(await call('takeover', objectSchema)(), note),
  } as unknown as Surface;
  readSurfaces.add(whole);
  return whole;
}

async function readTakeover(takeover: object, note: NoteFault): Promise<Takeover> {
  const call = reader(() => takeover, note);
  const { type, press, screenshot, location, release } = takeoverAnswers;
  const live = await readAnswer(() => (takeover as Partial<Takeover>).live, objectSchema.nullable(), note);
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
  const watch = call('watch', methodSchema);
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

/** Null for what is no frame: it is not shown. */
function frameOf(shown: unknown): ScreenFrame | null {
  try {
    return readNow(() => shown, takeoverAnswers.frame);
  } catch {
    return null;
  }
}

/**
 * The same session, every call of which is read (see `readAnswer`). Where its reference is no text, an empty one stands for it,
 * which the kernel refuses to register.
 *
 * @param note told of each fault; `close` is not one of the calls that are read, since nothing follows it
 */
export function readSession(session: ProviderSession, note: NoteFault = ignoreFault): ProviderSession {
  const call = reader(() => session, note);
  const surfaces = new WeakMap<object, Surface>();
  // Stands for a surface that cannot be had: each call of it is a fault.
  const noSurface = readMethods(() => undefined, note);
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
        own = readNow(() => session.surface, objectSchema);
      } catch {
        return noSurface;
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

/** The same provider, whose profile, doctor's lines and sessions are what the port says, or a `ProviderFault`. */
export function readProvider(provider: Provider): Provider {
  const { providerId, zeroRetention } = provider;
  return {
    providerId,
    ...(zeroRetention === undefined ? {} : { zeroRetention }),
    profile: () => readNow(() => provider.profile(), runtimeProfileSchema),
    doctor: () => readAnswer(() => provider.doctor(), doctorAnswer, ignoreFault),
    openSession: async (options) =>
      (await readAnswer(() => provider.openSession(options), objectSchema, ignoreFault)) as ProviderSession,
  };
}
