import type { Principal, RetentionKind, Subject } from '@cux/contracts';
import type { CommandInput, CommandKind, CommandResult } from '../commands/command.ts';
import type { Answer } from '../commands/refusal.ts';
import { createKernel, type KernelOptions } from '../create-kernel.ts';
import type { Kernel } from '../kernel.ts';
import type { Store } from '../ports/store.ts';
import type { Attempt } from '../state/attempt.ts';
import type { Gate } from '../state/gate.ts';
import type { Todo } from '../state/todo.ts';
import { capability, providerId, subjectFor } from './records.ts';
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
  /** A kernel that several stories share; the story makes its own when left out. */
  readonly kernel?: Kernel;
}

/** A kernel over a store that commands are sent to, with what a story reads of it. */
export class KernelStory {
  readonly kernel: Kernel;
  readonly clock: StoppedClock;
  readonly workspace: string;
  readonly processId: string;
  /** Under which retention its host works. */
  retention: RetentionKind = 'standard';
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
    this.kernel = options.kernel ?? createKernel(options.wrap?.(whole) ?? whole);
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

  /** From here on nothing that is observed is kept. */
  async keepNothing(): Promise<void> {
    this.retention = 'zdr';
    await this.must('set-retention', { retention: { kind: 'zdr' } });
  }

  /** What a person says of an attempt who looks at the site now. */
  async look(
    attempt_id: string,
    outcome: 'happened' | 'not_happened',
    reason: string | null = null,
  ): Promise<CommandInput<'settle-outcome'>> {
    return { attempt_id, outcome, reason, looked_at: await this.kernel.now(this.workspace) };
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
}

export function present<Value>(value: Value | null): Value {
  if (value === null) throw new Error('the story expects this row to be there');
  return value;
}
