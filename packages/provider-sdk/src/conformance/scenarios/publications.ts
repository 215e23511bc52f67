import { digestOfBytes, type PlanFile, type WriteRule } from '@cux/contracts';
import type { Scenario } from '../scenario.ts';
import {
  failed,
  page,
  postByScript,
  publishPlan,
  stoppedAtGate,
  summary,
  title,
  writeRule,
} from './pages.ts';

const published = {
  ...stoppedAtGate,
  stop_reason: 'completed' as const,
  final_action_clicked: true,
  writes: 1,
};

/** A picture of one pixel, as a person has approved it. */
const cover = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64');
const coverFile: PlanFile = {
  name: 'cover.gif',
  media_type: 'image/gif',
  size: cover.byteLength,
  digest: digestOfBytes(cover),
};

/** The rule for this form as it leaves with a file: these bytes under this name. */
function withCover(rule: WriteRule): WriteRule {
  const { name, digest } = coverFile;
  const fields = rule.body.kind === 'empty' ? [] : rule.body.fields;
  const body = {
    kind: 'multipart' as const,
    fields: [...fields, { field: 'cover', operator: 'file' as const, name, digest }],
    other_fields: 'deny' as const,
  };
  return { ...rule, body };
}

/** From the prepared press on: at most one effect, and an honest word about it. */
export const publicationScenarios: readonly Scenario[] = [
  {
    id: 'publish-once',
    because: 'one permit, one press, one write, in exactly the approved form',
    needs: [],
    site: { page: page() },
    play: {
      kind: 'plan',
      plan: (site) =>
        publishPlan(site, {
          extractions: [
            {
              name: 'status',
              type: { kind: 'one_of', values: ['auto-draft', 'draft', 'published'] },
              required: true,
              source: { kind: 'json', url: '/api/entries/7', pointer: '/status' },
            },
          ],
        }),
      expected: { ...published, extractions: { status: 'published' } },
    },
  },
  {
    id: 'file-attached',
    because:
      'a file is put in byte for byte under its name, is read back as such, and leaves as it was approved',
    needs: ['pages', 'files'],
    site: {
      page: page({
        form: 'enctype="multipart/form-data"',
        fields: '<label>Cover <input type="file" name="cover"></label>',
      }),
    },
    play: {
      kind: 'plan',
      plan: (site) => {
        const plan = publishPlan(site);
        const target = { role: 'button' as const, name: 'Cover' };
        return {
          ...plan,
          steps: [...plan.steps, { kind: 'attach', target, files: [coverFile] }],
          permit_rules: plan.permit_rules.map(withCover),
        };
      },
      files: [cover],
      expected: published,
    },
  },
  {
    id: 'commit-refused',
    because: 'where the host refuses the commit nothing is pressed, though everything was prepared',
    needs: [],
    site: { page: page() },
    play: {
      kind: 'plan',
      plan: (site) => publishPlan(site),
      commit: 'gate_stale',
      expected: failed('gate_stale', true),
    },
  },
  {
    id: 'permit-for-another-body',
    because:
      'what the page adds to the approved form keeps it in: the permit is for these fields and no others',
    needs: [],
    site: { page: page({ fields: '<input type="hidden" name="notify" value="everybody">' }) },
    play: {
      kind: 'plan',
      plan: (site) => publishPlan(site),
      limits: { spend: 1_000 },
      expected: {
        ...failed('write_blocked', true),
        final_action_clicked: true,
        write_blocked: true,
      },
    },
  },
  {
    id: 'page-sends-twice',
    because: 'a permit is spent by its first match, however often the page sends',
    needs: ['scripts'],
    site: {
      page: page({
        button: `<button type="button" onclick="${postByScript};${postByScript}">Publish</button>`,
      }),
    },
    play: {
      kind: 'plan',
      plan: (site) =>
        publishPlan(site, { permit_rules: [writeRule(site, 'publish', { title, summary }, 'json')] }),
      expected: { ...published, write_blocked: null },
    },
  },
  {
    id: 'slow-press',
    because: 'a press that got no answer in time is not pressed again; what left says what came of it',
    needs: ['scripts'],
    site: {
      page: page({
        button: `<button type="button" onclick="const end=Date.now()+1500;while(Date.now()<end);${postByScript}">Publish</button>`,
      }),
    },
    play: {
      kind: 'plan',
      plan: (site) =>
        publishPlan(site, { permit_rules: [writeRule(site, 'publish', { title, summary }, 'json')] }),
      limits: { press: 500 },
      expected: published,
    },
  },
  {
    id: 'error-answer',
    because: 'a site that fails may have written before: the outcome is unknown, and nothing is sent again',
    needs: [],
    site: { page: page(), write: 'fails' },
    play: {
      kind: 'plan',
      plan: (site) => publishPlan(site),
      expected: { ...published, stop_reason: 'failed', code: 'outcome_unknown', draft_present: true },
    },
  },
];
