import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ActionIntent } from '@cux/contracts';
import {
  type CommandInput,
  type CommandKind,
  type CommandResult,
  createKernel,
  type Kernel,
  randomIds,
  systemClock,
  systemMonotonic,
} from '@cux/kernel';
import { computers, people } from '@cux/kernel/store-suite';
import { createBuiltInPolicy } from '@cux/policy';
import { createPlaywrightProvider } from '@cux/provider-playwright';
import { startGuard } from '@cux/provider-sdk';
import {
  type ActionAnswer,
  type ComputerHost,
  createComputerHost,
  currentProcessIdentity,
} from '@cux/runtime';
import { changeOfTask, createSiteTasks, type SiteTaskRules, siteTasksDescription } from '@cux/site-tasks';
import { openSqliteStore } from '@cux/store-sqlite';
import { openMemoryVault } from '@cux/vault';
import { countingCommits } from './counting.ts';

const workspace = 'bench';

function rulesOf(origin: string, where: string): SiteTaskRules {
  return {
    schema_version: 'cux_site_task_rules_v1',
    sites: [
      {
        id: 'list',
        origin,
        account: 'editor',
        start_path: where,
        final_action: { role: 'button', name: 'Publish' },
        permit_rules: [
          {
            id: 'publish',
            effect_class: 'external_write',
            describes: 'publish the article',
            method: 'POST',
            origin,
            path: '/publish',
            query: [],
            override_method: null,
            body: { kind: 'empty' },
          },
        ],
        draft_rules: [],
        known_modals: [],
        sign_in_walls: [],
      },
    ],
    viewport: { width: computers.geometry.width, height: computers.geometry.height },
    deadline_ms: 600_000,
  };
}

/** An agent on an awake Computer, everything as it is shipped: host, kernel, SQLite with `synchronous=FULL`, guard, Chromium. */
export class ThroughRuntime {
  readonly #kernel: Kernel;
  readonly #host: ComputerHost;
  readonly #pair: { readonly computer_id: string; readonly screen_id: string };
  readonly #session_id: string;
  readonly commits: () => number;
  readonly close: () => Promise<void>;
  #count = 0;
  #tree = '';
  #source = { observation_id: '', observation_generation: 0 };

  private constructor(
    parts: { readonly kernel: Kernel; readonly host: ComputerHost },
    pair: { readonly computer_id: string; readonly screen_id: string },
    session_id: string,
    commits: () => number,
    close: () => Promise<void>,
  ) {
    this.#kernel = parts.kernel;
    this.#host = parts.host;
    this.#pair = pair;
    this.#session_id = session_id;
    this.commits = commits;
    this.close = close;
  }

  static async start(executablePath: string, origin: string, where: string): Promise<ThroughRuntime> {
    const workingDirectory = await mkdtemp(path.join(tmpdir(), 'cux-bench-'));
    const store = await openSqliteStore({ path: path.join(workingDirectory, 'store.sqlite') });
    const { counted, commits } = countingCommits(store);
    const [clock, monotonic] = [systemClock, systemMonotonic];
    const kernel = createKernel({
      ...{ store: counted, clock, monotonic, ids: randomIds },
      capabilities: [siteTasksDescription],
    });
    const provider = createPlaywrightProvider({ executablePath });
    const host = createComputerHost({
      ...{ workspace, kernel, clock, monotonic, ids: randomIds, workingDirectory },
      vault: openMemoryVault({ clock }),
      capabilities: [createSiteTasks({ rules: rulesOf(origin, where) })],
      providers: [provider],
      policy: createBuiltInPolicy({
        schema_version: 'cux_action_policy_v1',
        label: 'bench',
        rules: [{ id: 'all', effect: 'permit', when: {}, reason: 'Writes ask anyhow.' }],
      }),
      processId: await currentProcessIdentity(randomIds.next('session')),
      ...{ operator: people.operator, agent: people.agent },
      startGuard: () => startGuard({ clock, monotonic }),
    });
    const send = senderOf(kernel);
    await send(
      'create-goal',
      { goal_id: 'goal', mode: 'drafting', owner_id: people.owner.id, quota: {} },
      people.author,
    );
    const profile = { profile_id: null, expected_latest: 0, terms: computers.terms, activate: true };
    const { profile_id } = await send('put-profile', profile);
    const pair = await send('create-computer', { profile_id });
    const woken = await host.wake({
      computer_id: pair.computer_id,
      ...{ resource_version: 1, provider_id: provider.providerId, stored_session: null },
    });
    if (woken.kind === 'refused') throw new Error(`cux: ${woken.message}`);
    const { session_id } = await send('open-session', { computer_id: pair.computer_id, agent: people.agent });
    return new ThroughRuntime({ kernel, host }, pair, session_id, commits, async () => {
      await host.close();
      await store.close();
      await rm(workingDirectory, { recursive: true, force: true });
    });
  }

  /** An attempt at a new task, at the start of the page. */
  async begin(): Promise<void> {
    this.#count += 1;
    const record_id = `task-${this.#count}`;
    const send = senderOf(this.#kernel);
    await send('put-record', changeOfTask(record_id, { site: 'list', wanted: record_id }), people.author);
    await send('create-todo', {
      ...{ goal_id: 'goal', todo_id: record_id, record_id },
      ...{ capability: 'site-tasks', action_unit: 'draft_until_review_gate' },
    });
    const begun = await this.#host.begin({ session_id: this.#session_id, todo_id: record_id });
    if (begun.kind === 'refused') throw new Error(`cux: ${begun.message}`);
  }

  async end(): Promise<void> {
    await this.#host.end(this.#session_id);
  }

  async observe(): Promise<void> {
    const asked = { modes: ['accessibility_tree'], nodes: 100, bytes: 4_096 } as const;
    const seen = await this.#host.observe({ ...this.#pair, session_id: this.#session_id, ...asked });
    if (seen.kind === 'refused') throw new Error(`cux: ${seen.message}`);
    const { tree, observation_id, observation_generation } = seen.value;
    this.#tree = tree;
    this.#source = { observation_id, observation_generation };
  }

  /** A click on what the latest observation calls so. */
  click(name: string): ActionIntent {
    const line = this.#tree.split('\n').find((each) => each.includes(` "${name}" `));
    const ref = /\[ref=(e\d+)\]$/.exec(line ?? '')?.[1];
    if (ref === undefined) throw new Error(`cux: the observation shows no ${name}`);
    return { kind: 'click', ref, source_observation: this.#source };
  }

  act(key: string, intent: ActionIntent): Promise<ActionAnswer> {
    const action = {
      schema_version: 'cux_structural_action_v1',
      intent,
      deadline_ms: 60_000,
      idempotency_key: key,
    };
    return this.#host.act({
      ...{ ...this.#pair, session_id: this.#session_id, principal: people.agent },
      action: new TextEncoder().encode(JSON.stringify(action)),
    });
  }

  /** A person approves what was asked. */
  async approve(gate_id: string): Promise<void> {
    const { revision = 0 } = (await this.#kernel.gate(workspace, gate_id)) ?? {};
    const decision = { gate_id, revision, decision: 'approve', reason: null } as const;
    await senderOf(this.#kernel)('decide-gate', decision, people.owner);
  }
}

let keys = 0;

function senderOf(kernel: Kernel) {
  return async <Kind extends CommandKind>(
    kind: Kind,
    input: CommandInput<Kind>,
    principal: (typeof people)[keyof typeof people] = people.operator,
  ): Promise<CommandResult<Kind>> => {
    keys += 1;
    const answer = await kernel.execute(kind, { workspace, principal, key: `bench-${keys}` }, input);
    if (answer.kind === 'refused') throw new Error(`cux: ${answer.rule}: ${answer.message}`);
    return answer.result;
  };
}
