import { randomUUID } from 'node:crypto';
import { describeAttention, describeSubject, plainLine } from '@cux/content-ops';
import type { Principal } from '@cux/contracts';
import type { Gate } from '@cux/kernel';
import { CliFault } from '../cli-fault.ts';
import { answer, instant, type Output } from '../output.ts';
import type { OpenState } from '../state/open-state.ts';
import { storedContent } from '../state/stored-content.ts';

export async function gateList(state: OpenState, output: Output, all: boolean): Promise<void> {
  const gates: (Gate & { readonly workspace: string })[] = [];
  for (const workspace of state.workspaces) {
    const found = await state.kernel.gates(workspace, all ? {} : { statuses: ['pending'] });
    gates.push(...found.map((gate) => ({ workspace, ...gate })));
  }
  const lines = gates.map(
    (gate) => `${gate.gate_id}  ${gate.kind}  ${gate.status} r${gate.revision}  ${gate.attention.question}`,
  );
  const none = all
    ? 'No gate was ever raised.'
    : 'No gate is waiting for a decision; --all lists the others.';
  answer(output, { gates }, lines.length === 0 ? [none] : lines);
}

export async function gateShow(
  state: OpenState,
  output: Output,
  gateId: string,
  whole: boolean,
): Promise<void> {
  const { workspace, gate } = await findGate(state, gateId);
  answer(output, { gate: { workspace, ...gate } }, await describe(state, gate, whole));
}

/**
 * A person's decision at a terminal. There is no option that answers: whoever decides reads the question here
 * and presses a key. That a pseudo-terminal can be faked is a known limit.
 */
export async function gateDecide(
  state: OpenState,
  output: Output,
  options: {
    readonly gateId: string;
    /** Who is at the terminal; not theirs to choose. */
    readonly person: Principal;
    readonly interactive: boolean;
    /** Asks the person; null leaves the gate for later. */
    readonly ask: (question: string) => Promise<'approve' | 'reject' | null>;
  },
): Promise<void> {
  if (!options.interactive || output.json) {
    throw new CliFault(
      'needs_a_person',
      'A gate is decided by a person: run "cux gate decide" at a terminal, without --json.',
    );
  }
  const { workspace, gate } = await findGate(state, options.gateId);
  if (gate.status !== 'pending') {
    throw new CliFault(
      'refused',
      `This gate is ${gate.status} already; "cux gate list" shows what is waiting.`,
    );
  }
  answer(output, null, await describe(state, gate, false));
  const decision = await options.ask(plainLine(gate.attention.question));
  if (decision === null) {
    answer(output, null, ['Nothing was decided.']);
    return;
  }
  const result = await state.kernel.execute(
    'decide-gate',
    { workspace, principal: options.person, key: `cli/${randomUUID()}` },
    { gate_id: gate.gate_id, revision: gate.revision, decision, reason: null },
  );
  if (result.kind === 'refused') throw new CliFault('refused', result.message);
  const { status, revision, todo_state } = result.result;
  answer(output, null, [`The gate is ${status} at revision ${revision}; its todo is ${todo_state}.`]);
}

async function findGate(
  state: OpenState,
  gateId: string,
): Promise<{ readonly workspace: string; readonly gate: Gate }> {
  for (const workspace of state.workspaces) {
    const gate = await state.kernel.gate(workspace, gateId);
    if (gate !== null) return { workspace, gate };
  }
  throw new CliFault(
    'not_found',
    'There is no such gate here; "cux gate list --all" shows all that there are.',
  );
}

async function describe(state: OpenState, gate: Gate, whole: boolean): Promise<readonly string[]> {
  const { subject } = gate;
  const content = 'record_id' in subject ? await storedContent(state, subject.record_id) : null;
  return [
    `${gate.gate_id}  ${gate.kind}  ${gate.status} at revision ${gate.revision}`,
    ...[
      ...describeAttention(gate.attention, state.vault.locate),
      ...describeSubject(gate, content, { whole }),
      { name: 'expires', text: instant(gate.expires_at) },
      ...(gate.decided_by === null
        ? []
        : [{ name: 'decided by', text: `${gate.decided_by.kind} ${gate.decided_by.id}` }]),
      ...(gate.closed_for === null ? [] : [{ name: 'closed for', text: gate.closed_for }]),
    ].map(({ name, text }) => `${`${name}:`.padEnd(16)} ${text}`),
  ];
}
