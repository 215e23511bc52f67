import type { BlockerCode, ExtractedValue, Plan, Receipt } from '@cux/contracts';

/** One page, what is asked of it, and what an honest provider reports. */
export interface Scenario {
  /** Stable; printed by reports. */
  readonly id: string;
  readonly because: string;
  /**
   * The page as HTML, for engines that show HTML. An engine that does not is given the same state in its own form:
   * the same roles, names and behaviour.
   */
  readonly page: string;
  /** The plan for the page at this address. */
  readonly plan: (startUrl: string) => Plan;
  readonly expected: {
    readonly stop_reason: Receipt['stop_reason'];
    readonly code: BlockerCode | null;
    readonly draft_present: boolean;
    readonly final_action_clicked: boolean;
    readonly extractions: Readonly<Record<string, ExtractedValue>>;
    /** State-changing requests that may reach the server, counted after the provider has closed. */
    readonly writes: number;
  };
}
