import { attributeOf, shownTextOf } from './dom.ts';
import { check, type NotReady } from './fence.ts';
import { armInput } from './input-ticket.ts';
import { entryOf } from './registry.ts';
import { roleOf } from './role.ts';

export type Expected =
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'option'; readonly label: string }
  | { readonly kind: 'checked'; readonly checked: boolean };

/** Inputs that take no typed text: the browser's own widget holds them. */
const widgetTypes = new Set(['date', 'time', 'datetime-local', 'month', 'week', 'color', 'range']);

/** Inputs that hold no text at all. */
const textless = new Set(['checkbox', 'radio', 'file', 'submit', 'button', 'reset', 'image', 'hidden']);

type TextField = HTMLInputElement | HTMLTextAreaElement;

function isTextField(element: Element): element is TextField {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
}

/** The option's label as it is shown. */
function shownLabel(option: HTMLOptionElement): string {
  return option.label;
}

/** Rich text as lines: blocks are lines, and the spaces and paddings that editors put in are taken out. */
export function richText(text: string): string {
  return text
    .replace(/\u00a0/g, ' ')
    .replace(/[\ufeff\u200b]/g, '')
    .replace(/\n+/g, '\n')
    .replace(/^\n|\n$/g, '');
}

function holdsText(element: Element, value: string): boolean {
  if (isTextField(element)) {
    return element.value === value.replace(/\r\n?/g, '\n');
  }
  if (element instanceof HTMLElement && element.isContentEditable) {
    return richText(shownTextOf(element)) === richText(value);
  }
  return false;
}

function holdsOption(element: Element, label: string): boolean {
  if (element instanceof HTMLSelectElement) {
    const [only, ...others] = Array.from(element.selectedOptions);
    return only !== undefined && others.length === 0 && shownLabel(only) === label;
  }
  return isTextField(element) ? element.value === label : (element.textContent ?? '').trim() === label;
}

function isChecked(element: Element): boolean {
  if (element instanceof HTMLInputElement && (element.type === 'checkbox' || element.type === 'radio')) {
    return element.checked && !element.indeterminate;
  }
  return (attributeOf(element, 'aria-checked') ?? attributeOf(element, 'aria-pressed')) === 'true';
}

/** Whether the element holds exactly this. Only the answer leaves this world. */
export function holds(id: number, expected: Expected): boolean | null {
  const element = entryOf(id)?.element;
  if (element === undefined) {
    return null;
  }
  switch (expected.kind) {
    case 'text':
      return holdsText(element, expected.value);
    case 'option':
      return holdsOption(element, expected.label);
    case 'checked':
      return isChecked(element) === expected.checked;
  }
}

function announce(element: Element): void {
  element.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  element.dispatchEvent(new Event('change', { bubbles: true }));
}

function selectEverything(element: Element): void {
  if (isTextField(element)) {
    element.select();
    return;
  }
  const selection = getSelection();
  const range = document.createRange();
  range.selectNodeContents(element);
  selection?.removeAllRanges();
  selection?.addRange(range);
}

function hasFocus(element: Element): boolean {
  const root = element.getRootNode();
  const active = root instanceof Document || root instanceof ShadowRoot ? root.activeElement : null;
  return (
    active === element ||
    (active instanceof HTMLElement && active.isContentEditable && active.contains(element))
  );
}

function takesText(element: Element): boolean {
  if (isTextField(element)) {
    return !element.readOnly && !textless.has(element.type);
  }
  return element instanceof HTMLElement && element.isContentEditable;
}

export type FillStart =
  | { readonly kind: NotReady }
  /** The text can be put in now: it is focused and all of it is selected. `empty`: there is nothing to replace. */
  | { readonly kind: 'ready'; readonly empty: boolean }
  /** It was a widget; the value has been set, or was refused by the widget. */
  | { readonly kind: 'set' };

/** Focuses exactly this field without a pointer, selects what is in it and lets text into it alone. */
export async function beginFill(id: number, value: string, ticket: number): Promise<FillStart> {
  const checked = await check(id);
  if (checked.kind !== 'ready') {
    return { kind: checked.kind };
  }
  const { element } = checked.entry;
  if (element instanceof HTMLInputElement && widgetTypes.has(element.type)) {
    element.focus({ preventScroll: true });
    element.value = value;
    announce(element);
    return { kind: 'set' };
  }
  if (!takesText(element)) {
    return { kind: 'disabled' };
  }
  (element as HTMLElement).focus({ preventScroll: true });
  if (!hasFocus(element)) {
    return { kind: 'stale' };
  }
  selectEverything(element);
  armInput(ticket, element);
  const held = isTextField(element) ? element.value : ((element as HTMLElement).textContent ?? '');
  return { kind: 'ready', empty: held === '' };
}

export type SelectStart =
  | { readonly kind: NotReady }
  | { readonly kind: 'set' }
  /** No option is called so, or several are: nothing was chosen. */
  | { readonly kind: 'absent' }
  /** Not a native list: the options have to be opened and pressed. */
  | { readonly kind: 'custom' };

/** Chooses by the label that is shown; a value that happens to be equal counts for nothing. */
export async function selectOption(id: number, label: string): Promise<SelectStart> {
  const checked = await check(id);
  if (checked.kind !== 'ready') {
    return { kind: checked.kind };
  }
  const { element } = checked.entry;
  if (!(element instanceof HTMLSelectElement)) {
    return { kind: roleOf(element) === null ? 'stale' : 'custom' };
  }
  const [option, ...others] = Array.from(element.options).filter((each) => shownLabel(each) === label);
  if (option === undefined || others.length > 0) {
    return { kind: 'absent' };
  }
  if (
    option.disabled ||
    (option.parentElement instanceof HTMLOptGroupElement && option.parentElement.disabled)
  ) {
    return { kind: 'disabled' };
  }
  element.focus({ preventScroll: true });
  if (!option.selected || element.selectedOptions.length !== 1) {
    element.selectedIndex = option.index;
    announce(element);
  }
  return { kind: 'set' };
}
