import type { Target } from '@cux/contracts';
import type { ElementRef, Lookup, Readiness, Resolution } from '@cux/provider-sdk';
import { looksLike } from '@cux/provider-sdk/looks-like';
import type { ElementState } from '../browser/element-state.ts';
import type { MockBrowser } from '../browser/mock-browser.ts';
import type { MockDocument } from '../browser/mock-document.ts';

/** Something with a role and a name: an element, or a modal that has both. */
interface Named {
  readonly id: string;
  readonly role: string;
  readonly name: string;
  readonly within: Target['within'];
  readonly frame: string | undefined;
}

/** Exactly this role, name, container and frame, code point by code point; hidden elements are not there. */
export function resolveTarget(browser: MockBrowser, target: Target): Resolution {
  const { document } = browser;
  if (document === null) return { kind: 'missing' };
  const inPlace = namedIn(document).filter((named) => isInPlace(named, target));
  const [first, ...others] = inPlace.filter(({ name }) => name === target.name);
  if (others.length > 0) return { kind: 'ambiguous', count: others.length + 1 };
  if (first !== undefined) return { kind: 'found', element: refOf(browser, document, first, target) };
  const alike = inPlace.some(({ name }) => looksLike(name, target.name));
  return { kind: alike ? 'lookalike' : 'missing' };
}

/** The element that an observation has called so; its document may have gone since. */
export function lookUp({ document, references }: MockBrowser, ref: string): Lookup {
  const place = references.placeOf(ref);
  if (document === null || place === null) return { kind: 'unknown' };
  if (place.generation !== document.generation) return { kind: 'stale' };
  const element = document.elements.get(place.id);
  if (element === undefined) return { kind: 'unknown' };
  return { kind: 'found', element: { ref, role: element.declared.role, name: element.name } };
}

/** The state behind a target; null when it is not there exactly once. */
export function elementOf(browser: MockBrowser, target: Target): ElementState | null {
  const resolution = resolveTarget(browser, target);
  return resolution.kind === 'found' ? elementBehind(browser, resolution.element) : null;
}

/** The state behind a reference; null when the document, the element or its name is another one now. */
export function elementBehind(
  { document, references }: MockBrowser,
  { ref, name }: ElementRef,
): ElementState | null {
  const place = references.placeOf(ref);
  if (document === null || place?.generation !== document.generation) return null;
  const element = document.elements.get(place.id);
  return element !== undefined && element.name === name ? element : null;
}

export function readinessOf(browser: MockBrowser, reference: ElementRef): Readiness {
  const element = elementBehind(browser, reference);
  if (element === null || browser.document === null) return { kind: 'stale' };
  if (element.hidden) return { kind: 'hidden' };
  if (browser.dialog !== null || browser.document.isCovered(element)) return { kind: 'covered' };
  if (element.disabled) return { kind: 'disabled' };
  return { kind: element.declared.moving === true ? 'moving' : 'ready' };
}

export function visibleElements({ elements }: MockDocument): readonly ElementState[] {
  return [...elements.values()].filter(({ hidden }) => !hidden);
}

function namedIn(document: MockDocument): readonly Named[] {
  const modals = document
    .openModals()
    .flatMap(({ id, role, name }) =>
      role === null || name === null ? [] : [{ id, role, name, within: undefined, frame: undefined }],
    );
  const elements = visibleElements(document).map(({ declared, name, modal }) => ({
    id: declared.id,
    role: declared.role,
    name,
    within: declared.within ?? containerOf(document, modal),
    frame: declared.frame,
  }));
  return [...modals, ...elements];
}

function containerOf(document: MockDocument, modal: string | null): Target['within'] {
  const container = document.openModals().find(({ id }) => id === modal);
  if (container === undefined || container.role === null || container.name === null) return undefined;
  return { role: container.role, name: container.name };
}

function isInPlace(named: Named, { role, within, frame }: Target): boolean {
  const contained =
    within === undefined || (named.within?.role === within.role && named.within.name === within.name);
  return named.role === role && contained && named.frame === frame;
}

function refOf(
  { references }: MockBrowser,
  { generation }: MockDocument,
  { id, name }: Named,
  { role }: Target,
): ElementRef {
  return { ref: references.give({ generation, id }), role, name };
}
