import { digestOfBytes } from '@cux/contracts';
import type { ActionOutcome, AttachedFile, ElementRef } from '@cux/provider-sdk';
import type { ElementState } from '../browser/element-state.ts';
import type { MockBrowser } from '../browser/mock-browser.ts';
import { elementBehind, readinessOf } from './find-element.ts';

/** Checks the reference once more and does it; nothing is touched when it is not ready. */
export function actOnElement(
  browser: MockBrowser,
  reference: ElementRef,
  act: (element: ElementState) => ActionOutcome,
): ActionOutcome {
  if (browser.document === null) return { kind: 'lost' };
  const readiness = readinessOf(browser, reference);
  if (readiness.kind !== 'ready') return { kind: 'refused', readiness };
  const element = elementBehind(browser, reference);
  return element === null ? { kind: 'lost' } : act(element);
}

export function fillElement(browser: MockBrowser, reference: ElementRef, text: string): ActionOutcome {
  return actOnElement(browser, reference, (element) => {
    if (!['text', 'multiline', 'secret'].includes(element.declared.control)) return hiddenFromInput;
    browser.change(element, text);
    return { kind: 'done' };
  });
}

export function selectOption(browser: MockBrowser, reference: ElementRef, label: string): ActionOutcome {
  return actOnElement(browser, reference, (element) => {
    if (element.declared.options?.includes(label) !== true) return hiddenFromInput;
    element.value = label;
    browser.touch(element.declared.on_change);
    return { kind: 'done' };
  });
}

export function setChecked(browser: MockBrowser, reference: ElementRef, checked: boolean): ActionOutcome {
  return actOnElement(browser, reference, (element) => {
    if (element.checked === checked) return { kind: 'done' };
    element.checked = checked;
    browser.touch(element.declared.on_change);
    return { kind: 'done' };
  });
}

export function attachFiles(
  browser: MockBrowser,
  reference: ElementRef,
  files: readonly AttachedFile[],
): ActionOutcome {
  return actOnElement(browser, reference, (element) => {
    if (element.declared.control !== 'file') return hiddenFromInput;
    element.files = files.map((file) => ({ ...file, digest: digestOfBytes(file.bytes) }));
    browser.touch(element.declared.on_change);
    return { kind: 'done' };
  });
}

/** The pointer arrives first: what slips in then is seen by the check, and the press does not happen. */
export async function pressElement(
  browser: MockBrowser,
  reference: ElementRef,
  timeoutMs: number,
): Promise<ActionOutcome> {
  browser.touch(elementBehind(browser, reference)?.declared.on_hover);
  const outcome = actOnElement(browser, reference, (element) => {
    activate(browser, element);
    return { kind: 'done' };
  });
  const stalledFor = browser.stalledFor;
  browser.stalledFor = 0;
  await pause(Math.min(stalledFor, timeoutMs));
  return outcome.kind === 'done' && stalledFor > timeoutMs ? { kind: 'outcome_unknown' } : outcome;
}

/** Enter and Space activate a button or toggle, as in a browser; every other key is heard and does nothing here. */
export function pressKeys(
  browser: MockBrowser,
  reference: ElementRef | null,
  keys: readonly string[],
): ActionOutcome {
  if (reference === null) return browser.document === null ? { kind: 'lost' } : { kind: 'done' };
  return actOnElement(browser, reference, (element) => {
    if (!['button', 'toggle'].includes(element.declared.control)) return { kind: 'done' };
    for (const key of keys) if (key === 'Enter' || key === 'Space') activate(browser, element);
    return { kind: 'done' };
  });
}

function activate(browser: MockBrowser, element: ElementState): void {
  if (element.declared.control === 'toggle') {
    element.checked = !element.checked;
    browser.touch(element.declared.on_change);
  }
  browser.touch(element.declared.on_press);
}

/** There is nothing to type into, or no such option: as if it were not on the screen. */
const hiddenFromInput: ActionOutcome = { kind: 'refused', readiness: { kind: 'hidden' } };

function pause(milliseconds: number): Promise<void> {
  return milliseconds <= 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, milliseconds));
}
