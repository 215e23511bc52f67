import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '@cux/contracts';
import type { DriverLimits } from '../driver/limits.ts';
import type { Guard } from '../guard/guard.ts';
import { startGuard } from '../guard/start-guard.ts';
import type { OpenSessionOptions, Provider, ProviderSession } from '../provider/provider.ts';
import { type ConformanceFeature, conformanceFeatures } from './feature.ts';
import { compareReport, describeReport, playPlan } from './play-plan.ts';
import type { PlanPlay, ProbePlay, ProbeStage, Scenario } from './scenario.ts';
import { type ConformanceSite, type SiteKey, startConformanceSite } from './site.ts';
import { watchFor } from './watch.ts';

/** What is put to the test. */
export interface ConformanceSubject {
  /** A provider for this scenario's site. One that shows HTML needs neither; another brings the same state in its own form. */
  provider(scenario: Scenario, site: ConformanceSite): Provider;
  readonly features: ReadonlySet<ConformanceFeature>;
  /** What its writes hold; `form` when left out. The rules of the plans are about that. */
  readonly sends?: ConformanceSite['sends'];
  /** Everything that the provider has written to its log since the last call. */
  logs?(): string;
}

export interface ConformanceLine {
  readonly scenario: string;
  readonly because: string;
  /** `not_applicable`: the subject lacks a feature that the scenario needs. */
  readonly outcome: 'pass' | 'fail' | 'not_applicable';
  /** What was seen, in a few words. */
  readonly seen: string;
  /** What differs from the expectation, and the rules of the judge that the report breaks. Never a value. */
  readonly differences: readonly string[];
}

export interface ConformanceOptions {
  readonly clock: Clock;
  /** How long the site is watched after the provider has closed, in milliseconds (default 1 000). */
  readonly watchMs?: number;
  /** How many scenarios are played at once (default 1). */
  readonly lanes?: number;
  /** Shorter or longer waits of the driver than the usual ones. */
  readonly limits?: Partial<DriverLimits>;
  /** Serves the site over HTTPS, with a certificate that only the guard trusts. */
  readonly key?: SiteKey;
  readonly onLine?: (line: ConformanceLine) => void;
}

/**
 * Plays each scenario on a site of its own, behind a guard of its own, and compares what is reported and what the site
 * has counted. A provider that throws has failed the scenario; nothing that it does ends the run.
 */
export async function runConformance(
  scenarios: readonly Scenario[],
  subject: ConformanceSubject,
  options: ConformanceOptions,
): Promise<readonly ConformanceLine[]> {
  const waiting = [...scenarios.entries()];
  const lines: ConformanceLine[] = [];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, scenario] = next;
      const line = await playScenario(scenario, subject, options);
      lines[index] = line;
      options.onLine?.(line);
    }
  };
  await Promise.all(Array.from({ length: options.lanes ?? 1 }, work));
  return lines;
}

interface Played {
  readonly seen: string;
  readonly differences: readonly string[];
}

async function playScenario(
  scenario: Scenario,
  subject: ConformanceSubject,
  options: ConformanceOptions,
): Promise<ConformanceLine> {
  const { id, because, needs } = scenario;
  const lacking = needs.filter((feature) => !subject.features.has(feature));
  if (lacking.length > 0) {
    const seen = `needs that ${lacking.map((feature) => conformanceFeatures[feature]).join(', and that ')}`;
    return { scenario: id, because, outcome: 'not_applicable', seen, differences: [] };
  }
  const stage = await openStage(scenario, subject, options);
  let played: Played;
  try {
    played = await (scenario.play.kind === 'plan'
      ? playPlanOn(stage, scenario.play, options)
      : playProbeOn(stage, scenario.play));
  } catch (reason) {
    played = { seen: 'a fault', differences: [`the provider threw: ${faultName(reason)}`] };
  } finally {
    await stage.close();
  }
  const { seen, differences } = played;
  return { scenario: id, because, outcome: differences.length === 0 ? 'pass' : 'fail', seen, differences };
}

async function playPlanOn(stage: Stage, play: PlanPlay, options: ConformanceOptions): Promise<Played> {
  const { site, guard, clock } = stage;
  const plan = play.plan(site);
  const controller = new AbortController();
  const session = await stage.open({ viewport: plan.viewport, signal: controller.signal });
  const limits = { ...options.limits, ...play.limits };
  const { providerId } = stage.provider;
  const played = await playPlan({
    ...{ providerId, plan, session, guard, clock, limits },
    files: play.files ?? [],
    commit: play.commit ?? 'permit',
    onStep: async (step) => {
      if (step !== play.endAtStep) return;
      controller.abort();
      await settle();
    },
  });
  await session.close();
  await watchFor(stage.watchMs);
  const writes = site.writes.length;
  return {
    seen: describeReport(played.report, writes),
    differences: [
      ...compareReport(play.expected, played, writes),
      ...played.wrong,
      ...(site.strays.length === 0 ? [] : ['the origin that no plan allows was contacted']),
    ],
  };
}

async function playProbeOn(stage: Stage, play: ProbePlay): Promise<Played> {
  const differences = await play.look(stage);
  await stage.closeSessions();
  await watchFor(stage.watchMs);
  const written = stage.site.writes.length === 0 ? [] : ['a write arrived at the site'];
  return {
    seen: differences.length === 0 ? 'as it should be' : 'something else',
    differences: [...differences, ...written],
  };
}

interface Stage extends ProbeStage {
  closeSessions(): Promise<void>;
  close(): Promise<void>;
}

/** Site, guard (denying) and folder of one scenario. */
async function openStage(
  scenario: Scenario,
  subject: ConformanceSubject,
  { clock, watchMs = 1_000, key, limits = {} }: ConformanceOptions,
): Promise<Stage> {
  const site = await startConformanceSite(scenario.site, key ?? null, subject.sends);
  const guard: Guard = await startGuard({
    clock,
    ...(key === undefined ? {} : { extraCertificateAuthorities: [key.cert] }),
  });
  const root = await mkdtemp(join(tmpdir(), 'cux-conformance-'));
  const workingDirectory = join(root, 'probe');
  await mkdir(workingDirectory);
  const provider = subject.provider(scenario, site);
  const sessions: ProviderSession[] = [];
  const open = async (changes: Partial<OpenSessionOptions> = {}) => {
    const session = await provider.openSession({
      guard: guard.endpoint,
      viewport: { width: 1_280, height: 900 },
      storedSession: null,
      workingDirectory: await mkdtemp(join(root, 'session-')),
      signal: new AbortController().signal,
      ...changes,
    });
    sessions.push(session);
    return session;
  };
  const closeSessions = async () => {
    for (const session of sessions.splice(0)) await session.close();
  };
  return {
    ...{ provider, site, guard, workingDirectory, clock, watchMs, open, closeSessions },
    run: async (session, plan) => {
      const { providerId } = provider;
      const { report } = await playPlan({
        providerId,
        plan,
        session,
        guard,
        clock,
        limits,
        commit: 'permit',
      });
      return JSON.stringify(report);
    },
    logs: () => subject.logs?.() ?? '',
    close: async () => {
      await closeSessions();
      await guard.close();
      await site.close();
      await rm(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
    },
  };
}

/** A fault by its name and code: its message may speak of anything. */
function faultName(reason: unknown): string {
  if (!(reason instanceof Error)) return 'no error';
  return 'code' in reason ? `${reason.name}, ${String(reason.code)}` : reason.name;
}

/** Long enough for a session to have heard its signal. */
const settle = () => watchFor(200);
