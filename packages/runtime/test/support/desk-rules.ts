import { computers as made } from '@cux/kernel/store-suite';
import type { ActionPolicy, PolicyRule } from '@cux/policy';
import type { SiteTaskRules } from '@cux/site-tasks';

/** What agents may do at the desk, by default: draft freely, and ask before anything leaves. */
export const deskPolicy: ActionPolicy = {
  schema_version: 'cux_action_policy_v1',
  label: 'desk',
  rules: [
    {
      id: 'draft',
      effect: 'permit',
      when: { effect_classes: ['read', 'draft', 'external_write'] },
      reason: 'Drafting is harmless.',
    },
  ],
};

export function deskRules(origin: string, final = 'Publish'): SiteTaskRules {
  const body = (status: string) => ({
    kind: 'form' as const,
    fields: [
      { field: 'status', operator: 'equals' as const, value: status },
      { field: 'title', operator: 'present' as const },
    ],
    other_fields: 'deny' as const,
  });
  const rule = (id: string, path: string, status: string, effect_class: 'draft' | 'external_write') => ({
    id,
    effect_class,
    describes: `${id} the article`,
    method: 'POST' as const,
    origin,
    path,
    query: [],
    override_method: null,
    body: body(status),
  });
  return {
    schema_version: 'cux_site_task_rules_v1',
    sites: [
      {
        id: 'desk',
        origin,
        account: 'editor',
        start_path: '/desk',
        final_action: { role: 'button', name: final },
        permit_rules: [
          final === 'Publish'
            ? rule('publish', '/publish', 'published', 'external_write')
            : rule('send', '/letters', 'sent', 'external_write'),
        ],
        draft_rules: [rule('save', '/draft', 'draft', 'draft')],
        known_modals: [],
        sign_in_walls: [],
      },
    ],
    viewport: { width: made.geometry.width, height: made.geometry.height },
    deadline_ms: 600_000,
  };
}

export const noPublishing: PolicyRule = {
  id: 'no-publishing',
  effect: 'forbid',
  when: { target: { name: 'Publish' } },
  reason: 'Nobody publishes today.',
};
