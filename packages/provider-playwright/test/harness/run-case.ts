import { type AttemptReport, runPlan, systemClock } from '@cux/provider-sdk';
import type { CasePage } from './case-page.ts';
import { digestsOf, planOf, requestOf } from './case-plan.ts';
import { idBody, keepNothing, pause, type Workbench } from './workbench.ts';

export interface CaseOutcome {
  readonly report: AttemptReport;
  /** What the fields really held when the attempt had ended. */
  readonly truth: unknown;
  /** Writes that have reached the site; it goes on counting until one second after its browser has ended. */
  readonly writes: readonly string[];
  /** Canaries that were found in what leaves the provider as text. */
  readonly leaked: readonly string[];
  readonly observation: string;
}

/** What a case asks to be done to the browser while the attempt runs. */
async function disturb(page: CasePage, bench: Workbench): Promise<void> {
  if (page.test_action?.startsWith('close the target') === true) {
    for (;;) {
      const filled = await bench.probe.evaluate(
        bench.site.origin,
        "['', undefined].includes(document.querySelector('input')?.value) === false",
      );
      if (filled === true) {
        break;
      }
      await pause(20);
    }
    await bench.probe.closePage(bench.site.origin);
  }
}

async function attempt(page: CasePage, bench: Workbench, texts: string[]): Promise<AttemptReport> {
  const plan = planOf(page, bench.site.origin);
  const request = requestOf(plan);
  return runPlan({
    attemptId: `attempt_${idBody}`,
    idempotencyKey: `key_${idBody}`,
    request,
    plan,
    ...digestsOf(request, plan),
    gateBinding: null,
    session: bench.session,
    guard: bench.guard,
    hooks: {
      async progress() {
        return true;
      },
      async prepared() {
        return { kind: 'refused', code: 'gate_missing' };
      },
      async keepEvidence(evidence) {
        if (evidence.mediaType.startsWith('text/')) {
          texts.push(new TextDecoder().decode(evidence.bytes));
        }
        return keepNothing(evidence);
      },
    },
    clock: systemClock,
    // How long a huge page loads, or its picture takes, on a busy machine decides nothing here.
    limits: { navigation: 300_000, evidence: 300_000 },
    signal: new AbortController().signal,
  });
}

/** Runs the draft phase of one case. Its writes go on being counted for as long as its site is open. */
export async function runCase(page: CasePage, bench: Workbench): Promise<CaseOutcome> {
  const texts: string[] = [];
  const disturbance = disturb(page, bench).catch(() => undefined);
  const report = await attempt(page, bench, texts);
  await disturbance;
  const truth = page.truth === undefined ? null : await bench.probe.evaluate(bench.site.origin, page.truth);
  const observation = await bench.surface.observe({ nodes: 2_000, bytes: 45_000 });
  texts.push(JSON.stringify(report), observation.tree, JSON.stringify(bench.guard.record()));
  const leaked = page.canaries.filter((canary) => texts.some((text) => text.includes(canary)));
  return { report, truth, writes: bench.site.writes, leaked, observation: observation.tree };
}
