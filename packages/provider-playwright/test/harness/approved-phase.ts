import { randomBytes } from 'node:crypto';
import { digestOf, makeIssuedId, type Permit, type Plan, permitRulesDigest } from '@cux/contracts';
import { type AttemptReport, monotonicClock, runPlan, systemClock } from '@cux/provider-sdk';
import { CaseFault, type CasePage } from './case-page.ts';
import { allowedOrigins, digestsOf, planOf, requestOf } from './case-plan.ts';
import { type CountingSite, startCountingSite } from './counting-site.ts';
import type { SiteCertificate } from './site-certificate.ts';
import { idBody, keepNothing, pause, type Workbench } from './workbench.ts';

export interface ApprovedOutcome {
  readonly report: AttemptReport;
  /** Writes that have reached the site; it goes on counting until one second after its browser has ended. */
  readonly writes: readonly string[];
}

/** What a case asks for in words: a short deadline of the press, a wait between approval and press. */
export function conditionsOf({ approved_phase: phase }: CasePage): ApprovedConditions {
  const limit = /deadline of (\d+) ms/.exec(phase?.test ?? '')?.[1];
  const wait = /wait (\d+) s/.exec(phase?.test ?? '')?.[1];
  return {
    ...(limit === undefined ? {} : { pressLimit: Number(limit) }),
    ...(wait === undefined ? {} : { waitBeforePermit: Number(wait) * 1_000 }),
  };
}

/** Everything in which a run after approval differs from the right one; empty when it is right. */
export function judgeApproved(page: CasePage, { report, writes }: ApprovedOutcome): string[] {
  const phase = page.approved_phase;
  if (phase === undefined) return [];
  const { receipt, annex } = report;
  const at = (path: string) => writes.filter((write) => write === `POST ${path}`).length;
  const wanted: readonly (readonly [string, unknown, unknown])[] = [
    ['writes', phase.posts_exact, at('/submit')],
    ['writes to /evil', phase.evil_posts ?? 0, at('/evil')],
    ['other writes', 0, writes.length - at('/submit') - at('/evil')],
    ['final_action_clicked', phase.posts_exact === 1, receipt.observed_facts.final_action_clicked],
    ['permit_spent', phase.posts_exact, annex.permit_spent],
  ];
  const problems = wanted
    .filter(([, right, seen]) => right !== seen)
    .map(([name, right, seen]) => `approved: ${name} is ${String(seen)}, not ${String(right)}`);
  const reasons = [phase.stop_reason, ...phase.also_ok];
  if (!reasons.includes(receipt.stop_reason)) {
    problems.push(`approved: stop_reason is ${receipt.stop_reason}, not ${phase.stop_reason}`);
  }
  return problems;
}

/** A permit names fields, and the pages of the corpus post a bare letter: here they say it in JSON. */
function inJson({ file, html }: CasePage): string {
  const asJson = "headers:{'content-type':'application/json'},body:JSON.stringify({value:b||'x'})";
  const changed = html.replace("body:b||'x'", asJson);
  if (changed === html) {
    throw new CaseFault(
      `${file}: an approved phase needs a page that writes by fetch(…, {method:'POST',body:b||'x'}); write it so.`,
    );
  }
  return changed;
}

/** The write is that of the page, or of the frame that the final action is in. */
function approvedPlan(page: CasePage, site: string): Plan {
  const origins = allowedOrigins(page, site);
  const origin = (page.frame === undefined ? undefined : origins[1]) ?? site;
  return {
    ...planOf(page, site),
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
export function startApprovedSite(
  page: CasePage,
  certificate: SiteCertificate | null = null,
): Promise<CountingSite> {
  return startCountingSite(new Map([[`/${page.file}`, inJson(page)]]), certificate);
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
    permit_id: makeIssuedId('permit', randomBytes(16)),
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
    clock: systemClock,
    signal: new AbortController().signal,
    limits: options.pressLimit === undefined ? {} : { press: options.pressLimit },
  });
  return { report, writes: bench.site.writes };
}
