import type { CommandInput, CommandKind, CommandResult } from '../commands/command.ts';
import type { Workspace } from '../state/workspace.ts';
import { beginAction, settleAction } from './actions.ts';
import { admitAttempt } from './admit-attempt.ts';
import { joinApproval, raiseApproval, supersedeApproval } from './approvals.ts';
import {
  abandonAttempt,
  addEvidence,
  prepareAttempt,
  renewLease,
  startAttempt,
  takeOverAttempt,
} from './attempt-commands.ts';
import { commitAttempt } from './commit-attempt.ts';
import { archiveComputer, attachScreen, createComputer, releaseComputer, wakeComputer } from './computers.ts';
import type { Context, Decider, Deciding, Decision } from './deciding.ts';
import {
  decideGate,
  decideGates,
  dropGate,
  expireGate,
  raiseStandingGate,
  revokeGate,
} from './gate-commands.ts';
import { closeGoal, createGoal, pauseGoal } from './goals.ts';
import { maySend } from './principals.ts';
import { activateProfile, putProfile } from './profiles.ts';
import { putRecord } from './records.ts';
import { reportAttempt } from './report-attempt.ts';
import { setRetention } from './retention.ts';
import { beginTakeover, finishDraining, handBack, settleObservation } from './screens.ts';
import { closeSession, noteSession, openSession } from './sessions.ts';
import { setQuota } from './set-quota.ts';
import { settleAttempt, settleOutcome, voidAttempt } from './settle-attempt.ts';
import { cancelTodo, createTodo, reopenTodo } from './todo-commands.ts';
import { arriveWorkspace, isAtWork, notAtWork, retireWorkspace, takeBackWorkspace } from './workspaces.ts';

/** One decider per command. */
const deciders: { readonly [Kind in CommandKind]: Decider<Kind> } = {
  'create-goal': createGoal,
  'pause-goal': pauseGoal,
  'close-goal': closeGoal,
  'set-quota': setQuota,
  'set-retention': setRetention,
  'create-todo': createTodo,
  'reopen-todo': reopenTodo,
  'cancel-todo': cancelTodo,
  'put-record': putRecord,
  'admit-attempt': admitAttempt,
  'start-attempt': startAttempt,
  'renew-lease': renewLease,
  'prepare-attempt': prepareAttempt,
  'abandon-attempt': abandonAttempt,
  'take-over-attempt': takeOverAttempt,
  'commit-attempt': commitAttempt,
  'report-attempt': reportAttempt,
  'add-evidence': addEvidence,
  'settle-attempt': settleAttempt,
  'void-attempt': voidAttempt,
  'settle-outcome': settleOutcome,
  'decide-gate': decideGate,
  'decide-gates': decideGates,
  'revoke-gate': revokeGate,
  'expire-gate': expireGate,
  'drop-gate': dropGate,
  'raise-standing-gate': raiseStandingGate,
  'open-session': openSession,
  'close-session': closeSession,
  'note-session': noteSession,
  'begin-action': beginAction,
  'settle-action': settleAction,
  'raise-approval': raiseApproval,
  'join-approval': joinApproval,
  'supersede-approval': supersedeApproval,
  'put-profile': putProfile,
  'activate-profile': activateProfile,
  'create-computer': createComputer,
  'wake-computer': wakeComputer,
  'attach-screen': attachScreen,
  'release-computer': releaseComputer,
  'archive-computer': archiveComputer,
  'settle-observation': settleObservation,
  'begin-takeover': beginTakeover,
  'finish-draining': finishDraining,
  'hand-back': handBack,
  'retire-workspace': retireWorkspace,
  'arrive-workspace': arriveWorkspace,
  'take-back-workspace': takeBackWorkspace,
};

/** Whether anything is decided here, and of this principal, and then what the command's decider says. */
export function* decideCommand<Kind extends CommandKind>(
  kind: Kind,
  input: CommandInput<Kind>,
  workspace: Workspace,
  context: Context,
): Deciding<Decision<CommandResult<Kind>>> {
  const decision =
    notAtWork(kind, workspace, context.storeId) ??
    maySend(kind, context.principal) ??
    (yield* deciders[kind](input, context));
  // What is at work elsewhere takes no entry here, not even that of a refusal.
  const stands = decision.kind === 'accepted' || isAtWork(workspace, context.storeId);
  return stands ? decision : { ...decision, terminal: false };
}
