import { type Plan, planSchema, type WriteRule } from '@cux/contracts';
import type { PlanExpectation } from '../scenario.ts';
import { type ConformanceSite, escapeHtml, type SiteEntry, type SiteScript } from '../site.ts';

export const title = 'Quarterly notes';
export const summary = 'Second draft for review';

/** The attribute value of a script that posts the form as JSON to the address of the entry. */
export const postByScript = escapeHtml(
  `fetch('/entries/7',{method:'POST',headers:{'content-type':'application/json'},body:JSON.stringify({title:document.querySelector('#t').value,summary:document.querySelector('#s').value})}).then(answer=>{if(!answer.ok)throw 0}).catch(()=>{document.querySelector('h2').hidden=false})`,
);

export const publishButton = '<button name="status" value="published">Publish</button>';

export interface PageParts {
  /** Further attributes of the form. */
  readonly form?: string;
  /** Further attributes of the title's field. */
  readonly title?: string;
  /** What stands in place of the final button. */
  readonly button?: string;
  /** Further fields and buttons of the form. */
  readonly fields?: string;
  /** What stands beside the form; the other origin is put in for `{elsewhere}`. */
  readonly more?: string;
}

/** A form as any site has it: it works without a script, and every write of it goes to one address. */
export function page(parts: PageParts = {}): SiteScript['page'] {
  return (entry: SiteEntry, elsewhere: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Entry</title><link rel="icon" href="data:,"></head><body>
<form method="post" action="/entries/7" ${parts.form ?? ''}>
<label>Title <input id="t" name="title" value="${escapeHtml(entry.title)}" ${parts.title ?? ''}></label>
<label>Summary <textarea id="s" name="summary">${escapeHtml(entry.summary)}</textarea></label>
${parts.fields ?? ''}
${parts.button ?? publishButton}
<h2 hidden>Not saved</h2></form>${(parts.more ?? '').replaceAll('{elsewhere}', elsewhere)}</body></html>`;
}

export function draftPlan({ startUrl, origin }: ConformanceSite, parts: Partial<Plan> = {}): Plan {
  return planSchema.parse({
    schema_version: 'cux_plan_v1',
    action_unit: 'draft_until_review_gate',
    start_url: startUrl,
    allowed_origins: [origin],
    steps: [
      { kind: 'fill', target: { role: 'textbox', name: 'Title' }, value: title },
      { kind: 'fill', target: { role: 'textbox', name: 'Summary' }, value: summary },
    ],
    final_action: { role: 'button', name: 'Publish' },
    write_rules: [],
    permit_rules: [],
    known_modals: [],
    sign_in_walls: [],
    extractions: [],
    evidence: ['accessibility_snapshot'],
    settle_ms: 400,
    deadline_ms: 60_000,
    viewport: { width: 1_280, height: 900 },
    ...parts,
  });
}

/** The same fields, and what may leave once a person has said yes: exactly this, once. */
export function publishPlan(site: ConformanceSite, parts: Partial<Plan> = {}): Plan {
  return draftPlan(site, {
    action_unit: 'publish_after_approved_gate',
    permit_rules: [writeRule(site, 'publish', { title, summary, status: 'published' })],
    ...parts,
  });
}

export function writeRule(
  { origin, sends }: ConformanceSite,
  id: string,
  fields: Readonly<Record<string, string>>,
  kind = sends,
): WriteRule {
  const predicates = Object.entries(fields).map(([name, value]) => ({
    field: kind === 'json' ? `/${name}` : name,
    operator: 'equals' as const,
    value,
  }));
  return {
    id,
    effect_class: id === 'publish' ? 'external_write' : 'draft',
    describes: `${id} the entry as approved`,
    method: 'POST',
    origin,
    path: id === 'publish' ? '/entries/7' : '/entries/{integer}',
    query: [],
    override_method: null,
    body: { kind, fields: predicates, other_fields: 'deny' },
  };
}

export const stoppedAtGate: PlanExpectation = {
  stop_reason: 'stopped_at_gate',
  code: null,
  draft_present: true,
  final_action_clicked: false,
  write_blocked: false,
  extractions: {},
  writes: 0,
};

export const blocked = (code: PlanExpectation['code'], draftPresent = false): PlanExpectation => ({
  ...stoppedAtGate,
  stop_reason: 'blocked_by_unknown_modal',
  code,
  draft_present: draftPresent,
});

export const failed = (code: PlanExpectation['code'], draftPresent = false): PlanExpectation => ({
  ...blocked(code, draftPresent),
  stop_reason: 'failed',
});
