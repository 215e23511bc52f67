import type { Target } from '@cux/contracts';
import type { ActionOutcome, Takeover } from '@cux/provider-sdk';
import type { MockBrowser } from '../browser/mock-browser.ts';
import { fillElement, pressElement } from './act-on-element.ts';
import { resolveTarget } from './find-element.ts';
import { drawScreen } from './render.ts';

const personsPatience = 5_000;

/** A person's hands on the same page. A native dialog is theirs to answer: the mock takes it away at the takeover. */
export function mockTakeover(
  browser: MockBrowser,
  viewport: { readonly width: number; readonly height: number },
): Takeover {
  browser.dialog = null;
  let released = false;
  const onTarget = async (
    target: Target,
    act: (element: Parameters<typeof fillElement>[1]) => ActionOutcome | Promise<ActionOutcome>,
  ): Promise<ActionOutcome> => {
    browser.requireAlive();
    const resolution = resolveTarget(browser, target);
    if (released || resolution.kind !== 'found') return { kind: 'lost' };
    return act(resolution.element);
  };
  return {
    type: (target, text) => onTarget(target, (element) => fillElement(browser, element, text)),
    press: (target) => onTarget(target, (element) => pressElement(browser, element, personsPatience)),
    // Its screen is a drawing: there are no pixels to point at.
    live: null,
    screenshot: async () => drawScreen(browser, viewport).bytes,
    location: async () => {
      const url = browser.document?.url;
      return url === undefined ? null : { origin: url.origin, path: url.pathname };
    },
    release: async () => {
      released = true;
    },
  };
}
