import type { Permit, WriteRule } from '@cux/contracts';
import type { Effect, Fixture, FixtureElement } from '@cux/provider-mock';
import type { SiteTaskRules } from '@cux/site-tasks';

export const deskOrigin = 'http://desk.example';

/** A write, as the desk reads it, and what is known outside of whose hands have sent it. */
export interface DeskWrite {
  readonly path: string;
  readonly title: string;
  readonly by: 'agent' | 'person';
  readonly computer_id: string;
  /** Under which permit it left; null for a draft, and for what nobody has permitted. */
  readonly permit: Permit | null;
}

/** Writes of the desk that change nothing for others. */
export const draftPath = '/draft';

function post(url: string, status: string): Effect {
  const fields = { status: { literal: status }, title: { element: 'title' } };
  return { kind: 'request', method: 'POST', url, body: { kind: 'form', fields } };
}

function button(id: string, name: string, on_press: Effect[]): FixtureElement {
  return { id, role: 'button', name, control: 'button', on_press };
}

const toDesk: Effect = { kind: 'navigate', url: '/desk' };

/** A form that drafts, publishes and deletes, and a page that may change under whoever looks at it. */
export const deskFixture: Fixture = {
  schema_version: 'cux_mock_fixture_v1',
  origin: deskOrigin,
  screens: [
    {
      id: 'desk',
      path: '/desk',
      elements: [
        { id: 'title', role: 'textbox', name: 'Title', control: 'text' },
        button('save', 'Save draft', [post(draftPath, 'draft')]),
        button('publish', 'Publish', [post('/publish', 'published')]),
        button('slow', 'Publish slowly', [{ kind: 'stall', for_ms: 700 }, post('/publish', 'published')]),
        button('delete', 'Delete', [post('/delete', 'deleted')]),
        button('rename', 'Rename', [{ kind: 'rename', element: 'publish', name: 'Delete all' }]),
        button('overwrite', 'Overwrite', [
          { kind: 'set_value', element: 'title', value: 'Not what was typed' },
        ]),
        button('reload', 'Reload', [toDesk]),
        button('ask', 'Ask', [{ kind: 'native_dialog', dialog: 'confirm' }]),
      ],
    },
  ],
  modals: [],
};

/** What changes the page behind everybody's back. */
export const pageChanges = ['Rename', 'Overwrite', 'Overwrite', 'Overwrite', 'Reload', 'Ask'] as const;

function rule(id: string, path: string, status: string, effect_class: WriteRule['effect_class']): WriteRule {
  return {
    id,
    effect_class,
    describes: `${id} the article`,
    method: 'POST',
    origin: deskOrigin,
    path,
    query: [],
    override_method: null,
    body: {
      kind: 'form',
      fields: [
        { field: 'status', operator: 'equals', value: status },
        { field: 'title', operator: 'present' },
      ],
      other_fields: 'deny',
    },
  };
}

/** What a person who has the Screen may write by hand. */
export const personsRules: readonly WriteRule[] = [
  rule('by-hand', '/publish', 'published', 'external_write'),
];

/** How tasks are carried out at the desk. */
export const deskRules: SiteTaskRules = {
  schema_version: 'cux_site_task_rules_v1',
  sites: [
    {
      id: 'desk',
      origin: deskOrigin,
      account: 'editor',
      start_path: '/desk',
      final_action: { role: 'button', name: 'Publish' },
      permit_rules: [rule('publish', '/publish', 'published', 'external_write')],
      draft_rules: [rule('save', draftPath, 'draft', 'draft')],
      known_modals: [],
      sign_in_walls: [],
    },
  ],
  viewport: { width: 1280, height: 800 },
  deadline_ms: 600_000,
};
