import type { Effect, Fixture, FixtureElement } from '@cux/provider-mock';

const panel = { role: 'region', name: 'Ready to publish?' } as const;

export interface FixtureOptions {
  readonly origin: string;
  /** "Confirm publish" does nothing at all. */
  readonly deadConfirm?: boolean;
  /** What else happens when "Confirm publish" is pressed, after the request is under way. */
  readonly onConfirm?: readonly Effect[];
}

/** The newsroom's screens as declared states; their requests are real and reach the server in `newsroom-server.ts`. */
export function newsroomFixture(options: FixtureOptions): Fixture {
  return {
    schema_version: 'cux_mock_fixture_v1',
    origin: options.origin,
    screens: [
      {
        id: 'editor',
        path: '/articles/{integer}/edit',
        elements: [...fields, ...controls(options)],
        loads: [
          {
            url: '/api/articles/{address}',
            values: ['headline', 'body', 'section'].map((each) => ({ element: each, pointer: `/${each}` })),
          },
        ],
      },
      { id: 'login', path: '/login', elements: signInForm },
      {
        id: 'account',
        path: '/account',
        elements: [{ id: 'name', role: 'textbox', name: 'Account name', control: 'text' }],
        loads: [{ url: '/api/me', values: [{ element: 'name', pointer: '/name' }] }],
      },
    ],
    modals: [],
  };
}

const fields: FixtureElement[] = [
  { id: 'cover', role: 'button', name: 'Cover', control: 'file' },
  { id: 'headline', role: 'textbox', name: 'Headline', control: 'text' },
  { id: 'body', role: 'textbox', name: 'Body', control: 'multiline' },
  {
    id: 'section',
    role: 'combobox',
    name: 'Section',
    control: 'choice',
    options: ['News', 'Culture', 'Sport'],
    value: 'News',
  },
];

const signInForm: FixtureElement[] = [
  { id: 'account', role: 'textbox', name: 'Account', control: 'text' },
  { id: 'password', role: 'textbox', name: 'Password', control: 'secret', purpose: 'sign-in' },
  {
    id: 'sign-in',
    role: 'button',
    name: 'Sign in',
    control: 'button',
    on_press: [
      {
        kind: 'request',
        method: 'POST',
        url: '/login',
        body: {
          kind: 'form',
          fields: { account: { element: 'account' }, password: { element: 'password' } },
        },
        on_answer: [{ kind: 'navigate', url: '/account' }],
      },
    ],
  },
];

function controls({ deadConfirm = false, onConfirm = [] }: FixtureOptions): FixtureElement[] {
  const open = ['panel', 'confirm'].map((element): Effect => ({ kind: 'show', element }));
  return [
    { id: 'save', role: 'button', name: 'Save draft', control: 'button', on_press: [save('draft')] },
    { id: 'publish', role: 'button', name: 'Publish', control: 'button', on_press: open },
    { id: 'panel', ...panel, control: 'static', hidden: true },
    {
      id: 'confirm',
      role: 'button',
      name: 'Confirm publish',
      within: panel,
      control: 'button',
      hidden: true,
      on_press: deadConfirm ? [] : [save('published'), ...onConfirm],
    },
  ];
}

function save(status: 'draft' | 'published'): Effect {
  return {
    kind: 'request',
    method: 'POST',
    url: '/api/articles/{address}',
    body: {
      kind: 'json',
      fields: {
        status: { literal: status },
        headline: { element: 'headline' },
        body: { element: 'body' },
        section: { element: 'section' },
      },
    },
  };
}
