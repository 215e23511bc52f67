import type { Effect } from '../fixture/effect.ts';
import type { FixtureElement } from '../fixture/element.ts';
import type { Fixture, FixtureModal } from '../fixture/fixture.ts';

/** The state of one scenario's page, as far as it differs from the plain form. */
export interface ConformanceState {
  readonly elements?: Readonly<Record<string, Partial<FixtureElement>>>;
  readonly more?: readonly FixtureElement[];
  readonly modals?: readonly FixtureModal[];
  readonly onLoad?: Fixture['screens'][number]['on_load'];
}

const text = { title: { element: 'title' }, summary: { element: 'summary' } };
const notSaved: Effect[] = [{ kind: 'show', element: 'not-saved' }];

/** What a script of the page sends. */
const byScript: Effect = {
  kind: 'request',
  method: 'POST',
  url: '/entries/7',
  body: { kind: 'json', fields: text },
  on_refusal: notSaved,
};

/** What the form sends when a button that carries this status is pressed. */
export function submit(
  status: string,
  hidden: Readonly<Record<string, string>> = {},
): Extract<Effect, { kind: 'request' }> {
  const fields = Object.fromEntries(Object.entries(hidden).map(([name, literal]) => [name, { literal }]));
  return {
    kind: 'request',
    method: 'POST',
    url: '/entries/7',
    body: { kind: 'form', fields: { ...text, ...fields, status: { literal: status } } },
    on_refusal: [{ kind: 'show', element: 'went-wrong' }],
  };
}

function button(id: string, name: string, more: Partial<FixtureElement> = {}): FixtureElement {
  return { id, role: 'button', name, control: 'button', ...more };
}

function modal(id: string, parts: Partial<FixtureModal>): ConformanceState {
  const declared: FixtureModal = {
    id,
    role: null,
    name: null,
    presentation: 'aria_modal',
    contents: 'plain',
    elements: [],
    ...parts,
  };
  return { modals: [declared], onLoad: [{ kind: 'open_modal', modal: id }] };
}

const field = (id: string, name: string, more: Partial<FixtureElement> = {}): FixtureElement => ({
  id,
  role: 'textbox',
  name,
  control: 'text',
  ...more,
});

/** The pages of the conformance suite in the mock's own form; what is not listed is the plain form. */
export const conformanceStates: Readonly<Record<string, ConformanceState>> = {
  'choices-held': {
    more: [
      {
        id: 'section',
        role: 'combobox',
        name: 'Section',
        control: 'choice',
        options: ['News', 'Culture', 'Sport'],
        value: 'News',
      },
      { id: 'digest', role: 'checkbox', name: 'Email digest', control: 'toggle', checked: true },
      { id: 'front', role: 'checkbox', name: 'Front page', control: 'toggle' },
    ],
  },
  'value-truncated': { elements: { title: { maximum_length: 9 } } },
  'value-reverts': { elements: { title: { reverts_after_ms: 150 } } },
  'known-modal': modal('welcome', {
    role: 'dialog',
    name: 'Welcome back',
    elements: [button('not-now', 'Not now', { on_press: [{ kind: 'close_modal', modal: 'welcome' }] })],
  }),
  'draft-saved-by-rule': { more: [button('save', 'Save draft', { on_press: [submit('draft')] })] },
  'publication-called-draft': { more: [button('keep', 'Keep', { on_press: [submit('published')] })] },
  'autosave-without-rule': { elements: { title: { on_change: [byScript] } } },
  'final-action-by-another-name': {
    elements: { publish: { within: { role: 'group', name: 'Finish' } } },
  },
  'look-only': {
    more: [{ id: 'digest', role: 'switch', name: 'Email digest', control: 'toggle', on_change: [byScript] }],
  },
  'unknown-modal': modal('notice', { role: 'alertdialog', name: 'Please read' }),
  'dialog-element': modal('terms', { role: 'dialog', name: 'New terms', presentation: 'dialog_element' }),
  popover: modal('news', { role: 'group', name: 'What is new', presentation: 'popover' }),
  overlay: modal('moment', { presentation: 'cover' }),
  'frame-cover': modal('sponsor', { name: 'Sponsor', presentation: 'cover' }),
  'window-opens': {
    more: [
      {
        id: 'help',
        role: 'link',
        name: 'Help',
        control: 'button',
        on_press: [{ kind: 'open_target' }],
      },
    ],
  },
  'file-attached': {
    more: [{ id: 'cover', role: 'button', name: 'Cover', control: 'file' }],
    elements: {
      publish: {
        on_press: [
          {
            ...submit('published'),
            body: {
              kind: 'multipart',
              fields: { ...text, cover: { element: 'cover' }, status: { literal: 'published' } },
            },
          },
        ],
      },
    },
  },
  'renamed-target': {
    more: [
      button('rename', 'Rename', { on_press: [{ kind: 'rename', element: 'publish', name: 'Delete all' }] }),
    ],
  },
  'native-dialog': { elements: { title: { on_change: [{ kind: 'native_dialog', dialog: 'confirm' }] } } },
  captcha: {
    more: [
      { id: 'challenge', role: 'group', name: 'Captcha challenge', control: 'static', purpose: 'challenge' },
    ],
  },
  login: { more: [field('password', 'Password', { control: 'secret', purpose: 'sign-in' })] },
  payment: { more: [field('card', 'Card number', { purpose: 'card-number' })] },
  permission: {
    elements: { title: { on_change: [{ kind: 'ask_permission', permission: 'geolocation' }] } },
  },
  'destructive-confirmation': modal('old-drafts', {
    role: 'alertdialog',
    name: 'Old drafts',
    contents: 'destructive_choice',
  }),
  'lookalike-final-action': { elements: { publish: { name: 'Pub\u200blish' } } },
  'two-final-actions': { more: [button('other', 'Publish')] },
  'no-final-action': { elements: { publish: { name: 'Preview' } } },
  'disabled-final-action': { elements: { publish: { disabled: true } } },
  'permit-for-another-body': {
    elements: {
      publish: { on_press: [{ ...submit('published', { notify: 'everybody' }), on_refusal: [] }] },
    },
  },
  'page-sends-twice': { elements: { publish: { on_press: [byScript, byScript] } } },
  'slow-press': { elements: { publish: { on_press: [{ kind: 'stall', for_ms: 1_500 }, byScript] } } },
  'canaries-stay-in': {
    more: [
      field('remark', 'Remark', { value: 'canary-value-83b' }),
      field('key', 'Key', { control: 'secret', value: 'canary-password-6e7' }),
      field('token', 'Token', { value: 'canary-hidden-20c', hidden: true }),
      {
        id: 'picture',
        role: 'img',
        name: 'token ghp_canaryPicture7Q2xV9mK4tR8wL1zB6nD3sF5h',
        control: 'static',
      },
      { id: 'heading', role: 'heading', name: 'AKIACANARY7HEADING42', control: 'static' },
    ],
  },
};
