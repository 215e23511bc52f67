import type { EvidenceClass, PlanFile, Target } from '@cux/contracts';
import type { ElementRef, Surface } from '@cux/provider-sdk';
import type { ElementState } from '../browser/element-state.ts';
import { scalarAt } from '../browser/json-pointer.ts';
import { type MockBrowser, parsed } from '../browser/mock-browser.ts';
import { matchTemplate } from '../browser/template.ts';
import {
  actOnElement,
  attachFiles,
  fillElement,
  pressElement,
  pressKeys,
  selectOption,
  setChecked,
} from './act-on-element.ts';
import { elementOf, lookUp, readinessOf, resolveTarget } from './find-element.ts';
import { mockTakeover } from './mock-takeover.ts';
import { accessibilitySnapshot, drawScreen, observeTree } from './render.ts';
import { stopSignsOf } from './stop-signs.ts';

/** The whole Surface port over a fixture's state. Every method throws a `ProviderFault` once the engine has ended. */
export function mockSurface(
  browser: MockBrowser,
  viewport: { readonly width: number; readonly height: number },
): Surface {
  let observations = 0;
  const alive = async <Value>(answer: () => Value | Promise<Value>): Promise<Value> => {
    browser.requireAlive();
    await browser.arrived();
    const value = await answer();
    browser.requireAlive();
    return value;
  };
  return {
    open: (url, timeoutMs) => alive(async () => ({ kind: await navigateWithin(browser, url, timeoutMs) })),
    location: () => alive(() => locationOf(browser)),
    matchAddress: (template) => alive(() => matchAddress(browser, template)),
    observe: (budget) => alive(() => observeTree(browser, budget, ++observations)),
    lookup: (ref) => alive(() => lookUp(browser, ref)),
    resolve: (target) => alive(() => resolveTarget(browser, target)),
    overlaps: (element, other) => alive(() => element.ref === other.ref),
    readiness: (element) => alive(() => readinessOf(browser, element)),
    stopSigns: () => alive(() => stopSignsOf(browser)),
    fill: (element, value) => alive(() => fillElement(browser, element, value)),
    select: (element, label) => alive(() => selectOption(browser, element, label)),
    setChecked: (element, checked) => alive(() => setChecked(browser, element, checked)),
    attach: (element, files) => alive(() => attachFiles(browser, element, files)),
    press: (element, timeoutMs) => alive(() => pressElement(browser, element, timeoutMs)),
    holds: (target, expected) => alive(() => holds(browser, target, expected)),
    scroll: (element: ElementRef) => alive(() => actOnElement(browser, element, () => ({ kind: 'done' }))),
    keypress: (element, keys) => alive(() => pressKeys(browser, element, keys)),
    scrollBy: (element) =>
      alive(() =>
        element === null ? { kind: 'done' } : actOnElement(browser, element, () => ({ kind: 'done' })),
      ),
    targets: () => alive(() => browser.targets),
    switchTarget: (label) => alive(() => switchTarget(browser, label)),
    closeTarget: (label) => alive(() => closeTarget(browser, label)),
    unexpectedTargetOpened: () => browser.unexpectedTargetOpened,
    readJson: (url, pointer, header) => alive(() => readJson(browser, url, pointer, header)),
    capture: (evidenceClass) => alive(() => capture(browser, evidenceClass, viewport)),
    takeover: () => alive(() => mockTakeover(browser, viewport)),
  };
}

/** A page that comes later than that is not shown any more. */
async function navigateWithin(browser: MockBrowser, url: string, timeoutMs: number) {
  const signal = AbortSignal.timeout(timeoutMs);
  return browser.navigate(url, signal);
}

function locationOf({ document }: MockBrowser) {
  return document === null ? null : { origin: document.url.origin, path: document.url.pathname };
}

function matchAddress({ document }: MockBrowser, template: string): string | null {
  if (document === null) return null;
  const { pathname, search } = document.url;
  return matchTemplate(template, template.includes('?') ? pathname + search : pathname);
}

function holds(
  browser: MockBrowser,
  target: Target,
  expected: Parameters<Surface['holds']>[1],
): 'held' | 'not_held' | 'gone' {
  const element = elementOf(browser, target);
  if (element === null) return 'gone';
  switch (expected.kind) {
    case 'text':
      return element.value === expected.value ? 'held' : 'not_held';
    case 'option':
      return element.declared.control === 'choice' && element.value === expected.label ? 'held' : 'not_held';
    case 'checked':
      return element.checked === expected.checked ? 'held' : 'not_held';
    case 'files':
      return holdsFiles(element, expected.files) ? 'held' : 'not_held';
  }
}

function holdsFiles({ files }: ElementState, expected: readonly PlanFile[]): boolean {
  const same = (file: ElementState['files'][number], at: number) =>
    file.name === expected[at]?.name && file.digest === expected[at]?.digest;
  return files.length === expected.length && files.every(same);
}

/** Only the first target has a page behind it; the others are empty. */
function switchTarget(browser: MockBrowser, label: string) {
  if (!browser.targets.includes(label)) return { kind: 'lost' } as const;
  browser.activeTarget = label;
  return { kind: 'done' } as const;
}

function closeTarget(browser: MockBrowser, label: string) {
  if (!browser.targets.includes(label)) return { kind: 'lost' } as const;
  if (label === browser.activeTarget) browser.closeTarget();
  else browser.targets = browser.targets.filter((other) => other !== label);
  return { kind: 'done' } as const;
}

async function readJson(
  browser: MockBrowser,
  url: string,
  pointer: string,
  header: { readonly name: string; readonly url: string } | null,
): Promise<string | number | boolean | null> {
  const headers: Record<string, string> = {};
  if (header !== null) {
    const answer = await browser.http.send({ method: 'GET', url: header.url });
    if (answer?.status !== 200) return null;
    headers[header.name] = answer.body.trim();
  }
  const answer = await browser.http.send({ method: 'GET', url, headers });
  return answer?.status === 200 ? scalarAt(parsed(answer.body), pointer) : null;
}

function capture(
  browser: MockBrowser,
  evidenceClass: EvidenceClass,
  viewport: { readonly width: number; readonly height: number },
) {
  if (evidenceClass === 'screenshot') return drawScreen(browser, viewport);
  return evidenceClass === 'accessibility_snapshot' ? accessibilitySnapshot(browser) : null;
}
