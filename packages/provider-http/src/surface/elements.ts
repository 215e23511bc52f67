import type { Target, TargetRole } from '@cux/contracts';
import type { ElementRef, Resolution } from '@cux/provider-sdk';
import { looksLike } from '@cux/provider-sdk/looks-like';
import type { HttpButton } from '../interface/http-interface.ts';
import type { OpenForm } from './form-session.ts';

/** Something that a form shows. */
export interface FormElement {
  readonly ref: string;
  readonly role: TargetRole;
  readonly name: string;
  readonly button: HttpButton | null;
}

/** Everything that the form shows: its heading, fields and buttons. */
export function elementsOf({ form, generation }: OpenForm): readonly FormElement[] {
  const element = (index: number, role: TargetRole, name: string, button: HttpButton | null = null) => ({
    ref: `f${generation}:${index}`,
    role,
    name,
    button,
  });
  return [
    element(0, 'heading', form.heading),
    ...form.fields.map(({ role, name }, index) => element(index + 1, role, name)),
    ...form.buttons.map((button, index) =>
      element(form.fields.length + index + 1, 'button', button.name, button),
    ),
  ];
}

/** By role and raw name. A form has no containers and no frames, so a target that names one is not here. */
export function resolveIn(open: OpenForm | null, { role, name, within, frame }: Target): Resolution {
  if (open === null || within !== undefined || frame !== undefined) return { kind: 'missing' };
  const alike = elementsOf(open).filter((element) => element.role === role);
  const [only, ...others] = alike.filter((element) => element.name === name);
  if (only === undefined) {
    return alike.some((element) => looksLike(element.name, name))
      ? { kind: 'lookalike' }
      : { kind: 'missing' };
  }
  if (others.length > 0) return { kind: 'ambiguous', count: others.length + 1 };
  return { kind: 'found', element: { ref: only.ref, role: only.role, name: only.name } };
}

/** The element of a reference, as long as its form is the one that is open. */
export function elementOf(open: OpenForm | null, { ref }: Pick<ElementRef, 'ref'>): FormElement | null {
  return open === null ? null : (elementsOf(open).find((element) => element.ref === ref) ?? null);
}
