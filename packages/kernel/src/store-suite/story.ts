import {
  type ActionUnit,
  type EffectClass,
  type OperatingMode,
  type Principal,
  type ProposedTransition,
  subjectDigest,
} from '@cux/contracts';
import type { CommandInput, CommandResult } from '../commands/command.ts';
import type { Attempt } from '../state/attempt.ts';
import type { Gate } from '../state/gate.ts';
import { KernelStory, people, present } from './kernel-story.ts';
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
  reportFor,
  requestFor,
  site,
} from './records.ts';

/** The steps of one article's way, each a command or two. */
export class Story extends KernelStory {
  /** A goal, and an article with its todo. */
  async begin(article = 'article-1', goal = 'goal-1', mode: OperatingMode = 'drafting'): Promise<void> {
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
      draft_rules: ['save-draft'],
      permit_rules: effect === 'external_write' ? 1 : 0,
      subject: effect === 'external_write' ? await this.subject(todo.record_id ?? '') : null,
      standing_gate_id: effect === 'credential_use' ? todo.gate_id : null,
      stored_session: { account: 'desk', origin: site },
      provider: { profile, ready: true },
      policy: { effect: 'permit', version: 'policy-1' },
      provenance: [people.agent, people.capability, people.provider, people.author],
      process_id: this.processId,
      retention: this.retention,
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
    const { gate_id, revision, held_by } = gate;
    const shown = held_by === null ? {} : { shown_by: held_by };
    return this.must('decide-gate', { gate_id, revision, decision, reason: null, ...shown }, principal);
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
