import { changeOfTask, createSiteTasks, type SiteTaskRules, siteTaskRulesSchema } from '@cux/site-tasks';

const rules: SiteTaskRules = {
  schema_version: 'cux_site_task_rules_v1',
  sites: [
    {
      id: 'newsroom',
      origin: 'https://newsroom.example',
      account: 'editor',
      start_path: '/articles/new',
      // The one action that is known to reach outside, and what it may send, once, when a person has approved it.
      final_action: { role: 'button', name: 'Publish' },
      permit_rules: [
        {
          id: 'publish',
          effect_class: 'external_write',
          describes: 'publish this article',
          method: 'POST',
          origin: 'https://newsroom.example',
          path: '/api/articles/7',
          query: [],
          override_method: null,
          body: {
            kind: 'json',
            fields: [{ field: '/status', operator: 'equals', value: 'published' }],
            other_fields: 'deny',
          },
        },
      ],
      draft_rules: [],
      known_modals: [],
      sign_in_walls: [],
    },
  ],
  viewport: { width: 1_280, height: 900 },
  deadline_ms: 300_000,
};
const capability = createSiteTasks({ rules });
console.log(capability.description.capability_id); // site-tasks

// The task itself: words for people and agents. They enforce nothing; the rules above do.
const task = changeOfTask('q3-notes', { site: 'newsroom', wanted: 'Publish the Q3 notes.' });
console.log(task.state); // wanted

// An address that is not known yet is no permit: it would stand for any article.
const [site] = rules.sites;
const anywhere = {
  ...site,
  permit_rules: site?.permit_rules.map((rule) => ({ ...rule, path: '/api/articles/{integer}' })),
};
console.log(siteTaskRulesSchema.safeParse({ ...rules, sites: [anywhere] }).success); // false
