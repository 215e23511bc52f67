import type { TargetRole as Role } from '@cux/contracts';

const control = '<(input|textarea|select|div|span|button|p|ul)\\b([^>]*)>';

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** The start tag of the control that this label stands at, as far as the markup shows it. */
function controlOf(
  html: string,
  label: string,
): { readonly tag: string; readonly attributes: string } | null {
  const name = literal(label);
  const before = new RegExp(`<label(?:\\s[^>]*)?>\\s*${name}\\s*(?:</label>\\s*)?${control}`).exec(html);
  const after = new RegExp(`<label(?:\\s[^>]*)?>\\s*${control}\\s*${name}`).exec(html);
  const labelled = new RegExp(`<(\\w+)\\b([^>]*\\saria-label=["']${name}["'][^>]*)>`).exec(html);
  const target = new RegExp(`<label\\s[^>]*for=["']?([\\w-]+)["']?[^>]*>\\s*${name}\\s*</label>`).exec(
    html,
  )?.[1];
  const referred =
    target === undefined
      ? null
      : new RegExp(`<(\\w+)\\b([^>]*\\sid=["']?${literal(target)}\\b[^>]*)>`).exec(html);
  const found = referred ?? before ?? labelled ?? after;
  return found === null ? null : { tag: found[1] ?? '', attributes: found[2] ?? '' };
}

const roleOfType: Readonly<Record<string, Role>> = {
  checkbox: 'checkbox',
  radio: 'radio',
  number: 'spinbutton',
  search: 'searchbox',
};

/** Which role the field of a label has; a case names labels only. */
export function roleOfField(html: string, label: string): Role {
  const found = controlOf(html, label);
  if (found === null) return 'textbox';
  const own = /\srole=["']?(\w+)/.exec(found.attributes)?.[1];
  if (own !== undefined) return own as Role;
  if (found.tag === 'select')
    return /\s(multiple|size=["']?[2-9])/.test(found.attributes) ? 'listbox' : 'combobox';
  if (found.tag !== 'input') return 'textbox';
  return roleOfType[/\stype=["']?(\w+)/.exec(found.attributes)?.[1] ?? ''] ?? 'textbox';
}
