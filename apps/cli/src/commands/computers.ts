import { randomUUID } from 'node:crypto';
import type { Principal } from '@cux/contracts';
import type { Computer, Session } from '@cux/kernel';
import { computerRecord, screenRecord } from '@cux/runtime';
import { send } from '../application/send.ts';
import { CliFault } from '../cli-fault.ts';
import { cux } from '../next-command.ts';
import { answer, instant, named, type Output } from '../output.ts';
import type { OpenState } from '../state/open-state.ts';
import { requirePerson } from './at-terminal.ts';

export interface FoundComputer {
  readonly workspace: string;
  readonly computer: Computer;
}

export async function computerList(state: OpenState, output: Output, all: boolean): Promise<void> {
  const found: FoundComputer[] = [];
  for (const workspace of state.workspaces) {
    const computers = await state.kernel.computers(workspace);
    found.push(...computers.map((computer) => ({ workspace, computer })));
  }
  const listed = found.filter(({ computer }) => all || computer.lifecycle !== 'archived');
  const records = listed.map(({ workspace, computer }) => computerRecord(workspace, computer));
  const lines = listed.map(({ computer }) => line(computer));
  answer(output, { computers: records }, lines.length === 0 ? [none()] : lines);
}

function none(): string {
  return `There is no Computer; "${cux`computer create --from FILE`}" makes one.`;
}

function line({ computer_id, lifecycle, generation, sessions, updated_at }: Computer): string {
  return `${computer_id}  ${lifecycle}  generation ${generation}  ${sessions.length} open sessions  since ${instant(updated_at)}`;
}

/** A Computer as the public may know it: nothing of a placement is among it. */
export async function computerShow(state: OpenState, output: Output, computerId: string): Promise<void> {
  const { workspace, computer } = await findComputer(state, computerId);
  const { kernel } = state;
  const kept = await kernel.screen(workspace, computerId, computer.screen_id);
  const sessions = await kernel.sessions(workspace, { computer_id: computerId });
  const record = computerRecord(workspace, computer);
  const screen = kept === null ? null : screenRecord(workspace, kept);
  answer(output, { computer: record, screen, sessions }, [
    `${record.computer_id}  ${record.lifecycle}`,
    named('profile', `${record.profile.profile_id}, revision ${record.profile.revision}`),
    named('after a crash', record.recovery_grade),
    named('shared', record.sharing_scope),
    named('generation', `${record.generation}, resource version ${record.resource_version}`),
    named('created', instant(record.created_at)),
    ...(screen === null
      ? []
      : [
          named(
            'screen',
            `${screen.screen_id}, ${screen.width} × ${screen.height} at ${screen.scale_percent} %`,
          ),
          named('control', `${screen.control}, epoch ${screen.control_epoch}, ${screen.attachment}`),
        ]),
    ...sessions.map((session) => named('session', sessionLine(session))),
  ]);
}

function sessionLine({ session_id, state, agent, opened_at, closed_at, events }: Session): string {
  const until = closed_at === null ? '' : ` until ${instant(closed_at)}`;
  return `${session_id}  ${state}  ${agent.id}  ${events} events  from ${instant(opened_at)}${until}`;
}

/** A session's own events, which stay when its Computer is archived. */
export async function sessionEvents(state: OpenState, output: Output, sessionId: string): Promise<void> {
  for (const workspace of state.workspaces) {
    const session = await state.kernel.session(workspace, sessionId);
    if (session === null) continue;
    const events = await state.kernel.sessionEvents(workspace, sessionId);
    const lines = events.map(({ sequence, at, kind, attempt_id, gate_id, rule }) =>
      [String(sequence).padStart(4), instant(at), kind, attempt_id, gate_id, rule]
        .filter((part) => part !== null)
        .join('  '),
    );
    answer(output, { workspace, session, events }, lines);
    return;
  }
  throw new CliFault(
    'not_found',
    `There is no such session of an agent here; "${cux`computer show COMPUTER`}" names those of a Computer.`,
  );
}

export interface ComputerArchive {
  readonly computerId: string;
  /** Who is at the terminal; not theirs to choose. */
  readonly person: Principal;
  readonly interactive: boolean;
  readonly ask: (question: string) => Promise<boolean>;
}

export async function computerArchive(
  state: OpenState,
  output: Output,
  { computerId, person, interactive, ask }: ComputerArchive,
): Promise<void> {
  const { workspace, computer } = await findComputer(state, computerId);
  requirePerson(interactive, output, cux`computer archive ${computerId}`);
  answer(output, null, [line(computer)]);
  if (!(await ask('Shall this Computer end for good?'))) {
    answer(output, null, ['Nothing was changed.']);
    return;
  }
  const { lifecycle } = await send({ state, workspace }, person, randomUUID(), 'archive-computer', {
    computer_id: computerId,
    resource_version: computer.revision,
  });
  answer(output, null, [
    lifecycle === 'archived'
      ? 'The Computer is archived; its sessions, approvals and usage stay.'
      : `Something is allocated for it still: it is archived when the process that holds it has released that. If that process has died, run "${cux`recover`}".`,
  ]);
}

export async function findComputer(state: OpenState, computerId: string): Promise<FoundComputer> {
  for (const workspace of state.workspaces) {
    const computer = await state.kernel.computer(workspace, computerId);
    if (computer !== null) return { workspace, computer };
  }
  throw new CliFault(
    'not_found',
    `There is no such Computer here; "${cux`computer list --all`}" names them all.`,
  );
}
