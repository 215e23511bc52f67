import { digestOf, type Permit, type Plan, permitRulesDigest } from '@cux/contracts';
import { type AttemptReport, monotonicClock, runPlan } from '@cux/provider-sdk';
import type { CasePage } from './case-page.ts';
import { digestsOf, planOf, requestOf } from './case-plan.ts';
import { type CountingSite, startCountingSite } from './counting-site.ts';
import { clock, idBody, keepNothing, pause, type Workbench } from './workbench.ts';

export interface ApprovedOutcome {
  readonly report: AttemptReport;
  /** Writes that have reached the site; it goes on counting until one second after its browser has ended. */
  readonly writes: readonly string[];
}

/** A permit names fields, and the pages of the corpus post a bare letter: here they say it in JSON. */
function inJson(html: string): string {
  const asJson = "headers:{'content-type':'application/json'},body:JSON.stringify({value:b||'x'})";
  const changed = html.replace("body:b||'x'", asJson);
  if (changed === html) {
    throw new Error('the page has no write to put into JSON');
  }
  return changed;
}

function approvedPlan(page: CasePage, origin: string): Plan {
  return {
    ...planOf(page, origin),
    action_unit: 'publish_after_approved_gate',
    permit_rules: [
      {
        id: 'publish',
        effect_class: 'external_write',
        describes: 'publish the entry',
        method: 'POST',
        origin,
        path: '/submit',
        query: [],
        override_method: null,
        body: {
          kind: 'json',
          fields: [{ field: '/value', operator: 'equals', value: 'x' }],
          other_fields: 'deny',
        },
      },
    ],
  };
}

export interface ApprovedConditions {
  readonly pressLimit?: number;
  readonly waitBeforePermit?: number;
}

/** A case after its approval as it is served: its write names a field, so that a permit can look at it. */
export function startApprovedSite(page: CasePage): Promise<CountingSite> {
  return startCountingSite(new Map([[`/${page.file}`, inJson(page.html)]]));
}

/** Runs a case after its approval: the same fields, then one press of the final action under a permit. */
export async function runApproved(
  page: CasePage,
  bench: Workbench,
  options: ApprovedConditions,
): Promise<ApprovedOutcome> {
  const plan = approvedPlan(page, bench.site.origin);
  const gate = { gate_id: `gate_${idBody}`, revision: 1, status: 'open' } as const;
  const request = { ...requestOf(plan), effect_class: 'external_write', gate_binding: gate } as const;
  const attemptId = `attempt_${idBody}`;
  const permit: Permit = {
    // One of its own: a guard lets no permit be spent twice.
    permit_id: `permit_${idBody.slice(0, -page.id.length)}${page.id}`,
    attempt_id: attemptId,
    gate_id: gate.gate_id,
    subject_digest: digestOf('cux/subject', 'case'),
    permit_rules_digest: permitRulesDigest(plan),
    valid_for_ms: 60_000,
  };
  const report = await runPlan({
    attemptId,
    idempotencyKey: `key_${idBody}`,
    request: { ...request, write_scope: { ...request.write_scope, forbidden_effect_classes: [] } },
    plan,
    ...digestsOf(request, plan),
    gateBinding: gate,
    session: bench.session,
    guard: bench.guard,
    hooks: {
      progress: async () => true,
      prepared: async () => {
        await pause(options.waitBeforePermit ?? 0);
        return { kind: 'permit', permit, expires_at: monotonicClock.now() + permit.valid_for_ms };
      },
      keepEvidence: keepNothing,
    },
    clock,
    signal: new AbortController().signal,
    limits: options.pressLimit === undefined ? {} : { press: options.pressLimit },
  });
  return { report, writes: bench.site.writes };
}
