import type { FieldPredicate, WriteRule } from '@cux/contracts';
import { type ActionPolicy, askBeforeEffects } from '@cux/policy';
import type { SiteTaskRules } from '@cux/site-tasks';
import type { DemoSite } from '../story/demo-site.ts';

const viewport = { width: 1_280, height: 900 };

/** The size of the Screen, as profile and plan name it. */
export const screen = { ...viewport, scale_percent: 100 };

/**
 * What an agent may do at the newsroom with this article: save drafts as it likes, and publish exactly this text, once a
 * person has approved the press.
 */
export function newsroomTask(site: DemoSite, article: Readonly<Record<string, string>>): SiteTaskRules {
  const rule = (
    id: string,
    effect_class: WriteRule['effect_class'],
    describes: string,
    fields: FieldPredicate[],
  ): WriteRule => ({
    id,
    effect_class,
    describes,
    method: 'POST',
    origin: site.origin,
    path: effect_class === 'draft' ? '/api/articles/{integer}' : '/api/articles/{item}',
    query: [],
    override_method: null,
    body: { kind: 'json', fields, other_fields: 'deny' },
  });
  const status = (value: string): FieldPredicate => ({ field: '/status', operator: 'equals', value });
  const [title, body, section] = [article.title, article.body, article.section];
  const exact = { '/headline': title, '/body': body, '/section': section };
  return {
    schema_version: 'cux_site_task_rules_v1',
    sites: [
      {
        id: 'newsroom',
        origin: site.origin,
        account: site.account,
        start_path: '/articles/new',
        item_address: '/articles/{integer}/edit',
        final_action: {
          role: 'button',
          name: 'Confirm publish',
          within: { role: 'region', name: 'Ready to publish?' },
        },
        permit_rules: [
          rule('publish-article', 'external_write', 'publish the article with exactly this text', [
            status('published'),
            ...Object.entries(exact).map(
              ([field, value = '']): FieldPredicate => ({ field, operator: 'equals', value }),
            ),
          ]),
        ],
        draft_rules: [
          rule('save-draft', 'draft', 'save the article as a draft', [
            status('draft'),
            ...Object.keys(exact).map((field): FieldPredicate => ({ field, operator: 'present' })),
          ]),
        ],
        known_modals: [],
        sign_in_walls: [],
      },
    ],
    viewport,
    deadline_ms: 600_000,
  };
}

/** As for the other story; and nobody presses what deletes, whoever asks. */
export const agentPolicy: ActionPolicy = {
  ...askBeforeEffects,
  label: 'demo-agent',
  rules: [
    ...askBeforeEffects.rules,
    {
      id: 'never-delete',
      effect: 'forbid',
      when: { target: { name: '*Delete*' } },
      reason: 'Nothing is deleted here.',
    },
  ],
};
