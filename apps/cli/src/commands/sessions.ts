import { randomUUID } from 'node:crypto';
import type { Principal, StandingSubject } from '@cux/contracts';
import type { Gate } from '@cux/kernel';
import { forgetStoredSession, hasStoredSession } from '@cux/runtime';
import { CliFault } from '../cli-fault.ts';
import { cux } from '../next-command.ts';
import { answer, instant, type Output } from '../output.ts';
import type { OpenState } from '../state/open-state.ts';
import { requirePerson } from './at-terminal.ts';

interface StandingGate {
  readonly workspace: string;
  readonly gate: Gate;
  readonly subject: StandingSubject;
}

/** Every approval to use an account, and whether a signed-in session is kept for it. */
export async function sessionList(state: OpenState, output: Output, all: boolean): Promise<void> {
  const listed = [];
  for (const { workspace, gate, subject } of await standingGates(state, all)) {
    listed.push({
      workspace,
      gate_id: gate.gate_id,
      status: gate.status,
      closed_for: gate.closed_for,
      account: subject.account,
      origin: subject.origin,
      agent: subject.principal_id,
      expires_at: gate.expires_at,
      stored: await hasStoredSession(state.vault, workspace, subject),
    });
  }
  const lines = listed.map(
    ({ gate_id, account, origin, agent, status, closed_for, expires_at, stored }) =>
      `${gate_id}  ${account} on ${origin} for ${agent}  ${closed_for ?? status} until ${instant(expires_at)}  ${stored ? 'signed in' : 'not signed in'}`,
  );
  answer(output, { sessions: listed }, lines.length === 0 ? [none()] : lines);
}

function none(): string {
  return `No account may be used by an agent; "${cux`session enrol`}" lets one.`;
}

export interface SessionRevoke {
  readonly gateId: string;
  /** Who is at the terminal; not theirs to choose. */
  readonly person: Principal;
  readonly interactive: boolean;
  readonly ask: (question: string) => Promise<boolean>;
}

/**
 * Ends the use of an account: the standing gate is closed first, so that nothing is admitted with it any more, and then the
 * signed-in session is removed from the vault. That the site forgets it, too, is for the person to do there.
 */
export async function sessionRevoke(state: OpenState, output: Output, options: SessionRevoke): Promise<void> {
  const found = (await standingGates(state, true)).find(({ gate }) => gate.gate_id === options.gateId);
  if (found === undefined) {
    throw new CliFault(
      'not_found',
      `There is no such session here; "${cux`session list --all`}" names them all.`,
    );
  }
  requirePerson(options.interactive, output, cux`session revoke ${options.gateId}`);
  const { workspace, gate, subject } = found;
  if (!(await options.ask(`End the use of ${subject.account} on ${subject.origin}?`))) {
    answer(output, null, ['Nothing was changed.']);
    return;
  }
  if (gate.status !== 'closed') {
    const result = await state.kernel.execute(
      'revoke-gate',
      { workspace, principal: options.person, key: `cli/${randomUUID()}` },
      { gate_id: gate.gate_id, revision: gate.revision, reason: null },
    );
    if (result.kind === 'refused') throw new CliFault('refused', result.message);
  }
  await forgetStoredSession(state.vault, workspace, subject);
  answer(output, null, [
    `No agent may use ${subject.account} on ${subject.origin} any more, and the session was removed from the vault.`,
    'The site itself may still know it: sign out there, or change the password, to end it for good.',
  ]);
}

async function standingGates(state: OpenState, all: boolean): Promise<readonly StandingGate[]> {
  const found: StandingGate[] = [];
  for (const workspace of state.workspaces) {
    const gates = await state.kernel.gates(workspace, all ? {} : { statuses: ['pending', 'open'] });
    for (const gate of gates) {
      if (gate.kind === 'standing' && 'account' in gate.subject) {
        found.push({ workspace, gate, subject: gate.subject });
      }
    }
  }
  return found;
}
