import type { BlockerCode, Clock, ExtractedValue, Plan, Receipt } from '@cux/contracts';
import type { DriverLimits } from '../driver/limits.ts';
import type { Guard } from '../guard/guard.ts';
import type { OpenSessionOptions, Provider, ProviderSession } from '../provider/provider.ts';
import type { ConformanceFeature } from './feature.ts';
import type { ConformanceSite, SiteScript } from './site.ts';

/** What an honest provider reports of a plan, and what its site has counted. */
export interface PlanExpectation {
  readonly stop_reason: Receipt['stop_reason'];
  readonly code: BlockerCode | null;
  readonly draft_present: boolean;
  readonly final_action_clicked: boolean;
  /** Null where a write that is under way may be blocked before the report or after it. */
  readonly write_blocked: boolean | null;
  /** False when left out. */
  readonly unexpected_target_opened?: boolean;
  readonly extractions: Readonly<Record<string, ExtractedValue>>;
  /** What the trace of the attempt tells of each step, as `KIND OUTCOME`; only with a plan that asks for one. */
  readonly trace?: readonly string[];
  /** State-changing requests that may reach the site, counted after the provider has closed. */
  readonly writes: number;
}

/** One attempt through the plan driver, compared with what an honest provider reports. */
export interface PlanPlay {
  readonly kind: 'plan';
  readonly plan: (site: ConformanceSite) => Plan;
  /** What the host answers when everything is prepared; a permit when left out. */
  readonly commit?: 'permit' | 'gate_stale';
  /** The step at which the session is ended, as by a crash; it runs to its end when left out. */
  readonly endAtStep?: number;
  readonly limits?: Partial<DriverLimits>;
  /** What the host has for the files that the plan names. */
  readonly files?: readonly Uint8Array[];
  readonly expected: PlanExpectation;
}

/** What a scenario that is no plan has at hand. */
export interface ProbeStage {
  readonly provider: Provider;
  readonly site: ConformanceSite;
  readonly guard: Guard;
  readonly workingDirectory: string;
  readonly clock: Clock;
  readonly watchMs: number;
  /** A session behind this guard, with an empty folder of its own. The runner closes what a probe leaves open. */
  open(changes?: Partial<OpenSessionOptions>): Promise<ProviderSession>;
  /** Carries a plan through the driver, on a session of the probe. */
  run(session: ProviderSession, plan: Plan): Promise<string>;
  /** What the provider has written to its log so far. */
  logs(): string;
}

/** A look at the port itself. Answers what is wrong, a sentence each; never a value. */
export interface ProbePlay {
  readonly kind: 'probe';
  look(stage: ProbeStage): Promise<readonly string[]>;
}

/** One situation, and the duty of a provider that it shows. */
export interface Scenario {
  /** Stable; printed by reports. */
  readonly id: string;
  /** The duty, in a sentence. */
  readonly because: string;
  readonly needs: readonly ConformanceFeature[];
  /**
   * The site as HTML, for engines that show HTML. An engine that does not is given the same state in its own form:
   * the same roles, names and behaviour.
   */
  readonly site: SiteScript;
  readonly play: PlanPlay | ProbePlay;
}
