import { z } from 'zod';
import { lazySchema } from '../lazy-schema.ts';

/** The ARIA roles that a plan may name. */
export const targetRoleSchema = lazySchema(() =>
  z.enum([
    'alertdialog',
    'article',
    'button',
    'checkbox',
    'combobox',
    'dialog',
    'document',
    'group',
    'heading',
    'img',
    'link',
    'listbox',
    'main',
    'menu',
    'menuitem',
    'menuitemcheckbox',
    'menuitemradio',
    'navigation',
    'option',
    'radio',
    'region',
    'row',
    'searchbox',
    'spinbutton',
    'status',
    'switch',
    'tab',
    'table',
    'tablist',
    'tabpanel',
    'textbox',
  ]),
);

export type TargetRole = z.infer<typeof targetRoleSchema>;

/**
 * An element by role and accessible name. The name is compared by raw code point: a lookalike is not the
 * target, and nothing is trimmed, folded or normalised.
 *
 * `within` narrows to a container, named the same way; `frame` names the frame whose element's accessible
 * name or `name` attribute it is, for editors that sit in an iframe.
 */
export const targetSchema = lazySchema(() =>
  z.strictObject({
    role: targetRoleSchema,
    name: z.string().min(1).max(400),
    within: z.strictObject({ role: targetRoleSchema, name: z.string().min(1).max(400) }).optional(),
    frame: z.string().min(1).max(200).optional(),
  }),
);

export type Target = z.infer<typeof targetSchema>;
