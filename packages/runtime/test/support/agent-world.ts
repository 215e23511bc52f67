import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ActionIntent, actionDigest, type Principal, type ScreenObservation } from '@cux/contracts';
import { type CommandKind, createKernel, type Kernel, randomIds, type Store } from '@cux/kernel';
import { computers as made } from '@cux/kernel/store-suite';
import { type ActionPolicy, createBuiltInPolicy, type PolicyDecider, type PolicyRule } from '@cux/policy';
import { createMockProvider } from '@cux/provider-mock';
import { type Guard, monotonicFrom, type Provider, type Surface, startGuard } from '@cux/provider-sdk';
import { changeOfTask, createSiteTasks, siteTasksDescription } from '@cux/site-tasks';
import { openSqliteStore } from '@cux/store-sqlite';
import { openMemoryVault, type Vault } from '@cux/vault';
import {
  type ActionAnswer,
  type ComputerHost,
  createComputerHost,
  createHost,
  currentProcessIdentity,
  type HostOptions,
} from '../../src/index.ts';
import type { AgentWorldOptions, Sent } from './agent-world-options.ts';
import { type Contacts, counting } from './counting-provider.ts';
import { deskPolicy, deskRules, noPublishing } from './desk-rules.ts';
import { type DeskSite, deskFixture, startDeskSite } from './desk-site.ts';
import { people, workspace } from './people.ts';
import { accepted, command } from './story.ts';
import { testClock } from './test-clock.ts';

export const providerId = 'mock';
export const reviewer = { kind: 'human', id: 'rita' } as const satisfies Principal;

let keys = 0;

/** An agent at a desk: kernel, host, a Computer that is awake, a session, a task. Everything real but the browser. */
export class AgentWorld {
  readonly contacts: Contacts = [];
  readonly guards: Guard[] = [];
  readonly hosts: ComputerHost[] = [];
  readonly clock = testClock();
  readonly monotonic = monotonicFrom(() => performance.now(), this.clock.now);
  readonly vault: Vault;
  readonly #options: AgentWorldOptions;
  store!: Store;
  kernel!: Kernel;
  site!: DeskSite;
  provider!: Provider;
  workingDirectory!: string;
  host!: ComputerHost;
  computer_id!: string;
  screen_id!: string;
  session_id!: string;
  observed: ScreenObservation | null = null;
  /** The surface of the latest session, without the counting. */
  surface: Surface | null = null;
  rules: ActionPolicy = deskPolicy;
  /** Stands before every command that a host sends, so that something else may come in between. */
  beforeCommand: (kind: CommandKind) => Promise<void> = async () => undefined;
  /** Stands before and after every press that was committed. */
  rehearsal: NonNullable<HostOptions['rehearse']> = async () => undefined;

  private constructor(options: AgentWorldOptions) {
    this.#options = options;
    this.vault = options.vault ?? openMemoryVault({ clock: this.clock });
    this.rules = this.policyWith(options.rule);
  }

  static async open(options: AgentWorldOptions = {}): Promise<AgentWorld> {
    const world = new AgentWorld(options);
    world.site = options.site ?? (await startDeskSite());
    world.store = options.store ?? (await openSqliteStore({ path: ':memory:' }));
    world.workingDirectory = options.workingDirectory ?? (await mkdtemp(join(tmpdir(), 'cux-agent-test-')));
    world.provider = counting(
      options.provider ?? createMockProvider({ fixture: deskFixture(world.site.origin) }),
      world.contacts,
      (surface) => {
        world.surface = surface;
        return options.change?.(surface) ?? {};
      },
    );
    world.kernel =
      options.kernel ??
      createKernel({
        store: world.store,
        clock: world.clock,
        monotonic: world.monotonic,
        ids: randomIds,
        capabilities: [siteTasksDescription],
        quietMs: 0,
      });
    if (options.resume === undefined) await world.#begin();
    else {
      Object.assign(world, options.resume);
      world.host = await world.newHost();
    }
    return world;
  }

  async #begin(): Promise<void> {
    const { kernel } = this;
    const quota = {};
    if (this.#options.kernel === undefined) {
      await this.must('create-goal', {
        goal_id: 'goal-1',
        mode: 'drafting',
        owner_id: people.editor.id,
        quota,
      });
    }
    if (this.#options.retention === 'zdr') await this.must('set-retention', { retention: { kind: 'zdr' } });
    await this.newTask(this.#options.task ?? 'task-1');
    const { profile_id } = await this.must('put-profile', {
      profile_id: null,
      expected_latest: 0,
      terms: this.#options.terms ?? made.terms,
      activate: true,
    });
    Object.assign(this, await this.must('create-computer', { profile_id }));
    this.host = await this.newHost();
    await this.wake();
    const opened = await command(kernel, 'open-session', people.operator, {
      computer_id: this.computer_id,
      agent: people.agent,
    });
    this.session_id = accepted(opened).session_id;
  }

  async newTask(
    name: string,
    action_unit: 'draft_until_review_gate' | 'inspect_screen' = 'draft_until_review_gate',
  ): Promise<void> {
    const task = { site: 'desk', wanted: `Publish the article of ${name}` };
    accepted(await command(this.kernel, 'put-record', people.editor, changeOfTask(name, task)));
    await this.must('create-todo', {
      goal_id: 'goal-1',
      todo_id: `todo-${name}`,
      capability: 'site-tasks',
      action_unit,
      record_id: name,
    });
  }

  async must(kind: never, input: never): Promise<never>;
  async must<Kind extends Parameters<typeof command>[1]>(
    kind: Kind,
    input: Parameters<typeof command<Kind>>[3],
  ): Promise<Extract<Awaited<ReturnType<typeof command<Kind>>>, { kind: 'accepted' }>['result']>;
  async must(kind: Parameters<typeof command>[1], input: Parameters<typeof command>[3]): Promise<unknown> {
    return accepted(await command(this.kernel, kind, people.operator, input));
  }

  /** What every host of this world is made of, in another life of the process. */
  async #parts(): Promise<HostOptions> {
    const { clock, monotonic, kernel, vault, workingDirectory } = this;
    const rules = this.#options.rules ?? deskRules(this.site.origin, this.#options.final);
    return {
      ...{ workspace, kernel, vault, clock, monotonic, workingDirectory, ids: randomIds },
      capabilities: [createSiteTasks({ rules })],
      providers: [this.provider],
      policy: this.policy,
      processId: await currentProcessIdentity(randomIds.next('session')),
      operator: people.operator,
      agent: people.agent,
      startGuard: () => startGuard({ clock, monotonic }),
    };
  }

  /** Another host over the same parts. */
  async newHost(parts: Partial<HostOptions> = {}): Promise<ComputerHost> {
    const common = await this.#parts();
    const waits = { poll: 5, aftermath: 60, spend: 1_500, answer: 2_000, following: 50, grace: 500 };
    const host = createComputerHost({
      ...common,
      kernel: this.#held(this.kernel),
      rehearse: (moment) => this.rehearsal(moment),
      limits: { driver: { ...waits, target: this.#options.patience ?? 200 } },
      startGuard: async () => {
        const guard = await common.startGuard();
        this.guards.push(guard);
        return guard;
      },
      ...parts,
    });
    this.hosts.push(host);
    return host;
  }

  #held(kernel: Kernel): Kernel {
    return {
      ...kernel,
      execute: async (kind, envelope, input) => {
        await this.beforeCommand(kind);
        return kernel.execute(kind, envelope, input);
      },
    };
  }

  /** The policy as it is when it is asked. */
  get policy(): PolicyDecider {
    if (this.#options.policy !== undefined) return this.#options.policy;
    const now = () => createBuiltInPolicy(this.rules);
    return {
      get version() {
        return now().version;
      },
      decide: (action) => now().decide(action),
    };
  }

  policyWith(rule?: PolicyRule): ActionPolicy {
    return rule === undefined ? deskPolicy : { ...deskPolicy, rules: [...deskPolicy.rules, rule] };
  }

  async wake(): Promise<void> {
    const computer = await this.kernel.computer(workspace, this.computer_id);
    const woken = await this.host.wake({
      computer_id: this.computer_id,
      resource_version: computer?.revision ?? 0,
      provider_id: this.provider.providerId,
      stored_session: null,
    });
    if (woken.kind === 'refused') throw new Error(woken.rule);
  }

  async begin(
    todo = `todo-${this.#options.task ?? 'task-1'}`,
    from: 'start' | 'here' = 'start',
  ): Promise<string> {
    const begun = await this.host.begin({ session_id: this.session_id, todo_id: todo, from });
    if (begun.kind === 'refused') throw new Error(`${begun.rule}: ${begun.message}`);
    return begun.attempt_id;
  }

  async observe(
    modes: ('accessibility_tree' | 'screenshot')[] = ['accessibility_tree'],
  ): Promise<ScreenObservation> {
    const { computer_id, screen_id, session_id } = this;
    const asked = { modes, nodes: 500, bytes: 8_192 };
    const seen = await this.host.observe({ computer_id, screen_id, session_id, ...asked });
    if (seen.kind === 'refused') throw new Error(seen.rule);
    this.observed = seen.value;
    return seen.value;
  }

  /** The reference of an element in the latest observation. */
  ref(name: string): string {
    const line = this.observed?.tree.split('\n').find((each) => each.includes(` "${name}" `));
    const ref = /\[ref=(e\d+)\]$/.exec(line ?? '')?.[1];
    if (ref === undefined) throw new Error(`nothing is called ${name}`);
    return ref;
  }

  get source() {
    const { observation_id = '', observation_generation = 0 } = this.observed ?? {};
    return { observation_id, observation_generation };
  }

  click(name: string): ActionIntent {
    return { kind: 'click', ref: this.ref(name), source_observation: this.source };
  }

  /** Sends one action; the body as it would come over a wire. */
  async send(intent: unknown, changes: Partial<Sent> = {}): Promise<ActionAnswer> {
    keys += 1;
    const { host = this.host, key = `key-${keys}`, deadline_ms = 20_000, ...request } = changes;
    const action = { schema_version: 'cux_structural_action_v1', intent, deadline_ms, idempotency_key: key };
    return host.act({
      principal: people.agent,
      computer_id: this.computer_id,
      screen_id: this.screen_id,
      session_id: this.session_id,
      action: new TextEncoder().encode(JSON.stringify(action)),
      ...request,
    });
  }

  /** Observes, and does one thing to one element. */
  async on(name: string, changes: Partial<Sent> = {}): Promise<ActionAnswer> {
    await this.observe();
    return this.send(this.click(name), changes);
  }

  async type(text: string, name = 'Title'): Promise<ActionAnswer> {
    await this.observe();
    return this.send({ kind: 'type_text', ref: this.ref(name), text, source_observation: this.source });
  }

  /** A title typed, and the publication asked for: the approval that a person decides. */
  async askToPublish(
    key: string,
    title = 'Hello',
    todo?: string,
  ): Promise<{ gate_id: string; intent: ActionIntent }> {
    await this.begin(todo);
    await this.type(title);
    await this.observe();
    const intent = this.click('Publish');
    const answer = await this.send(intent, { key });
    if (answer.kind !== 'pending') throw new Error(JSON.stringify(answer));
    return { gate_id: answer.approval.gate_id, intent };
  }

  async decide(gate_id: string, decision: 'approve' | 'reject' = 'approve'): Promise<void> {
    const gate = await this.kernel.gate(workspace, gate_id);
    const revision = gate?.revision ?? 0;
    const shown = gate?.held_by == null ? {} : { shown_by: gate.held_by };
    keys += 1;
    const envelope = { workspace, principal: reviewer, key: `decide/${keys}` };
    accepted(
      await this.kernel.execute('decide-gate', envelope, {
        gate_id,
        revision,
        decision,
        reason: null,
        ...shown,
      }),
    );
  }

  /** How often the site was told to publish. */
  published(): number {
    return this.site.writes.filter((write) => write.includes('/publish')).length;
  }

  /** Another life of the process: what the first one had in its custody is gone with it. */
  async restart(): Promise<void> {
    await this.host.close();
    this.host = await this.newHost();
    await this.wake();
  }

  /** The policy is a port: it may answer otherwise from one moment to the next. */
  forbidPublishing(): void {
    this.rules = this.policyWith(noPublishing);
  }

  /** Other rules, and a person is asked all the same. */
  rewordPolicy(): void {
    this.rules = this.policyWith({ id: 'all', effect: 'permit', when: {}, reason: 'Said otherwise.' });
  }

  /** As it was at first. */
  restorePolicy(): void {
    this.rules = this.policyWith(this.#options.rule);
  }

  /** Behind everybody's back, as a page may do: the button is called otherwise by now. */
  async changePage(): Promise<void> {
    const { surface } = this;
    const found = await surface?.resolve({ role: 'button', name: 'Rename' });
    if (found?.kind !== 'found') throw new Error('the page cannot be changed');
    await surface?.press(found.element, 1_000);
  }

  address() {
    const { computer_id, screen_id, session_id } = this;
    return { computer_id, screen_id, session_id };
  }

  digestOf(intent: ActionIntent): string {
    return actionDigest({ intent });
  }

  /** The engines of hosts that are dead have died with them. */
  async endEngines(): Promise<void> {
    for (const guard of this.guards.splice(0)) await guard.close();
  }

  /** What a host of attempts does at its start: of another process, unless one is named. */
  async recoverAttempts(parts: Partial<HostOptions> = {}): Promise<readonly string[]> {
    const host = createHost({ ...(await this.#parts()), ...parts });
    return host.recover();
  }

  async gate(gate_id: string) {
    const gate = await this.kernel.gate(workspace, gate_id);
    if (gate === null) throw new Error('no such gate');
    return gate;
  }

  async todo(name = 'todo-task-1') {
    const todo = await this.kernel.todo(workspace, name);
    if (todo === null) throw new Error('no such todo');
    return todo;
  }

  async events(): Promise<readonly string[]> {
    return (await this.kernel.sessionEvents(workspace, this.session_id)).map(({ kind }) => kind);
  }

  async close(): Promise<void> {
    for (const host of this.hosts) await host.close();
    if (this.#options.store === undefined && this.#options.kernel === undefined) await this.kernel.close();
    if (this.#options.site === undefined) await this.site.close();
    if (this.#options.workingDirectory !== undefined) return;
    await rm(this.workingDirectory, { recursive: true, force: true });
  }
}
