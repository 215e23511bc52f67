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

function namingElements(element: Element): Element[] {
  const identifiers = (attributeOf(element, 'aria-labelledby') ?? '').split(/\s+/).filter((id) => id !== '');
  const referenced = identifiers.flatMap((id) => {
    const root = element.getRootNode();
    const found = root instanceof Document || root instanceof ShadowRoot ? root.getElementById(id) : null;
    return found === null ? [] : [found];
  });
  const labels = (element as HTMLInputElement).labels;
  return [...referenced, ...(labels instanceof NodeList ? Array.from(labels as NodeListOf<Element>) : [])];
}

/** Roles that are named by what is in them, where nothing else names them. */
const namedByContent = new Set([
  'button',
  'cell',
  'columnheader',
  'gridcell',
  'heading',
  'link',
  'menuitem',
  'option',
  'row',
  'rowheader',
  'tab',
  'treeitem',
]);

function namedByOwnContent(element: Element): boolean {
  const label = (attributeOf(element, 'aria-label') ?? '').trim();
  return label === '' && namedByContent.has(roleOf(element) ?? '');
}

/**
 * Whether the name may hold what somebody has typed: names are also computed from controls inside a label
 * or a button. Such a name can be compared here and must not be shown.
 */
export function nameMayHoldValue(element: Element): boolean {
  const sources = namingElements(element);
  if (namedByOwnContent(element)) {
    sources.push(element);
  }
  return sources.some(
    (source) =>
      (source !== element && matches(source, valueBearing)) ||
      queryAll(source, valueBearing).some((control) => control !== element),
  );
}
