import {
  type ActionUnit,
  type EffectClass,
  type Principal,
  type ProposedTransition,
  type Subject,
  subjectDigest,
} from '@cux/contracts';
import type { CommandInput, CommandKind, CommandResult } from '../commands/command.ts';
import type { Answer } from '../commands/refusal.ts';
import { createKernel, type KernelOptions } from '../create-kernel.ts';
import type { Kernel } from '../kernel.ts';
import type { Store } from '../ports/store.ts';
import type { Attempt } from '../state/attempt.ts';
import type { Gate } from '../state/gate.ts';
import type { Todo } from '../state/todo.ts';
import {
  attention,
  bytes,
  capability,
  contentDigest,
  type Ending,
  evidenceDigest,
  planDigest,
  profile,
  proposalFor,
  providerId,
  reportFor,
  requestFor,
  subjectFor,
} from './records.ts';
import { countingIds, type StoppedClock, stoppedClock } from './test-ports.ts';

export const people = {
  operator: { kind: 'operator', id: 'host' },
  owner: { kind: 'human', id: 'olga' },
  reviewer: { kind: 'human', id: 'rita' },
  author: { kind: 'human', id: 'arno' },
  agent: { kind: 'agent', id: 'writer-agent' },
  capability: { kind: 'capability', id: capability },
  provider: { kind: 'provider', id: providerId },
} as const satisfies Readonly<Record<string, Principal>>;

export interface StoryOptions {
  readonly workspace?: string;
  readonly clock?: StoppedClock;
  /** Series of ids; two stories over one store need two. */
  readonly series?: number;
  readonly processId?: string;
  readonly fourEyes?: boolean;
  readonly wrap?: (options: KernelOptions) => KernelOptions;
}

/** A kernel over a store with the steps of one article's way, each a command or two. */
export class Story {
  readonly kernel: Kernel;
  readonly clock: StoppedClock;
  readonly workspace: string;
  readonly processId: string;
  readonly #series: number;
  #keys = 0;

  constructor(store: Store, options: StoryOptions = {}) {
    this.clock = options.clock ?? stoppedClock();
    this.workspace = options.workspace ?? 'newsdesk';
    this.processId = options.processId ?? 'process-1';
    this.#series = options.series ?? 0;
    const whole: KernelOptions = {
      store,
      clock: this.clock,
      monotonic: this.clock.monotonic,
      ids: countingIds(this.#series),
      capabilities: [{ capability_id: capability, outcome: 'Approved content is published exactly once.' }],
      fourEyes: options.fourEyes ?? false,
    };
    this.kernel = createKernel(options.wrap?.(whole) ?? whole);
  }

  key(): string {
    this.#keys += 1;
    return `key-${this.#series}-${this.#keys}`;
  }

  send<Kind extends CommandKind>(
    kind: Kind,
    input: CommandInput<Kind>,
    principal: Principal = people.operator,
    key: string = this.key(),
  ): Promise<Answer<CommandResult<Kind>>> {
    return this.kernel.execute(kind, { workspace: this.workspace, principal, key }, input);
  }

  /** Sends and expects acceptance. Throws with the rule otherwise. */
  async must<Kind extends CommandKind>(
    kind: Kind,
    input: CommandInput<Kind>,
    principal?: Principal,
    key?: string,
  ): Promise<CommandResult<Kind>> {
    const answer = await this.send(kind, input, principal, key);
    if (answer.kind === 'accepted') return answer.result;
    const details = answer.findings.map((finding) => `${finding.rule} ${finding.path}`).join('; ');
    throw new Error(`${kind} was refused: ${answer.rule} (${details}) ${answer.message}`);
  }

  /** A goal, and an article with its todo. */
  async begin(
    article = 'article-1',
    goal = 'goal-1',
    mode: 'drafting' | 'sandbox' = 'drafting',
  ): Promise<void> {
    if ((await this.kernel.goal(this.workspace, goal)) === null) {
      await this.must('create-goal', { goal_id: goal, mode, owner_id: people.owner.id, quota: {} });
    }
    await this.putArticle(article, 'first text');
    await this.must('create-todo', {
      goal_id: goal,
      todo_id: `todo-${article}`,
      capability,
      action_unit: 'draft_until_review_gate',
      record_id: article,
    });
  }

  async putArticle(article: string, text: string): Promise<void> {
    const known = await this.kernel.record(this.workspace, capability, article);
    await this.must(
      'put-record',
      {
        capability,
        record_id: article,
        expected_version: known?.version ?? 0,
        state: known?.state ?? 'draft',
        content_digest: contentDigest(text),
        facts: {},
      },
      people.capability,
    );
  }

  async todo(todoId: string): Promise<Todo> {
    return present(await this.kernel.todo(this.workspace, todoId));
  }

  async attempt(attemptId: string): Promise<Attempt> {
    return present(await this.kernel.attempt(this.workspace, attemptId));
  }

  async gate(gateId: string | null): Promise<Gate> {
    return present(gateId === null ? null : await this.kernel.gate(this.workspace, gateId));
  }

  async gateOf(todoId: string): Promise<Gate> {
    return this.gate((await this.todo(todoId)).gate_id);
  }

  async subject(article: string): Promise<Subject> {
    const record = present(await this.kernel.record(this.workspace, capability, article));
    return subjectFor({
      record_id: article,
      record_revision: record.revision,
      content_digest: record.content_digest,
    });
  }

  /** What an honest host would send to admit the next attempt of a todo. */
  async admission(
    todoId: string,
    effect: EffectClass,
    changes: Partial<CommandInput<'admit-attempt'>> = {},
  ): Promise<CommandInput<'admit-attempt'>> {
    const todo = await this.todo(todoId);
    const gate = todo.gate_id === null ? null : await this.gate(todo.gate_id);
    const bound = effect === 'external_write' || effect === 'credential_use' ? gate : null;
    const request = requestFor({
      goal_id: todo.goal_id,
      todo_id: todoId,
      action_unit: todo.action_unit,
      effect_class: effect,
      gate: bound === null ? null : { gate_id: bound.gate_id, revision: bound.revision, status: 'open' },
    });
    return {
      todo_id: todoId,
      request: bytes(request),
      plan_digest: planDigest,
      extractions: [],
      subject: effect === 'external_write' ? await this.subject(todo.record_id ?? '') : null,
      standing_gate_id: effect === 'credential_use' ? todo.gate_id : null,
      provider: { profile, ready: true },
      policy: { effect: 'permit', version: 'policy-1' },
      provenance: [people.agent, people.capability, people.provider, people.author],
      process_id: this.processId,
      lease_ms: 60_000,
      deadline_ms: 300_000,
      ...changes,
    };
  }

  /** Admits and starts; answers the running attempt. */
  async run(todoId: string, effect: EffectClass): Promise<Attempt> {
    const admitted = await this.must('admit-attempt', await this.admission(todoId, effect));
    const { attempt_id, fence } = admitted;
    const process_id = this.processId;
    const session_reference = `session-${attempt_id}`;
    await this.must('start-attempt', { attempt_id, fence, process_id, session_reference });
    return this.attempt(attempt_id);
  }

  async report(attempt: Attempt, ending: Ending): Promise<CommandResult<'report-attempt'>> {
    await this.addEvidence(attempt);
    return this.must('report-attempt', this.reportInput(attempt, ending));
  }

  reportInput(attempt: Attempt, ending: Ending): CommandInput<'report-attempt'> {
    const { receipt, annex } = reportFor(attempt, ending);
    const { attempt_id, fence, process_id, provider_id } = attempt;
    return {
      attempt_id,
      fence,
      process_id,
      channel_provider_id: provider_id,
      receipt: bytes(receipt),
      annex: bytes(annex),
    };
  }

  async addEvidence(attempt: Attempt): Promise<void> {
    const { attempt_id, fence } = attempt;
    await this.must('add-evidence', {
      attempt_id,
      fence,
      evidence_class: 'screenshot',
      digest: evidenceDigest,
      size: 10,
      redacted: true,
    });
  }

  async settle(attempt: Attempt, proposal: ProposedTransition): Promise<CommandResult<'settle-attempt'>> {
    return this.must('settle-attempt', { attempt_id: attempt.attempt_id, proposal }, people.capability);
  }

  /** The proposal that raises the publishing gate for a todo. */
  async asking(todoId: string, article: string, expires = 3_600_000): Promise<ProposedTransition> {
    return proposalFor(
      { state: 'awaiting_gate', action_unit: 'publish_after_approved_gate' },
      {
        gate: {
          kind: 'item',
          todo_id: todoId,
          subject: await this.subject(article),
          attention: attention(`Publish “${article}” to the newsroom as drafted?`),
          expires_in_ms: expires,
        },
      },
    );
  }

  /** Draft attempt up to the pending gate. */
  async draft(article = 'article-1'): Promise<Gate> {
    const todoId = `todo-${article}`;
    const attempt = await this.run(todoId, 'draft');
    await this.report(attempt, 'drafted');
    const settled = await this.settle(attempt, await this.asking(todoId, article));
    return this.gate(settled.gate_id);
  }

  async decide(
    gate: Gate,
    decision: 'approve' | 'reject' = 'approve',
    principal: Principal = people.reviewer,
  ): Promise<CommandResult<'decide-gate'>> {
    const { gate_id, revision } = gate;
    return this.must('decide-gate', { gate_id, revision, decision, reason: null }, principal);
  }

  /** Publishing attempt up to the finger on the key. */
  async prepare(article = 'article-1'): Promise<Attempt> {
    const attempt = await this.run(`todo-${article}`, 'external_write');
    const { attempt_id, fence, process_id } = attempt;
    const subject_digest = subjectDigest(await this.subject(article));
    await this.must('prepare-attempt', { attempt_id, fence, process_id, subject_digest });
    return this.attempt(attempt_id);
  }

  commitInput(attempt: Attempt): CommandInput<'commit-attempt'> {
    const { attempt_id, fence, process_id, request, subject_digest } = attempt;
    return {
      attempt_id,
      fence,
      process_id,
      gate: present(request.gate_binding ?? null),
      subject_digest: subject_digest ?? '',
    };
  }

  /** Publishing attempt past its commit. */
  async commit(article = 'article-1'): Promise<Attempt> {
    const attempt = await this.prepare(article);
    await this.must('commit-attempt', this.commitInput(attempt));
    return this.attempt(attempt.attempt_id);
  }

  /** The proposal that leaves a todo reconciling, with its read-back todo. */
  readingBack(attempt: Attempt, article = 'article-1'): ProposedTransition {
    return proposalFor(
      { state: 'reconciling', successor: `read-back-${attempt.fence}-${article}` },
      {
        following: [
          {
            todo_id: `read-back-${attempt.fence}-${article}`,
            action_unit: 'inspect_screen',
            state: 'open',
            record_id: article,
            reconciles_attempt_id: attempt.attempt_id,
            attention: null,
          },
        ],
      },
    );
  }

  /** Draft, approval, publication, up to the open read-back todo. */
  async publish(article = 'article-1'): Promise<{ readonly attempt: Attempt; readonly readBack: string }> {
    await this.decide(await this.draft(article));
    const attempt = await this.commit(article);
    await this.report(attempt, 'published');
    await this.settle(attempt, this.readingBack(attempt, article));
    return {
      attempt: await this.attempt(attempt.attempt_id),
      readBack: `read-back-${attempt.fence}-${article}`,
    };
  }

  /** Lets the quiet time of an attempt pass: what left has arrived by then. */
  async waitOut(attemptId: string): Promise<void> {
    const { settle_after } = await this.attempt(attemptId);
    this.clock.advance(Math.max(0, (settle_after ?? 0) - this.clock.now()));
  }

  /** Runs a read-back todo and settles what it was made to find out. */
  async readBack(
    readBackTodo: string,
    attempt: Attempt,
    outcome: 'happened' | 'not_happened' = 'happened',
  ): Promise<CommandResult<'settle-attempt'>> {
    await this.waitOut(attempt.attempt_id);
    const reading = await this.run(readBackTodo, 'read');
    await this.report(reading, 'read');
    const again = await this.asking(attempt.todo_id, (await this.todo(attempt.todo_id)).record_id ?? '');
    return this.settle(
      reading,
      proposalFor(
        { state: 'done' },
        {
          evidence: [evidenceDigest],
          gate: outcome === 'happened' ? null : again.gate,
          settles: {
            attempt_id: attempt.attempt_id,
            outcome,
            todo_state: outcome === 'happened' ? 'done' : 'awaiting_gate',
            attention: null,
          },
        },
      ),
    );
  }

  /** A todo of any unit. */
  async addTodo(todoId: string, unit: ActionUnit, record: string | null = null): Promise<void> {
    await this.must('create-todo', {
      goal_id: 'goal-1',
      todo_id: todoId,
      capability,
      action_unit: unit,
      record_id: record,
    });
  }
}

function present<Value>(value: Value | null): Value {
  if (value === null) throw new Error('the story expects this row to be there');
  return value;
}
