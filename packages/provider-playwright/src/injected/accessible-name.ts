import { computeAccessibleName } from 'dom-accessibility-api';
import { attributeOf, matches, queryAll } from './dom.ts';
import { roleOf } from './role.ts';

const asciiSpace = '[ \\t\\n\\r\\f]';
const ends = new RegExp(`^${asciiSpace}+|${asciiSpace}+$`, 'g');
const runs = new RegExp(`${asciiSpace}+`, 'g');
const replace = String.prototype.replace as (this: string, pattern: RegExp, by: string) => string;
const trim = String.prototype.trim;

/**
 * The library trims with `trim()` and collapses `\s\s+`, which also drops no-break spaces and U+FEFF: a
 * lookalike would get the name of the real button. In this world, for the length of one call, only the white
 * space that HTML collapses is collapsed.
 */
function withRawWhitespace<Value>(compute: () => Value): Value {
  Object.assign(String.prototype, {
    trim(this: string) {
      return replace.call(this, ends, '');
    },
    replace(this: string, pattern: RegExp, by: string) {
      return replace.call(this, pattern.source === '\\s\\s+' ? runs : pattern, by);
    },
  });
  try {
    return compute();
  } finally {
    Object.assign(String.prototype, { trim, replace });
  }
}

/** The accessible name, code point by code point. Empty when there is none or it cannot be computed. */
export function nameOf(element: Element): string {
  try {
    return withRawWhitespace(() =>
      computeAccessibleName(element, { computedStyleSupportsPseudoElements: true }),
    );
  } catch {
    // A page may shadow what the library reads, or nest deeper than the stack: no name is no match.
    return '';
  }
}

const valueBearing = 'input, textarea, select, [contenteditable], [role="textbox"], [role="combobox"]';

/** The elements that an attribute of ids refers to. */
function referredBy(element: Element, attribute: string): Element[] {
  const identifiers = (attributeOf(element, attribute) ?? '').split(/\s+/).filter((id) => id !== '');
  return identifiers.flatMap((id) => {
    const root = element.getRootNode();
    const found = root instanceof Document || root instanceof ShadowRoot ? root.getElementById(id) : null;
    return found === null ? [] : [found];
  });
}

function namingElements(element: Element): Element[] {
  const { labels } = element as HTMLInputElement;
  return [
    ...referredBy(element, 'aria-labelledby'),
    ...(labels instanceof NodeList ? Array.from(labels as NodeListOf<Element>) : []),
  ];
}

/** Roles that are named by what is in them, where nothing else names them. */
const namedByContent = new Set(
  'button cell checkbox columnheader gridcell heading label legend link menuitem menuitemcheckbox menuitemradio option radio row rowheader switch tab tooltip treeitem'.split(
    ' ',
  ),
);

function namedByOwnContent(element: Element): boolean {
  const label = (attributeOf(element, 'aria-label') ?? '').trim();
  return label === '' && namedByContent.has(roleOf(element) ?? '');
}

/** What the name is read from, the element itself last. */
function sourcesOf(element: Element): Element[] {
  return namedByOwnContent(element) ? [...namingElements(element), element] : namingElements(element);
}

/** The text in an element without what somebody can type or choose. */
function plainText(root: Element): string {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) =>
    node instanceof Element && (matches(node, valueBearing) || matches(node, 'script, style'))
      ? NodeFilter.FILTER_REJECT
      : NodeFilter.FILTER_ACCEPT,
  );
  const texts: string[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node instanceof Text) {
      texts.push(node.data);
    }
  }
  return replace.call(replace.call(texts.join(' '), runs, ' '), ends, '');
}

/** The part of a name that holds no value: what can be shown, and compared, of a name that may hold one. */
export function markOf(element: Element): string {
  const label = attributeOf(element, 'aria-label') ?? '';
  return [label, ...sourcesOf(element).map(plainText)].filter((part) => part !== '').join(' ');
}

/** Whatever may be named by another element, or contain one that is elsewhere. */
export const namedElsewhere =
  '[aria-labelledby], [aria-owns], input, select, textarea, button, meter, output, progress';

/** Every element outside of this one whose content its name is read from, at any remove. */
export function outsideNamesOf(element: Element): ReadonlySet<Element> {
  const found = new Set<Element>();
  const waiting = [element];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const isRead = next !== element || namedByOwnContent(element);
    const inner = isRead ? [next, ...queryAll(next, namedElsewhere)] : [next];
    for (const source of inner.flatMap((each) => [
      ...namingElements(each),
      ...referredBy(each, 'aria-owns'),
    ])) {
      if (!found.has(source)) {
        found.add(source);
        waiting.push(source);
      }
    }
  }
  return found;
}

function holdsControl(source: Element, element: Element): boolean {
  return (
    (source !== element && matches(source, valueBearing)) ||
    queryAll(source, valueBearing).some((control) => control !== element)
  );
}

/**
 * Whether the name may hold what somebody has typed: names are also computed from controls inside a label
 * or a button, or in what these are named by. Such a name can be compared here and must not be shown.
 */
export function nameMayHoldValue(element: Element, outside = outsideNamesOf(element)): boolean {
  return [...sourcesOf(element), ...outside].some((source) => holdsControl(source, element));
}
