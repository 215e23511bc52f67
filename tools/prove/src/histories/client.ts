import type { Principal } from '@cux/contracts';
import type { CommandInput, CommandKind, CommandResult, Kernel } from '@cux/kernel';
import { people, records } from '@cux/kernel/store-suite';
import { type Chance, seededChance } from '../random/seeded.ts';
import type { Operation, Play, Request } from './operation.ts';

export const workspace = 'newsdesk';
const { capability, contentDigest } = records;
const goals = ['goal-1', 'goal-2'] as const;
const articles = ['article-1', 'article-2', 'article-3'] as const;

/** A moment on the one steady clock of the machine. */
const moment = (): number => Number(process.hrtime.bigint());

/** Plays all clients of one process at once, and answers what each of them saw. */
export async function playClients(kernel: Kernel, play: Play): Promise<readonly Operation[]> {
  const clients = Array.from({ length: play.clients }, (_, each) =>
    new Client(kernel, `${play.process}-client-${each}`, seededChance(play.seed * 100 + each)).play(
      play.operations,
    ),
  );
  return (await Promise.all(clients)).flat();
}

class Client {
  readonly #kernel: Kernel;
  readonly #name: string;
  readonly #chance: Chance;
  /** The version of each record that this client has seen last. */
  readonly #versions = new Map<string, number>();
  #keys = 0;

  constructor(kernel: Kernel, name: string, chance: Chance) {
    this.#kernel = kernel;
    this.#name = name;
    this.#chance = chance;
  }

  async play(operations: number): Promise<readonly Operation[]> {
    const seen: Operation[] = [];
    for (let each = 0; each < operations; each += 1) seen.push(await this.#operate(this.#request()));
    return seen;
  }

  #request(): Request {
    const record = this.#chance.pick(articles) ?? articles[0];
    const goal = this.#chance.pick(goals) ?? goals[0];
    const todo = `todo-${this.#chance.below(25)}`;
    switch (this.#chance.below(10)) {
      case 0:
        return { kind: 'create-todo', goal, todo };
      case 1:
        return { kind: 'cancel-todo', todo };
      case 2:
        return { kind: 'pause-goal', goal, paused: this.#chance.happens(0.5) };
      case 3:
      case 4:
      case 5:
        return { kind: 'read-record', record };
      default: {
        this.#keys += 1;
        const version = (this.#versions.get(record) ?? 0) + (this.#chance.happens(0.03) ? 1 : 0);
        return { kind: 'put-record', record, version, content: contentDigest(`${this.#name} ${this.#keys}`) };
      }
    }
  }

  async #operate(request: Request): Promise<Operation> {
    this.#keys += 1;
    const key = `${this.#name}-${this.#keys}`;
    const asked = moment();
    const { outcome, scope } = await this.#ask(request, key);
    const answered = moment();
    return {
      client: this.#name,
      place: scope === null ? null : `${scope} ${key}`,
      request,
      asked,
      answered,
      outcome,
    };
  }

  async #ask(
    request: Request,
    key: string,
  ): Promise<{ readonly outcome: string; readonly scope: string | null }> {
    switch (request.kind) {
      case 'put-record': {
        const { record, version, content } = request;
        const input = {
          capability,
          record_id: record,
          expected_version: version,
          state: 'draft',
          content_digest: content,
          facts: {},
        };
        return this.#send('put-record', input, people.capability, key, (result) => {
          this.#versions.set(record, result.version);
          return `version ${result.version}`;
        });
      }
      case 'pause-goal': {
        const input = { goal_id: request.goal, paused: request.paused };
        return this.#send('pause-goal', input, people.owner, key, ({ state }) => state);
      }
      case 'create-todo': {
        const input = {
          goal_id: request.goal,
          todo_id: request.todo,
          capability,
          action_unit: 'draft_until_review_gate' as const,
          record_id: null,
        };
        return this.#send('create-todo', input, people.operator, key, () => 'created');
      }
      case 'cancel-todo':
        return this.#send(
          'cancel-todo',
          { todo_id: request.todo },
          people.operator,
          key,
          ({ state }) => state,
        );
      case 'read-record': {
        const record = await this.#kernel.record(workspace, capability, request.record);
        if (record === null) return { outcome: 'nothing', scope: null };
        this.#versions.set(request.record, record.version);
        return { outcome: `version ${record.version}: ${record.content_digest}`, scope: null };
      }
    }
  }

  async #send<Kind extends CommandKind>(
    kind: Kind,
    input: CommandInput<Kind>,
    principal: Principal,
    key: string,
    words: (result: CommandResult<Kind>) => string,
  ): Promise<{ readonly outcome: string; readonly scope: string }> {
    const answer = await this.#kernel.execute(kind, { workspace, principal, key }, input);
    const scope = `${principal.kind}:${principal.id}`;
    return { outcome: answer.kind === 'accepted' ? words(answer.result) : answer.rule, scope };
  }
}
