import type { ActionApproval, Computer, Screen, ScreenObservation } from '@cux/contracts';
import { act } from '../action/act.ts';
import { isApproval } from '../action/action-state.ts';
import type { ActionAnswer, ActRequest } from '../action/answers.ts';
import { approvalRecord } from '../action/approval-record.ts';
import { type BeginRequest, type Begun, beginAttempt } from '../action/begin-attempt.ts';
import { endOf, yieldScreen } from '../action/session-attempt.ts';
import type { HostOptions, HostRefusal, TodoRun } from '../host/host.ts';
import { createRunContext } from '../host/run-context.ts';
import { Custody } from './custody.ts';
import { observeScreen } from './observe-screen.ts';
import { computerRecord, screenRecord } from './public-records.ts';
import { recoverComputers } from './recover-computers.ts';
import { releaseComputer } from './release-computer.ts';
import { type ScreenTakeover, type TakeoverRequest, takeOverScreen } from './take-over-screen.ts';
import { wakeComputer } from './wake-computer.ts';

/** What a caller may observe, and how much of it. */
export interface ObservationRequest {
  readonly computer_id: string;
  readonly screen_id: string;
  /** The session on whose behalf; it has to be open on this Computer. */
  readonly session_id: string;
  readonly modes: readonly ('accessibility_tree' | 'screenshot')[];
  /** At most this many nodes, 1 … 5 000. */
  readonly nodes: number;
  /** At most this many bytes of tree, 256 … 24 576. */
  readonly bytes: number;
}

export interface WakeRequest {
  readonly computer_id: string;
  readonly resource_version: number;
  /** No provider is a default for a Computer: the caller's composition names one. */
  readonly provider_id: string;
  /** The stored session that a `cold` or `warm` Computer begins with; never logged. */
  readonly stored_session: Uint8Array | null;
}

export type Settled<Value> = { readonly kind: 'settled'; readonly value: Value } | HostRefusal;

/**
 * Wakes Computers, observes their Screens and releases what was allocated (`spec/computers-and-screens`). Placements stay in
 * the custody of this process, sealed in the vault beside, and are in no answer, event or log.
 */
export interface ComputerHost {
  /** Dispatches to the provider; the Computer is awake, or sleeping again when that did not come about. */
  wake(request: WakeRequest): Promise<Settled<Computer>>;
  /** Ends what is allocated and hands in the cleanup receipt; an archiving Computer is archived by it. */
  release(computerId: string): Promise<Settled<Computer>>;
  /** One bounded, sanitised observation under the present control; the Screen's head advances. */
  observe(request: ObservationRequest): Promise<Settled<ScreenObservation>>;
  /**
   * An agent begins to work on a todo in its session: the capability's request and plan without steps are admitted, and the
   * start of the plan is opened. One attempt at a time.
   */
  begin(request: BeginRequest): Promise<Begun>;
  /**
   * One action of an agent, through the ladder; see `ActionAnswer`. Throws the fault of a store that cannot be read or written,
   * which `explainedFault` tells in a sentence: it says nothing of what was done before, and the same key asks what came of it.
   */
  act(request: ActRequest): Promise<ActionAnswer>;
  /** The agent is done with its attempt: the receipt is compiled from what was recorded. Null where none is under way here. */
  end(sessionId: string): Promise<TodoRun | null>;
  /**
   * An approval as the public sees it; null where there is none of this id. Where nothing of it is kept, only the host that
   * asked shows what it is about.
   */
  approval(gateId: string): Promise<ActionApproval | null>;
  /** Gives the Screen to a person once nothing is under way on it; see `ScreenTakeover`. */
  takeOver(request: TakeoverRequest): Promise<Settled<ScreenTakeover>>;
  /** The public records of a pair; null when it does not exist, which a mismatched pair does not. */
  pair(
    computerId: string,
    screenId: string,
  ): Promise<{ readonly computer: Computer; readonly screen: Screen } | null>;
  /**
   * Run at start after the `recover` of the host of attempts, and after a fault: hands in the cleanup receipts for placements of processes
   * that are proved dead and for what a fault has left behind here, and gives up the attempts in sessions that one has left
   * behind. Idempotent; answers a sentence each.
   */
  recover(): Promise<readonly string[]>;
  /** Releases all that this process holds: whatever becomes of one, the others are released too. Throws the first fault. */
  close(): Promise<void>;
}

/** A Computer host over the same parts as a host of attempts. */
export function createComputerHost(options: HostOptions): ComputerHost {
  const context = createRunContext(options);
  const custody = new Custody(context.telemetry);
  const { kernel, workspace } = context;
  return {
    wake: (request) => wakeComputer(context, custody, request),
    release: (computerId) => releaseComputer(context, custody, computerId),
    observe: (request) => observeScreen(context, custody, request),
    begin: (request) => beginAttempt(context, custody, request),
    act: (request) => act(context, custody, request),
    end: (sessionId) => endOf(context, custody, sessionId),
    async approval(gateId) {
      const gate = await kernel.gate(workspace, gateId);
      return isApproval(gate) ? approvalRecord(workspace, context.unkept.reveal(gate)) : null;
    },
    takeOver: (request) =>
      takeOverScreen(context, custody, request, (computerId) => yieldScreen(context, custody, computerId)),
    async pair(computerId, screenId) {
      const computer = await kernel.computer(workspace, computerId);
      const screen = await kernel.screen(workspace, computerId, screenId);
      if (computer === null || screen === null) return null;
      return { computer: computerRecord(workspace, computer), screen: screenRecord(workspace, screen) };
    },
    recover: () => context.telemetry.span('recover', {}, () => recoverComputers(context, custody)),
    async close() {
      const faults: unknown[] = [];
      for (const computerId of custody.held()) {
        await releaseComputer(context, custody, computerId).catch((fault: unknown) => faults.push(fault));
      }
      if (faults.length > 0) throw faults[0];
    },
  };
}
