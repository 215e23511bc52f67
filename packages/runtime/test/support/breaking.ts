import type { CommandKind, Kernel } from '@cux/kernel';
import type { Provider, ProviderSession, Surface } from '@cux/provider-sdk';

/** What a broken part throws: a fault that nobody foresaw, with a text that must not travel. */
export class Broken extends Error {
  constructor() {
    super('CANARY-FAULT-2b6e the part is broken');
    this.name = 'Broken';
  }
}

/** Whether a call fails before it is made, or after it has taken effect and only its answer is lost. */
export type BreakingPoint = 'before' | 'after';

export interface Breaking<Part> {
  readonly part: Part;
  /** How many calls have been made. */
  calls(): number;
  /** From now on, the call of this number (from 1) fails; null: none does. */
  failAt(call: number | null, point: BreakingPoint): void;
}

/** The same part, of whose asynchronous methods one call fails. */
export function breaking<Part extends object>(part: Part): Breaking<Part> {
  let count = 0;
  let failing: { readonly call: number; readonly point: BreakingPoint } | null = null;
  const wrapped = new Proxy(part, {
    get(target, name, receiver) {
      const member: unknown = Reflect.get(target, name, receiver);
      if (typeof member !== 'function') return member;
      return async (...parameters: unknown[]) => {
        count += 1;
        const breaks = failing?.call === count ? failing.point : null;
        if (breaks === 'before') throw new Broken();
        const answer: unknown = await Reflect.apply(member, target, parameters);
        if (breaks === 'after') throw new Broken();
        return answer;
      };
    },
  });
  return {
    part: wrapped,
    calls: () => count,
    failAt: (call, point) => {
      count = 0;
      failing = call === null ? null : { call, point };
    },
  };
}

/** The same kernel; the first command of this kind is held up until `before` is done. */
export function onceBefore(kernel: Kernel, kind: CommandKind, before: () => Promise<unknown>): Kernel {
  let done = false;
  return {
    ...kernel,
    execute: async (own, envelope, input) => {
      if (own === kind && !done) {
        done = true;
        await before();
      }
      return kernel.execute(own, envelope, input);
    },
  };
}

/** The same kernel; the first command of this kind is carried out, and its answer lost to a fault. Reads and other commands are as ever. */
export function losingAnswer(kernel: Kernel, kind: CommandKind, times = 1): Kernel {
  let left = times;
  return {
    ...kernel,
    execute: async (own, envelope, input) => {
      const answer = await kernel.execute(own, envelope, input);
      if (own !== kind || left === 0) return answer;
      left -= 1;
      throw new Broken();
    },
  };
}

type Methods = { readonly [Name in keyof Surface]?: Surface[Name] };

/** The same provider, whose sessions are changed when they are opened. */
export function sessionsLike(
  provider: Provider,
  change: (session: ProviderSession) => ProviderSession,
): Provider {
  return { ...provider, openSession: async (options) => change(await provider.openSession(options)) };
}

/** The same provider, some of whose surface's methods are others. */
export function surfaceLike(provider: Provider, change: (surface: Surface) => Methods): Provider {
  return sessionsLike(provider, (session) => ({
    ...session,
    surface: { ...session.surface, ...change(session.surface) },
  }));
}
