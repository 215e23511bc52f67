import type { ConformanceSubject } from '@cux/provider-sdk/conformance';
import { createHttpProvider } from '../create-http-provider.ts';
import type { HttpForm, HttpInterface } from '../interface/http-interface.ts';

/**
 * The provider as a subject of the conformance suite: the suite's site through its API. It shows no pages and keeps no
 * cookies, so what is about dialogs, containers, boxes, redirected pages or cookies is not for it, and is told so.
 */
export const conformanceHttp: ConformanceSubject = {
  features: new Set(),
  sends: 'json',
  provider: ({ id }) => createHttpProvider({ interface: interfaceOf(changes[id] ?? {}) }),
};

interface FormChange {
  readonly heading?: string;
  readonly fields?: HttpForm['fields'];
  /** In place of the final button. */
  readonly final?: HttpForm['buttons'];
  /** Beside the final button. */
  readonly more?: HttpForm['buttons'];
}

const text = { title: { field: 'Title' }, summary: { field: 'Summary' } };

function button(
  name: string,
  status: string,
  more: Readonly<Record<string, { readonly value: string }>> = {},
): HttpForm['buttons'][number] {
  return { name, method: 'POST', path: '/entries/7', body: { ...text, ...more, status: { value: status } } };
}

/** Each scenario's page as a form; what is not listed is the plain one. */
const changes: Readonly<Record<string, FormChange>> = {
  'draft-saved-by-rule': { more: [button('Save draft', 'draft')] },
  'publication-called-draft': { more: [button('Keep', 'published')] },
  'lookalike-final-action': { final: [button('Pub\u200blish', 'published')] },
  'two-final-actions': { more: [button('Publish', 'published')] },
  'no-final-action': { final: [button('Preview', 'published')] },
  'permit-for-another-body': { final: [button('Publish', 'published', { notify: { value: 'everybody' } })] },
  'canaries-stay-in': {
    heading: 'AKIACANARY7HEADING42',
    fields: [{ role: 'textbox', name: 'Remark', pointer: '/remark' }],
  },
};

function interfaceOf({ heading = 'Entry', fields = [], final, more = [] }: FormChange): HttpInterface {
  return {
    schema_version: 'cux_http_interface_v1',
    describes: 'The entry of the conformance suite.',
    forms: [
      {
        address: '/entry',
        heading,
        load: '/api/entries/7',
        fields: [
          { role: 'textbox', name: 'Title', pointer: '/title' },
          { role: 'textbox', name: 'Summary', pointer: '/summary' },
          ...fields,
        ],
        buttons: [...(final ?? [button('Publish', 'published')]), ...more],
      },
    ],
    sign_in: null,
  };
}
