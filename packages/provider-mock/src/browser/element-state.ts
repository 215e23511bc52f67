import type { Digest } from '@cux/contracts';
import type { AttachedFile } from '@cux/provider-sdk';
import type { FixtureElement } from '../fixture/element.ts';

/** An element of the present document, as the page has it now. */
export interface ElementState {
  readonly declared: FixtureElement;
  /** The modal that it belongs to; null for the screen itself. */
  readonly modal: string | null;
  name: string;
  /** Text of a field, label of a choice, text of a static element. */
  value: string;
  checked: boolean;
  /** What a field for files holds. */
  files: readonly (AttachedFile & { readonly digest: Digest })[];
  hidden: boolean;
  disabled: boolean;
  covered: boolean;
}

export function loadElement(declared: FixtureElement, modal: string | null): ElementState {
  return {
    declared,
    modal,
    name: declared.name,
    value: declared.value ?? '',
    checked: declared.checked ?? false,
    files: [],
    hidden: declared.hidden ?? false,
    disabled: declared.disabled ?? false,
    covered: declared.covered ?? false,
  };
}

/** What a field makes of a text: line breaks, length and mask, as its markup has them. */
export function acceptedText({ declared }: ElementState, text: string): string {
  const singleLine = declared.control === 'multiline' ? text : text.replaceAll(/[\r\n]/g, '');
  const masked = masks[declared.mask ?? 'none'](singleLine);
  return declared.maximum_length === undefined ? masked : masked.slice(0, declared.maximum_length);
}

const masks = {
  none: (text: string) => text,
  digits: (text: string) => text.replaceAll(/\D/g, ''),
  upper_case: (text: string) => text.toUpperCase(),
  /** Takes the digits as they come, as such masks do, and puts slashes between them. */
  day_first_date: (text: string) => {
    const digits = text.replaceAll(/\D/g, '').slice(0, 8);
    return [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].filter((part) => part !== '').join('/');
  },
} as const;
