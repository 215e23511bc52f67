import { getRole } from 'dom-accessibility-api';
import { attributeOf } from './dom.ts';

/** Input types that the library leaves without a role and that a person fills like a text field. */
const textLike = new Set(['password', 'date', 'time', 'datetime-local', 'month', 'week']);

/** The ARIA role, explicit or implied; null when it has none. */
export function roleOf(element: Element): string | null {
  const role = getRole(element);
  if (role !== null) {
    return role;
  }
  if (element instanceof HTMLInputElement && textLike.has(element.type)) {
    return 'textbox';
  }
  // As the browser's own accessibility tree has it.
  if (element instanceof HTMLInputElement && element.type === 'file') {
    return 'button';
  }
  const editable = attributeOf(element, 'contenteditable');
  return editable !== null && editable !== 'false' ? 'textbox' : null;
}

/** The role that an observation shows: a frame without one is shown as a frame. */
export function shownRoleOf(element: Element): string | null {
  return roleOf(element) ?? (element.localName === 'iframe' ? 'iframe' : null);
}

const inputs = (types: readonly string[]): string => types.map((type) => `input[type="${type}"]`).join(', ');

/** Where each role can come from without a `role` attribute. A superset: `roleOf` decides. */
const implied: Readonly<Record<string, string>> = {
  article: 'article',
  button: `button, summary, ${inputs(['button', 'submit', 'reset', 'image', 'file'])}`,
  checkbox: inputs(['checkbox']),
  combobox: 'select, input[list]',
  dialog: 'dialog',
  document: 'html',
  group: 'fieldset, details, optgroup',
  heading: 'h1, h2, h3, h4, h5, h6',
  img: 'img',
  link: 'a[href], area[href]',
  listbox: 'select, datalist',
  main: 'main',
  navigation: 'nav',
  option: 'option',
  radio: inputs(['radio']),
  region: 'section',
  row: 'tr',
  searchbox: inputs(['search']),
  spinbutton: inputs(['number']),
  status: 'output',
  table: 'table',
  textbox: 'input, textarea, [contenteditable]',
};

/** A selector for every element that may have this role. `role` comes from a closed set of plain words. */
export function selectorOf(role: string): string {
  const own = implied[role];
  return own === undefined ? `[role~="${role}"]` : `${own}, [role~="${role}"]`;
}
