import type { Target } from '@cux/contracts';
import type { SiteRecipe } from '../../site-recipe.ts';
import type { Variant } from './variant.ts';

export const topBar: Target = { role: 'region', name: 'Editor top bar' };
const panel: Target = { role: 'region', name: 'Editor publish' };
export const tour: Target = { role: 'dialog', name: 'Welcome to the block editor' };
export const title: Target = { role: 'textbox', name: 'Add title' };
export const text: Target = { role: 'textbox', name: 'Type text or HTML' };

/** The button that sends it: in the panel that asks before, or in the bar where the account has turned the panel off. */
export function confirmButton({ outcome, asksBefore }: Variant): Target {
  return { role: 'button', name: outcome.button, within: asksBefore ? panel : topBar };
}

/** Opens the panel that asks before. Without one the button of the bar is the final action itself, and is left alone. */
export function openPanel(variant: Variant): SiteRecipe['draft']['steps'] {
  const target = confirmButton(variant);
  if (!variant.asksBefore) return [{ kind: 'await', target }];
  return [
    { kind: 'press', target: { role: 'button', name: 'Publish', within: topBar } },
    { kind: 'await', target },
  ];
}

/** Shows title and text as they are stored. The tour may come up over the open menu, which closes it. */
export const openCodeView: SiteRecipe['draft']['steps'] = [
  { kind: 'await', target: { role: 'button', name: 'Options', within: topBar } },
  {
    kind: 'press',
    target: { role: 'button', name: 'Options', within: topBar },
    opens: { role: 'menu', name: 'Options' },
  },
  { kind: 'press', target: { role: 'menuitemradio', name: 'Code editor Ctrl+Shift+Alt+M' } },
  { kind: 'await', target: text },
];
