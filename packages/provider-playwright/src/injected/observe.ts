import { nameMayHoldValue, nameOf } from './accessible-name.ts';
import { flatContains, queryDeep } from './dom.ts';
import { register } from './registry.ts';
import { roleOf } from './role.ts';

export interface ObservedNode {
  readonly depth: number;
  readonly role: string;
  /** In quotes, bounded, without line breaks. */
  readonly name: string;
  readonly id: number;
}

export interface ObservedTree {
  readonly nodes: readonly ObservedNode[];
  readonly truncated: boolean;
}

/** Characters of one name that are shown. */
const nameBound = 200;
/** What the walk may take, in milliseconds. A page cannot make it longer; it is then marked as cut. */
const timeBound = 500;

const controls =
  'button, input:not([type="hidden"]), textarea, select, a[href], summary, [contenteditable=""], [contenteditable="true"], [role="button"], [role="link"], [role="textbox"], [role="combobox"], [role="checkbox"], [role="radio"], [role="switch"], [role="tab"], [role="menuitem"], [role="menuitemcheckbox"], [role="menuitemradio"], [role="option"], [role="searchbox"], [role="spinbutton"], [role="document"]';
const landmarks =
  'h1, h2, h3, h4, h5, h6, main, nav, article, section[aria-label], section[aria-labelledby], aside, fieldset, dialog, iframe, img, output, table, li, tr, [role]';

/** In one line, without line breaks or controls: direction marks and invisible characters are shown as escapes. */
function shownName(name: string): string {
  const cut = name.length > nameBound ? `${name.slice(0, nameBound)}…` : name;
  return JSON.stringify(cut).replace(
    /[\p{Cf}\u2028\u2029]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

/** From both ends, so that a button after any number of rows is still seen. */
function fromBothEnds(elements: readonly Element[], most: number): Element[] {
  if (elements.length <= most) {
    return [...elements];
  }
  const half = Math.ceil(most / 2);
  return [...elements.slice(0, half), ...elements.slice(elements.length - (most - half))];
}

function choose(nodes: number): { readonly chosen: Element[]; readonly cut: boolean } {
  const operable = queryDeep(document, controls);
  const first = fromBothEnds(operable, nodes);
  const taken = new Set(first);
  const rest = queryDeep(document, landmarks).filter((element) => !taken.has(element));
  const second = fromBothEnds(rest, Math.max(0, nodes - first.length));
  const cut = first.length < operable.length || second.length < rest.length;
  return { chosen: [...first, ...second], cut };
}

type Line = Omit<ObservedNode, 'depth'>;

function lineOf(element: Element): Line | null {
  const role = roleOf(element) ?? (element.localName === 'iframe' ? 'iframe' : null);
  if (role === null || role === 'presentation' || role === 'none') {
    return null;
  }
  if (
    !element.checkVisibility({ visibilityProperty: true }) ||
    element.closest('[aria-hidden="true"]') !== null
  ) {
    return null;
  }
  const name = nameOf(element);
  const shown = shownName(nameMayHoldValue(element) ? '' : name);
  return { role, name: shown, id: register(element, role, name).id };
}

/** What a line takes at most once it is written: indentation, brackets and the reference included. */
const lineOverhead = 48;

function inDocumentOrder(left: Element, right: Element): number {
  return left.compareDocumentPosition(right) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
}

/** Controls first within the budget, then what gives them a place; in the order of the document. */
export function observe(budget: { readonly nodes: number; readonly bytes: number }): ObservedTree {
  const started = performance.now();
  const { chosen, cut } = choose(budget.nodes);
  const lines = new Map<Element, Line>();
  const encoder = new TextEncoder();
  let [bytes, truncated] = [0, cut];
  for (const element of chosen) {
    if (performance.now() - started > timeBound) {
      truncated = true;
      break;
    }
    const line = lineOf(element);
    if (line === null) {
      continue;
    }
    const size = encoder.encode(line.role + line.name).length + lineOverhead;
    if (bytes + size > budget.bytes) {
      truncated = true;
      break;
    }
    truncated ||= line.name.endsWith('…"');
    bytes += size;
    lines.set(element, line);
  }
  return { nodes: withDepth(lines), truncated };
}

/** One level for each listed element around it, at most 12. */
function withDepth(lines: ReadonlyMap<Element, Line>): ObservedNode[] {
  const around: Element[] = [];
  return [...lines]
    .sort(([left], [right]) => inDocumentOrder(left, right))
    .map(([element, line]) => {
      for (
        let last = around.at(-1);
        last !== undefined && !flatContains(last, element);
        last = around.at(-1)
      ) {
        around.pop();
      }
      const depth = Math.min(around.length, 12);
      around.push(element);
      return { ...line, depth };
    });
}
