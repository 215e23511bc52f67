import { looksLike } from '@cux/provider-sdk/looks-like';
import { markOf, nameMayHoldValue, nameOf } from './accessible-name.ts';
import { attributeOf, flatContains, flatParentOf, queryDeep } from './dom.ts';

import { effectOf, entryOf, register } from './registry.ts';
import { roleOf, selectorOf } from './role.ts';

export interface NamedRole {
  readonly role: string;
  readonly name: string;
}

export interface WantedTarget extends NamedRole {
  readonly within?: NamedRole | undefined;
}

export type Found =
  | { readonly kind: 'found'; readonly id: number }
  | { readonly kind: 'missing' }
  | { readonly kind: 'ambiguous'; readonly count: number }
  | { readonly kind: 'lookalike' };

interface Matches {
  readonly exact: readonly Element[];
  readonly similar: number;
}

/** Not in the accessibility tree: not shown, or taken out of it by an element around it. */
function isHiddenFromAll(element: Element): boolean {
  if (!element.checkVisibility({ visibilityProperty: true })) {
    return true;
  }
  for (let each: Element | null = element; each !== null; each = flatParentOf(each)) {
    if (attributeOf(each, 'aria-hidden') === 'true' || attributeOf(each, 'inert') !== null) {
      return true;
    }
  }
  return false;
}

function search(wanted: NamedRole): Matches {
  const exact: Element[] = [];
  let similar = 0;
  for (const element of queryDeep(document, selectorOf(wanted.role))) {
    if (roleOf(element) !== wanted.role || isHiddenFromAll(element)) {
      continue;
    }
    const name = nameOf(element);
    if (name === wanted.name) {
      exact.push(element);
    } else if (looksLike(name, wanted.name)) {
      similar += 1;
    }
  }
  return { exact, similar };
}

function narrow(matches: Matches, container: NamedRole | undefined): Matches {
  if (container === undefined) {
    return matches;
  }
  const containers = search(container).exact;
  return {
    exact: matches.exact.filter((element) => containers.some((each) => flatContains(each, element))),
    similar: matches.similar,
  };
}

/** By role and raw name; never a substring, never folded. The first of several is not chosen. */
export function resolve(wanted: WantedTarget): Found {
  const { exact, similar } = narrow(search(wanted), wanted.within);
  const [only] = exact;
  if (only === undefined) {
    return similar > 0 ? { kind: 'lookalike' } : { kind: 'missing' };
  }
  if (exact.length > 1) {
    return { kind: 'ambiguous', count: exact.length };
  }
  const { role, name } = wanted;
  const mark = nameMayHoldValue(only) ? markOf(only) : name;
  return { kind: 'found', id: register(only, { role, name, mark, effect: effectOf(only) }).id };
}

/** The frame elements that this name means: by `name` attribute or accessible name. */
export function frameElements(name: string): Element[] {
  return queryDeep(document, 'iframe, frame').filter(
    (element) => attributeOf(element, 'name') === name || nameOf(element) === name,
  );
}

/** Whether one of the two lies in the other; true when one is unknown. */
export function overlaps(id: number, other: number): boolean {
  const [one, two] = [entryOf(id)?.element, entryOf(other)?.element];
  if (one === undefined || two === undefined) {
    return true;
  }
  return flatContains(one, two) || flatContains(two, one);
}
