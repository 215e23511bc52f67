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
 * What may be named by its role alone. Applications leave fields without a label; one that is pressed has to have a
 * name, since the name is what a person approves.
 */
const unnamedFields: ReadonlySet<TargetRole> = new Set([
  'textbox',
  'searchbox',
  'combobox',
  'listbox',
  'spinbutton',
]);
const unnamedContainers: ReadonlySet<TargetRole> = new Set([
  'main',
  'article',
  'navigation',
  'table',
  'group',
]);

const accessibleName = () => z.string().max(400);

/**
 * An element by role and accessible name. The name is compared by raw code point: a lookalike is not the
 * target, and nothing is trimmed, folded or normalised. The empty name means an element that has none; only fields
 * (and landmarks, as containers) may be meant so.
 *
 * `within` narrows to a container, named the same way; `frame` names the frame whose element's accessible
 * name or `name` attribute it is, for editors that sit in an iframe.
 */
export const targetSchema = lazySchema(() =>
  z
    .strictObject({
      role: targetRoleSchema,
      name: accessibleName(),
      within: z.strictObject({ role: targetRoleSchema, name: accessibleName() }).optional(),
      frame: z.string().min(1).max(200).optional(),
    })
    .check((context) => {
      const { role, name, within } = context.value;
      const input = '';
      const short = { code: 'too_small', origin: 'string', minimum: 1, inclusive: true, input } as const;
      if (name === '' && !unnamedFields.has(role)) context.issues.push({ ...short, path: ['name'] });
      if (within?.name === '' && !unnamedContainers.has(within.role)) {
        context.issues.push({ ...short, path: ['within', 'name'] });
      }
    }),
);

export type Target = z.infer<typeof targetSchema>;
