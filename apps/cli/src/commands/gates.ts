import { randomUUID } from 'node:crypto';
import { describeAttention, describeSubject, plainLine } from '@cux/content-ops';
import type { Principal } from '@cux/contracts';
import type { Gate } from '@cux/kernel';
import { storedContent } from '@cux/runtime';
import { CliFault } from '../cli-fault.ts';
import { cux } from '../next-command.ts';
import { answer, instant, type Output } from '../output.ts';
import { evidenceFiles } from '../state/evidence-files.ts';
import type { OpenState } from '../state/open-state.ts';
import { requirePerson } from './at-terminal.ts';

export async function gateList(state: OpenState, output: Output, all: boolean): Promise<void> {
  const gates: (Gate & { readonly workspace: string })[] = [];
  for (const workspace of state.workspaces) {
    const found = await state.kernel.gates(workspace, all ? {} : { statuses: ['pending'] });
    gates.push(...found.map((gate) => ({ workspace, ...gate })));
  }
  const sorted = gates.toSorted(byTime).map((gate) => ({ ...gate, decision: decisionOf(gate) }));
  const lines = sorted.map(
    (gate) =>
      `${gate.gate_id}  ${gate.kind}  ${gate.status} r${gate.revision}  ${decisionWords(gate)}  ${gate.attention.question}`,
  );
  const none = all
    ? 'No gate was ever raised.'
    : 'No gate is waiting for a decision; --all lists the others.';
  answer(output, { gates: sorted }, lines.length === 0 ? [none] : lines);
}

/** What a person said; null when nobody has. An approval stays one when the gate has been used up since. */
function decisionOf(gate: Gate): 'approved' | 'rejected' | null {
  if (gate.decided_by === null) return null;
  return gate.closed_for === 'rejected' ? 'rejected' : 'approved';
}

/** `approved by human ann at 2026-03-05T14:02:00.000Z, then consumed`. */
function decisionWords(gate: Gate): string {
  const { decided_by, decided_at, closed_for } = gate;
  const decision = decisionOf(gate);
  if (decision === null || decided_by === null || decided_at === null) {
    return closed_for === null ? 'not decided' : `not decided, ${closed_for}`;
  }
  const after = closed_for === null || closed_for === 'rejected' ? '' : `, then ${closed_for}`;
  return `${decision} by ${decided_by.kind} ${decided_by.id} at ${instant(decided_at)}${after}`;
}

/** Decided gates in the order of the decisions, then the others in the order in which they expire. */
function byTime(left: Gate, right: Gate): number {
  const time = (gate: Gate) => gate.decided_at ?? gate.expires_at;
  const undecided = (gate: Gate) => Number(gate.decided_at === null);
  return undecided(left) - undecided(right) || time(left) - time(right);
}

export async function gateShow(
  state: OpenState,
  output: Output,
  gateId: string,
  whole: boolean,
): Promise<void> {
  const { workspace, gate } = await findGate(state, gateId);
  answer(output, { gate: { workspace, ...gate } }, await describe(state, workspace, gate, whole));
}

/**
 * A person's decision at a terminal. There is no option that answers: whoever decides reads the question here and presses a key.
 *
 * @returns the todo that the question is about
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
    /** This process, where it is the one that has seen what the gate is about. */
    readonly shownBy?: string;
  },
): Promise<{ readonly workspace: string; readonly todoId: string }> {
  const { workspace, gate } = await findGate(state, options.gateId);
  if (gate.status !== 'pending') {
    throw new CliFault(
      'refused',
      `This gate is ${gate.status} already; "${cux`gate list`}" shows what is waiting.`,
    );
  }
  requirePerson(options.interactive, output, cux`gate decide ${options.gateId}`);
  answer(output, null, await describe(state, workspace, gate, false));
  const decision = await options.ask(plainLine(gate.attention.question));
  if (decision === null) {
    answer(output, null, ['Nothing was decided.']);
    return { workspace, todoId: gate.todo_id };
  }
  const result = await state.kernel.execute(
    'decide-gate',
    { workspace, principal: options.person, key: `cli/${randomUUID()}` },
    {
      gate_id: gate.gate_id,
      revision: gate.revision,
      decision,
      reason: null,
      ...(options.shownBy === undefined ? {} : { shown_by: options.shownBy }),
    },
  );
  if (result.kind === 'refused') throw new CliFault('refused', result.message);
  const { status, revision, todo_state } = result.result;
  answer(output, null, [`The gate is ${status} at revision ${revision}; its todo is ${todo_state}.`]);
  return { workspace, todoId: gate.todo_id };
}

/**
 * One decision over several questions: each is shown whole, then one answer is asked for, and all of them are decided by it
 * or none is.
 */
export async function gatesDecide(
  state: OpenState,
  output: Output,
  options: {
    readonly gateIds: readonly string[];
    /** Who is at the terminal; not theirs to choose. */
    readonly person: Principal;
    readonly interactive: boolean;
    readonly ask: (question: string) => Promise<'approve' | 'reject' | null>;
  },
): Promise<void> {
  const found: Awaited<ReturnType<typeof findGate>>[] = [];
  for (const gateId of new Set(options.gateIds)) found.push(await findGate(state, gateId));
  const [first, ...others] = found;
  if (first === undefined || others.some(({ workspace }) => workspace !== first.workspace)) {
    throw new CliFault('usage', 'Gates of different workspaces are decided one by one; name those of one.');
  }
  for (const { gate } of found) {
    if (gate.status !== 'pending') {
      throw new CliFault('refused', `The gate ${gate.gate_id} is ${gate.status} already; leave it out.`);
    }
  }
  requirePerson(options.interactive, output, cux`gate decide ${options.gateIds}`);
  for (const { gate } of found) {
    answer(output, null, await describe(state, first.workspace, gate, false));
  }
  const decision = await options.ask(`Decide these ${found.length} questions, each exactly as shown?`);
  if (decision === null) {
    answer(output, null, ['Nothing was decided.']);
    return;
  }
  const gates = found.map(({ gate: { gate_id, revision } }) => ({ gate_id, revision }));
  const result = await state.kernel.execute(
    'decide-gates',
    { workspace: first.workspace, principal: options.person, key: `cli/${randomUUID()}` },
    { gates, decision, reason: null },
  );
  if (result.kind === 'refused') throw new CliFault('refused', `${result.message} None of them was decided.`);
  answer(
    output,
    null,
    result.result.decided
      .map(
        ({ gate_id, status, todo_state }) => `The gate ${gate_id} is ${status}; its todo is ${todo_state}.`,
      )
      .concat(`Next: ${cux`todo list`}`),
  );
}

/** A person takes an approval or a question back. Whoever may decide it or not: anyone may stop. */
export async function gateRevoke(
  state: OpenState,
  output: Output,
  options: {
    readonly gateId: string;
    /** Who is at the terminal; not theirs to choose. */
    readonly person: Principal;
    readonly interactive: boolean;
    readonly ask: (question: string) => Promise<boolean>;
  },
): Promise<void> {
  const { workspace, gate } = await findGate(state, options.gateId);
  if (gate.status === 'closed') {
    throw new CliFault(
      'refused',
      `This gate is closed already (${decisionWords(gate)}); nothing is left of it.`,
    );
  }
  requirePerson(options.interactive, output, cux`gate revoke ${options.gateId}`);
  answer(output, null, await describe(state, workspace, gate, false));
  if (
    !(await options.ask(gate.status === 'open' ? 'Take this approval back?' : 'Take this question back?'))
  ) {
    answer(output, null, ['Nothing was changed.']);
    return;
  }
  const result = await state.kernel.execute(
    'revoke-gate',
    { workspace, principal: options.person, key: `cli/${randomUUID()}` },
    { gate_id: gate.gate_id, revision: gate.revision, reason: null },
  );
  if (result.kind === 'refused') throw new CliFault('refused', result.message);
  const todo = await state.kernel.todo(workspace, gate.todo_id);
  answer(output, null, [
    `The gate is closed; its todo ${gate.todo_id} is ${todo?.state ?? 'gone'}. "${cux`todo reopen ${gate.todo_id}`}" has it asked anew, "${cux`todo cancel ${gate.todo_id}`}" gives it up.`,
  ]);
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
    `There is no such gate here; "${cux`gate list --all`}" shows all that there are.`,
  );
}

async function describe(
  state: OpenState,
  workspace: string,
  gate: Gate,
  whole: boolean,
): Promise<readonly string[]> {
  const { subject } = gate;
  const content =
    'record_id' in subject ? await storedContent(state.vault, workspace, subject.record_id) : null;
  return [
    `${gate.gate_id}  ${gate.kind}  ${gate.status} at revision ${gate.revision}`,
    ...[
      ...describeAttention(gate.attention, await evidenceFiles(state, gate.attention.evidence)),
      ...describeSubject(gate, content, { whole, seen: cux`gate show ${gate.gate_id} --whole` }),
      ...boundTo(gate),
      { name: 'expires', text: instant(gate.expires_at) },
      { name: 'decision', text: decisionWords(gate) },
    ].map(({ name, text }) => `${`${name}:`.padEnd(16)} ${text}`),
  ];
}

/** What else an approval would be bound to, and who cannot give it. */
function boundTo({
  subject,
  provenance,
  todo_id,
}: Gate): readonly { readonly name: string; readonly text: string }[] {
  const asked = provenance.map(({ kind, id }) => `${kind} ${id}`).join(', ');
  const people = [
    { name: 'todo', text: todo_id },
    { name: 'asked for by', text: asked === '' ? '—' : `${asked}: none of these may approve` },
  ];
  if (!('final_action' in subject)) return people;
  const { role, name, within } = subject.final_action;
  const place = within === undefined ? '' : ' within the named part of the page';
  return [
    { name: 'final action', text: `press the ${role} “${name}”${place}, once (${subject.action_unit})` },
    { name: 'revision', text: `${subject.record_revision} of ${subject.record_id}` },
    { name: 'under rules', text: subject.policy_version },
    ...people,
  ];
}
