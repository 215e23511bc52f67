import type { LiveView, Takeover } from '@cux/provider-sdk';
import { within } from '../attempt/within.ts';

/** The same takeover until it is ended: afterwards nothing is done and nothing shown, whatever a caller has kept of it. */
export function bounded(
  takeover: Takeover,
  closingMs: number,
): { readonly takeover: Takeover; end(): Promise<void> } {
  let ended: Promise<void> | null = null;
  const lost = { kind: 'lost' } as const;
  const end = (): Promise<void> => {
    // An engine that does not give the Screen back has lost it to the guard anyway.
    ended ??= within(released(takeover), { milliseconds: closingMs }, () => undefined);
    return ended;
  };
  const whileTheirs = <Value>(work: () => Promise<Value>, otherwise: Value): Promise<Value> =>
    ended === null ? work() : Promise.resolve(otherwise);
  return {
    takeover: {
      type: (target, text) => whileTheirs(() => takeover.type(target, text), lost),
      press: (target) => whileTheirs(() => takeover.press(target), lost),
      screenshot: () => whileTheirs(() => takeover.screenshot(), new Uint8Array()),
      live: takeover.live === null ? null : boundedView(takeover.live, () => ended !== null),
      location: () => whileTheirs(() => takeover.location(), null),
      release: end,
    },
    end,
  };
}

async function released(takeover: Takeover): Promise<void> {
  try {
    await takeover.release();
  } catch {
    // It has gone, and the person's hands with it.
  }
}

function boundedView(live: LiveView, isOver: () => boolean): LiveView {
  return {
    watch: (onFrame) =>
      isOver()
        ? Promise.resolve(async () => undefined)
        : live.watch((frame) => {
            if (!isOver()) onFrame(frame);
          }),
    input: (input) => (isOver() ? Promise.resolve({ kind: 'lost' }) : live.input(input)),
  };
}
