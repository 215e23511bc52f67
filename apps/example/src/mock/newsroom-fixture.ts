import type { Effect, Fixture, FixtureElement, FixtureModal } from '@cux/provider-mock';
import { sections } from '../newsroom/article.ts';

const panel = { role: 'region', name: 'Ready to publish?' } as const;
const autosaveDelay = 300;

/**
 * The newsroom's editor as a declared state, for the story without a browser. The newsroom itself is the real one:
 * opening the editor, its autosave, "Save draft" and "Confirm publish" are requests that reach it.
 *
 * @param origin where the newsroom runs
 * @param modal whether editors are shown a dialog that no recipe knows
 */
export function newsroomFixture({ origin, modal }: { origin: string; modal: boolean }): Fixture {
  return {
    schema_version: 'cux_mock_fixture_v1',
    origin,
    screens: [
      {
        id: 'editor',
        path: '/articles/{integer}/edit',
        elements: [...fields(), ...controls(), ...publishPanel()],
        loads: [
          {
            url: '/api/articles/{address}',
            values: [
              { element: 'headline', pointer: '/headline' },
              { element: 'body', pointer: '/body' },
              { element: 'section', pointer: '/section' },
            ],
          },
        ],
        ...(modal ? { on_load: [{ kind: 'open_modal', modal: 'terms' }] satisfies Effect[] } : {}),
      },
    ],
    modals: [terms],
  };
}

function fields(): FixtureElement[] {
  const typed: Effect[] = [
    says('Unsaved changes'),
    {
      kind: 'later',
      id: 'autosave',
      after_ms: autosaveDelay,
      effects: [save('draft', [says('Draft saved')])],
    },
  ];
  return [
    {
      id: 'headline',
      role: 'textbox',
      name: 'Headline',
      control: 'text',
      maximum_length: 200,
      on_change: typed,
    },
    {
      id: 'body',
      role: 'textbox',
      name: 'Body',
      control: 'multiline',
      on_change: typed,
    },
    {
      id: 'section',
      role: 'combobox',
      name: 'Section',
      control: 'choice',
      options: [...sections],
      value: sections[0],
      on_change: typed,
    },
  ];
}

function controls(): FixtureElement[] {
  return [
    {
      id: 'save',
      role: 'button',
      name: 'Save draft',
      control: 'button',
      on_press: [{ kind: 'drop_later', id: 'autosave' }, save('draft', [says('Draft saved')])],
    },
    {
      id: 'publish',
      role: 'button',
      name: 'Publish',
      control: 'button',
      on_press: ['panel', 'confirm', 'cancel'].map((element): Effect => ({ kind: 'show', element })),
    },
    { id: 'status', role: 'status', name: 'Status', control: 'static' },
  ];
}

function publishPanel(): FixtureElement[] {
  const close = ['panel', 'confirm', 'cancel'].map((element): Effect => ({ kind: 'hide', element }));
  const lock = ['headline', 'body', 'section', 'save', 'publish'].map(
    (element): Effect => ({ kind: 'disable', element }),
  );
  const enable: Effect = { kind: 'enable', element: 'confirm' };
  return [
    { id: 'panel', ...panel, control: 'static', hidden: true },
    {
      id: 'confirm',
      role: 'button',
      name: 'Confirm publish',
      within: panel,
      control: 'button',
      hidden: true,
      on_press: [
        { kind: 'drop_later', id: 'autosave' },
        { kind: 'disable', element: 'confirm' },
        save('published', [says('Published'), enable, ...close, ...lock], [enable]),
      ],
    },
    {
      id: 'cancel',
      role: 'button',
      name: 'Cancel',
      within: panel,
      control: 'button',
      hidden: true,
      on_press: close,
    },
  ];
}

const terms: FixtureModal = {
  id: 'terms',
  role: 'dialog',
  name: 'Before you go on',
  presentation: 'aria_modal',
  contents: 'plain',
  elements: [
    {
      id: 'acknowledge',
      role: 'button',
      name: 'Accept and continue',
      control: 'button',
      on_press: [
        {
          kind: 'request',
          method: 'POST',
          url: '/api/acknowledgements',
          on_answer: [{ kind: 'close_modal', modal: 'terms' }],
        },
      ],
    },
  ],
};

/** The editor's one address: the body alone tells a draft from a publication. */
function save(status: 'draft' | 'published', answered: Effect[], refused: Effect[] = []): Effect {
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
    on_answer: answered,
    on_refusal: [says('Not saved: the newsroom did not answer.'), ...refused],
  };
}

function says(value: string): Effect {
  return { kind: 'set_value', element: 'status', value };
}
