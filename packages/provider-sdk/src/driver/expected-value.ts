import type { PlanStep, Target, TargetRole } from '@cux/contracts';
import type { Surface } from '../surface/surface.ts';

export type ExpectedValue = Parameters<Surface['holds']>[1];

/** A field and what it has to hold. */
export interface ExpectedField {
  readonly target: Target;
  readonly expected: ExpectedValue;
}

const choiceRoles: ReadonlySet<TargetRole> = new Set(['combobox', 'listbox']);
const toggleRoles: ReadonlySet<TargetRole> = new Set(['checkbox', 'switch', 'radio', 'menuitemcheckbox']);

/** What a step leaves behind in a field, or demands of it; null for steps that are about no field. */
export function expectedFieldOf(step: PlanStep): ExpectedField | null {
  switch (step.kind) {
    case 'fill':
      return { target: step.target, expected: { kind: 'text', value: step.value } };
    case 'select':
      return { target: step.target, expected: { kind: 'option', label: step.option } };
    case 'check':
      return { target: step.target, expected: { kind: 'checked', checked: step.checked } };
    case 'attach':
      return { target: step.target, expected: { kind: 'files', files: step.files } };
    case 'verify':
      return { target: step.target, expected: verifiedValue(step.target.role, step.value) };
    default:
      return null;
  }
}

/** A value to verify is written as text; what it means depends on the role. */
export function verifiedValue(role: TargetRole, value: string): ExpectedValue {
  if (choiceRoles.has(role)) return { kind: 'option', label: value };
  if (toggleRoles.has(role)) return { kind: 'checked', checked: value === 'true' };
  return { kind: 'text', value };
}
