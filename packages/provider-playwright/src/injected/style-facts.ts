import type { Root } from './dom.ts';

/**
 * What style sheets could change about a name without a trace in the tree. Names are computed from `display`,
 * `visibility` and generated text, so only rules that set one of these count.
 */
export interface StyleFacts {
  /** Nothing can be ruled out: a sheet of another origin cannot be read, or a rule depends on sizes. */
  readonly unknown: boolean;
  /** `:has()`: any change may show anywhere. */
  readonly anywhere: boolean;
  /** Sibling combinators and positions: a change may show in what stands beside it. */
  readonly siblings: boolean;
  /** Attributes that rules look at, but for `class`, `id` and `style`, which always count. */
  readonly attributes: ReadonlySet<string>;
  /** Selectors of what a state without a trace (hover, focus, checked) may change, by the root of their sheet. */
  readonly volatile: readonly { readonly root: Root; readonly selector: string }[];
}

interface Draft {
  unknown: boolean;
  anywhere: boolean;
  siblings: boolean;
  attributes: Set<string>;
  volatile: { root: Root; selector: string }[];
}

const properties = ['display', 'visibility', 'content', 'content-visibility', 'all'];

/** Pseudo-classes that follow from the tree alone. */
const fromTheTree = new Set(
  'not is where matches root scope host first-child last-child only-child first-of-type last-of-type only-of-type nth-child nth-last-child nth-of-type nth-last-of-type empty link any-link lang before after first-line first-letter'.split(
    ' ',
  ),
);
const positions = /[+~]|:(nth|first-child|last-child|first-of|last-of|only|empty)/;
const pseudoClass = /(?<!:):([a-z-]+)(\([^()]*\))?/g;
const pseudoElement =
  /::?(before|after|first-line|first-letter|marker|backdrop|placeholder|selection|file-selector-button)\b/g;
const everything = ':is(*)';

function isState(name: string): boolean {
  return !fromTheTree.has(name) && name !== 'has';
}

function holdsState(selector: string): boolean {
  return [...selector.matchAll(pseudoClass)].some(([, name = '']) => isState(name));
}

/** The same selector whatever the states are; null when that cannot be said. */
export function withoutStates(selector: string): string | null {
  if (/::(slotted|part)|:host|:has\(/.test(selector)) {
    return null;
  }
  return selector
    .replace(pseudoElement, '')
    .replace(/:not\([^()]*\)/g, (negated) => (holdsState(negated.slice(5)) ? everything : negated))
    .replace(pseudoClass, (whole, name: string) => (isState(name) ? everything : whole));
}

function addSelector(facts: Draft, root: Root, selector: string): void {
  facts.anywhere ||= selector.includes(':has(');
  facts.siblings ||= positions.test(selector);
  for (const [, name] of selector.matchAll(/\[\s*(?:[\w*-]*\|)?([\w-]+)/g)) {
    facts.attributes.add(String(name).toLowerCase());
  }
  if (!holdsState(selector)) {
    return;
  }
  const plain = withoutStates(selector);
  if (plain === null) {
    facts.unknown = true;
  } else {
    facts.volatile.push({ root, selector: plain });
  }
}

function nestedSelector(selector: string, around: string | null): string {
  if (around === null) {
    return selector;
  }
  return selector.includes('&') ? selector.replaceAll('&', `:is(${around})`) : `:is(${around}) ${selector}`;
}

function addRules(facts: Draft, root: Root, rules: CSSRuleList, around: string | null): void {
  for (const rule of Array.from(rules)) {
    if (rule instanceof CSSStyleRule) {
      const selector = nestedSelector(rule.selectorText, around);
      if (properties.some((property) => rule.style.getPropertyValue(property) !== '')) {
        addSelector(facts, root, selector);
      }
      addRules(facts, root, rule.cssRules, selector);
    } else if (rule instanceof CSSImportRule) {
      addSheet(facts, root, rule.styleSheet);
    } else if (rule instanceof CSSContainerRule) {
      // Its condition follows sizes, which follow the content: no change is without effect.
      facts.unknown = true;
    } else if (rule instanceof CSSGroupingRule) {
      addRules(facts, root, rule.cssRules, around);
    } else if (rule.constructor.name === 'CSSNestedDeclarations' && around !== null) {
      addSelector(facts, root, around);
    }
  }
}

function addSheet(facts: Draft, root: Root, sheet: CSSStyleSheet | null): void {
  if (sheet === null || sheet.disabled) {
    return;
  }
  try {
    addRules(facts, root, sheet.cssRules, null);
  } catch {
    facts.unknown = true;
  }
}

function sheetsOf(root: Root): CSSStyleSheet[] {
  if (root instanceof Element) {
    return [];
  }
  return [...Array.from(root.styleSheets), ...root.adoptedStyleSheets];
}

/** How many rules there are, imported sheets included; -1 where that cannot be read. */
function countRules(sheet: CSSStyleSheet): number {
  try {
    let count = sheet.cssRules.length;
    for (const rule of Array.from(sheet.cssRules)) {
      if (!(rule instanceof CSSImportRule)) {
        break;
      }
      count += rule.styleSheet === null ? 0 : countRules(rule.styleSheet);
    }
    return count;
  } catch {
    return -1;
  }
}

type Print = readonly unknown[];

function printOf(roots: readonly Root[]): Print {
  return [
    innerWidth,
    innerHeight,
    devicePixelRatio,
    ...roots.flatMap((root) =>
      sheetsOf(root).flatMap((sheet) => [sheet, countRules(sheet), sheet.disabled, sheet.media.mediaText]),
    ),
  ];
}

let lastPrint: Print = [];
let lastFacts: StyleFacts | null = null;

/**
 * The facts about all sheets of these roots; `changed` when the sheets or the viewport are others than at the last
 * call. A rule that a script rewrites in place, or adds inside another rule, leaves no trace and is not noticed.
 */
export function styleFacts(roots: readonly Root[]): {
  readonly facts: StyleFacts;
  readonly changed: boolean;
} {
  const print = printOf(roots);
  const same = print.length === lastPrint.length && print.every((each, index) => each === lastPrint[index]);
  if (same && lastFacts !== null) {
    return { facts: lastFacts, changed: false };
  }
  const facts: Draft = {
    unknown: false,
    anywhere: false,
    siblings: false,
    attributes: new Set(),
    volatile: [{ root: document, selector: '[popover]' }],
  };
  for (const root of roots) {
    for (const sheet of sheetsOf(root)) {
      addSheet(facts, root, sheet);
    }
  }
  lastPrint = print;
  lastFacts = facts;
  return { facts, changed: true };
}
