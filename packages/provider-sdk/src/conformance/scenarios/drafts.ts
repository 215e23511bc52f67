import type { Scenario } from '../scenario.ts';
import {
  draftPlan,
  failed,
  page,
  postByScript,
  publishButton,
  stoppedAtGate,
  summary,
  title,
  writeRule,
} from './pages.ts';

const button = (name: string) => ({ role: 'button' as const, name });
const saveButton = '<button name="status" value="draft">Save draft</button>';
const fills = [
  { kind: 'fill' as const, target: { role: 'textbox' as const, name: 'Title' }, value: title },
  { kind: 'fill' as const, target: { role: 'textbox' as const, name: 'Summary' }, value: summary },
];

/** What a provider may do before anybody has decided: fill, read back, save a draft, look. */
export const draftScenarios: readonly Scenario[] = [
  {
    id: 'plain-draft',
    because: 'every character of the approved text is held, and the final action is there and untouched',
    needs: [],
    site: { page: page() },
    play: {
      kind: 'plan',
      plan: (site) =>
        draftPlan(site, {
          steps: [
            {
              kind: 'fill',
              target: { role: 'textbox', name: 'Title' },
              value: ' № 3 — “Ünïcode” <b>&amp; é 😀 ',
            },
            {
              kind: 'fill',
              target: { role: 'textbox', name: 'Summary' },
              value: 'First line\n\n  Third line, with "quotes" & more\n',
            },
          ],
        }),
      expected: stoppedAtGate,
    },
  },
  {
    id: 'choices-held',
    because: 'an option is chosen by its label, and a box that is ticked already stays ticked',
    needs: ['pages'],
    site: {
      page: page({
        fields: `<label>Section <select name="section"><option value="Sport">News</option><option value="1">Culture</option><option value="2">Sport</option></select></label>
<label><input type="checkbox" name="digest" checked> Email digest</label><label><input type="checkbox" name="front"> Front page</label>`,
      }),
    },
    play: {
      kind: 'plan',
      plan: (site) =>
        draftPlan(site, {
          steps: [
            { kind: 'select', target: { role: 'combobox', name: 'Section' }, option: 'Sport' },
            { kind: 'check', target: { role: 'checkbox', name: 'Email digest' }, checked: true },
            { kind: 'check', target: { role: 'checkbox', name: 'Front page' }, checked: true },
          ],
        }),
      expected: stoppedAtGate,
    },
  },
  {
    id: 'value-truncated',
    because: 'a field that drops the tail does not hold the approved text',
    needs: ['pages'],
    site: { page: page({ title: 'maxlength="9"' }) },
    play: { kind: 'plan', plan: (site) => draftPlan(site), expected: failed('value_not_held') },
  },
  {
    id: 'value-reverts',
    because: 'only a read-back after the settle delay sees a value that is taken back',
    needs: ['scripts'],
    site: { page: page({ title: 'oninput="setTimeout(()=>{this.value=\'\'},150)"' }) },
    play: { kind: 'plan', plan: (site) => draftPlan(site), expected: failed('value_not_held') },
  },
  {
    id: 'known-modal',
    because: 'a modal that the plan lists is put away by its one control, and by nothing else',
    needs: ['scripts'],
    site: {
      page: page({
        more: '<div role="dialog" aria-modal="true" aria-label="Welcome back" style="position:fixed;inset:0;background:#fff"><button type="button" onclick="this.parentElement.remove()">Not now</button></div>',
      }),
    },
    play: {
      kind: 'plan',
      plan: (site) =>
        draftPlan(site, {
          known_modals: [
            {
              id: 'welcome',
              match: { role: 'dialog', name: 'Welcome back' },
              dismiss: button('Not now'),
            },
          ],
        }),
      expected: stoppedAtGate,
    },
  },
  {
    id: 'draft-saved-by-rule',
    because: 'a save that a draft rule describes leaves once, with exactly the approved fields',
    needs: [],
    site: { page: page({ fields: saveButton }) },
    play: {
      kind: 'plan',
      plan: (site) =>
        draftPlan(site, {
          steps: [
            ...fills,
            { kind: 'press', target: button('Save draft') },
            { kind: 'await_write', rule: 'save' },
          ],
          write_rules: [writeRule(site, 'save', { title, summary, status: 'draft' })],
        }),
      expected: { ...stoppedAtGate, writes: 1 },
    },
  },
  {
    id: 'publication-called-draft',
    because: 'a save that publishes under the same address reaches nobody: its body says what it is',
    needs: [],
    site: { page: page({ fields: '<button name="status" value="published">Keep</button>' }) },
    play: {
      kind: 'plan',
      plan: (site) =>
        draftPlan(site, {
          steps: [...fills, { kind: 'press', target: button('Keep') }, { kind: 'await_write', rule: 'save' }],
          write_rules: [writeRule(site, 'save', { title, summary, status: 'draft' })],
        }),
      limits: { write: 2_000 },
      expected: { ...failed('write_blocked'), write_blocked: true },
    },
  },
  {
    id: 'autosave-without-rule',
    because: 'a write that no rule allows reaches nobody, and the draft holds all the same',
    needs: ['scripts'],
    site: { page: page({ title: `oninput="${postByScript}"` }) },
    play: {
      kind: 'plan',
      plan: (site) =>
        draftPlan(site, {
          steps: [...fills, { kind: 'await', target: { role: 'heading', name: 'Not saved' } }],
        }),
      expected: { ...stoppedAtGate, write_blocked: true },
    },
  },
  {
    id: 'final-action-by-another-name',
    because:
      'the final action is one element, whatever a step calls it: before an approval nobody presses it',
    needs: ['pages'],
    site: {
      page: page({ button: `<div role="group" aria-label="Finish">${publishButton}</div>` }),
    },
    play: {
      kind: 'plan',
      plan: (site) =>
        draftPlan(site, {
          steps: [
            ...fills,
            {
              kind: 'press',
              target: { role: 'button', name: 'Publish', within: { role: 'group', name: 'Finish' } },
            },
          ],
        }),
      expected: failed('gate_missing'),
    },
  },
  {
    id: 'look-only',
    because: 'to see a setting is not to change it',
    needs: ['pages'],
    site: {
      page: page({
        more: `<label><input type="checkbox" role="switch" onchange="${postByScript}"> Email digest</label>`,
      }),
    },
    play: {
      kind: 'plan',
      plan: (site) =>
        draftPlan(site, {
          action_unit: 'inspect_screen',
          steps: [],
          final_action: null,
          extractions: [
            {
              name: 'toggle_present',
              type: { kind: 'boolean' },
              required: true,
              source: { kind: 'target_present', target: { role: 'switch', name: 'Email digest' } },
            },
          ],
        }),
      expected: {
        ...stoppedAtGate,
        stop_reason: 'completed',
        draft_present: false,
        extractions: { toggle_present: true },
      },
    },
  },
  {
    id: 'facts-read',
    because: 'facts come from the address and from the site’s own store, in their declared types',
    needs: [],
    site: { page: page() },
    play: {
      kind: 'plan',
      plan: (site) =>
        draftPlan(site, {
          action_unit: 'inspect_screen',
          start_url: `${site.origin}/entry?id=41`,
          steps: [],
          final_action: null,
          extractions: [
            {
              name: 'shown_id',
              type: { kind: 'integer' },
              required: true,
              source: { kind: 'address', template: '/entry?id={integer}' },
            },
            {
              name: 'status',
              type: { kind: 'one_of', values: ['auto-draft', 'draft', 'published'] },
              required: true,
              source: { kind: 'json', url: '/api/entries/7', pointer: '/status' },
            },
          ],
        }),
      expected: {
        ...stoppedAtGate,
        stop_reason: 'completed',
        draft_present: false,
        extractions: { shown_id: 41, status: 'auto-draft' },
      },
    },
  },
  {
    id: 'fact-missing',
    because: 'a fact that the site does not tell is missing, and is not made up',
    needs: [],
    site: { page: page() },
    play: {
      kind: 'plan',
      plan: (site) =>
        draftPlan(site, {
          action_unit: 'inspect_screen',
          steps: [],
          final_action: null,
          extractions: [
            {
              name: 'editor',
              type: { kind: 'text', maximum: 40 },
              required: true,
              source: { kind: 'json', url: '/api/entries/7', pointer: '/editor' },
            },
          ],
        }),
      limits: { extraction: 300 },
      expected: failed('extraction_missing'),
    },
  },
  {
    id: 'screenshot-kept',
    because: 'a screenshot that is asked for is taken and handed over',
    needs: ['screenshots'],
    site: { page: page() },
    play: {
      kind: 'plan',
      plan: (site) => draftPlan(site, { evidence: ['screenshot'] }),
      expected: stoppedAtGate,
    },
  },
  {
    id: 'trace-kept',
    because: 'what was done is told as done: the record of an attempt calls nothing unknown that is known',
    needs: [],
    site: { page: page() },
    play: {
      kind: 'plan',
      plan: (site) => draftPlan(site, { evidence: ['trace'] }),
      expected: { ...stoppedAtGate, trace: ['open done', 'fill done', 'fill done'] },
    },
  },
  {
    id: 'evidence-missing',
    because:
      'evidence that cannot be had is said to be missing, and nothing else is handed over in its place',
    needs: [],
    site: { page: page() },
    play: {
      kind: 'plan',
      plan: (site) => draftPlan(site, { evidence: ['accessibility_snapshot', 'video'] }),
      expected: failed('evidence_missing', true),
    },
  },
  {
    id: 'window-opens',
    because: 'a window that nobody asked for is told, and the work stays where it was',
    needs: ['targets'],
    site: { page: page({ more: '<a href="/sign-in" target="_blank">Help</a>' }) },
    play: {
      kind: 'plan',
      plan: (site) =>
        draftPlan(site, {
          steps: [...fills, { kind: 'press', target: { role: 'link', name: 'Help' } }],
        }),
      expected: { ...stoppedAtGate, unexpected_target_opened: true },
    },
  },
  {
    id: 'ends-in-the-middle',
    because: 'an engine that ends in the middle is a failure of its own, and nothing is done over',
    needs: [],
    site: { page: page() },
    play: {
      kind: 'plan',
      plan: (site) => draftPlan(site),
      endAtStep: 1,
      expected: failed('lifecycle_failure'),
    },
  },
];
