import { randomUUID } from 'node:crypto';
import type { Principal } from '@cux/contracts';
import {
  type CommandInput,
  type CommandKind,
  type CommandResult,
  createKernel,
  type Kernel,
  randomIds,
  systemClock,
} from '@cux/kernel';
import { createBuiltInPolicy } from '@cux/policy';
import {
  type ComputerHost,
  createComputerHost,
  createHost,
  currentProcessIdentity,
  type Host,
} from '@cux/runtime';
import { createSiteTasks, siteTasksDescription } from '@cux/site-tasks';
import { openSqliteStore } from '@cux/store-sqlite';
import { loadVaultKey, openFileVault } from '@cux/vault';
import { askDecision } from '../story/ask.ts';
import type { Composition } from '../story/compose.ts';
import { DemoFault } from '../story/demo-fault.ts';
import type { DemoSite } from '../story/demo-site.ts';
import { createNarrator, type Narrator } from '../story/narrator.ts';
import { openEngine } from '../story/open-engine.ts';
import { openSite } from '../story/open-site.ts';
import type { DemoOptions } from '../story/options.ts';
import { agent, editor, editorByFlag, operator, workspace } from '../story/people.ts';
import { openStateFolder, openStateRoot, type StateFolder } from '../story/state-folder.ts';
import { lockState } from '../story/state-lock.ts';
import { readStory, writeStory } from '../story/story-file.ts';
import type { Storyteller } from '../story/storyteller.ts';
import type { Terminal } from '../story/terminal.ts';
import { agentPolicy, newsroomTask } from './agent-rules.ts';

/** What one run of the agent's story works with. */
export interface AgentStory {
  readonly kernel: Kernel;
  readonly host: Host;
  readonly computers: ComputerHost;
  readonly providerId: string;
  readonly site: DemoSite;
  readonly state: StateFolder;
  readonly narrator: Narrator;
  readonly signal: AbortSignal;
  readonly answer: Storyteller['answer'];
  readonly decider: Storyteller['decider'];
  /** The number of this run, from 1 up; each has an article of its own. */
  readonly number: number;
  readonly article: Readonly<Record<string, string>>;
  /** Sends a command, of the host where nobody else is named, and expects its acceptance. */
  must<Kind extends CommandKind>(
    kind: Kind,
    input: CommandInput<Kind>,
    principal?: Principal,
  ): Promise<CommandResult<Kind>>;
  close(): ReturnType<Composition['close']>;
}

/** Puts kernel, store, vault, capability, provider and the two hosts of one process together. */
export async function composeAgent(
  options: DemoOptions,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<AgentStory> {
  const closing: (() => Promise<void> | void)[] = [];
  const close = async (): Promise<void> => {
    for (const each of closing.splice(0).reverse()) await each();
  };
  try {
    return { ...(await open(options, terminal, signal, (each) => closing.push(each))), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function open(
  options: DemoOptions,
  terminal: Terminal,
  signal: AbortSignal,
  closeLater: (close: () => Promise<void> | void) => void,
): Promise<Omit<AgentStory, 'close'>> {
  const narrator = createNarrator({ ...terminal, quiet: options.json });
  const root = openStateRoot(options.state);
  closeLater(lockState(root, () => new Date()));
  const state = openStateFolder(root, options);
  narrator.title(
    `cux demo · an agent's single actions${options.mock ? ', without a browser' : ''} · state in ${state.folder}`,
  );
  const kernel = createKernel({
    store: await openSqliteStore({ path: state.database }),
    clock: systemClock,
    ids: randomIds,
    capabilities: [siteTasksDescription],
    quietMs: 2_000,
  });
  closeLater(() => kernel.close());
  const key = { text: process.env.CUX_VAULT_KEY, file: state.vaultKey, directory: state.vault };
  const vault = await openFileVault({
    directory: state.vault,
    key: await loadVaultKey(key),
    clock: systemClock,
  });
  const story = readStory(state.story);
  const lastPort = story.port;
  const site = await openSite(options, { state, narrator, terminal, signal, lastPort, mustKeepPort: false });
  closeLater(() => site.stop());
  const number = (story.item?.number ?? 0) + 1;
  const article = site.content(number);
  const engine = await openEngine(options, site.origin);
  const parts = {
    ...{ workspace, kernel, vault, clock: systemClock, ids: randomIds, operator, agent, signal },
    capabilities: [createSiteTasks({ rules: newsroomTask(site, article) })],
    providers: [engine.provider],
    policy: createBuiltInPolicy(agentPolicy),
    processId: await currentProcessIdentity(randomIds.next('session')),
    workingDirectory: state.working,
    startGuard: engine.startGuard,
  };
  const computers = createComputerHost(parts);
  closeLater(() => computers.close());
  writeStory(state.story, { version: 1, port: site.port, item: await itemOf(number, site) });
  return {
    ...{ kernel, computers, site, state, narrator, signal, number, article },
    host: createHost(parts),
    providerId: engine.provider.providerId,
    must: async (kind, input, principal = operator) => {
      const key = `demo/${randomUUID()}`;
      const answer = await kernel.execute(kind, { workspace, principal, key }, input);
      if (answer.kind === 'accepted') return answer.result;
      throw new DemoFault('story_off_course', answer.message);
    },
    answer: (gate) => (options.decide === null ? askDecision(gate, signal) : Promise.resolve(options.decide)),
    decider: options.decide === null ? editor : editorByFlag,
  };
}

async function itemOf(number: number, site: DemoSite) {
  const name = `agent-story-${number}`;
  return {
    ...{ number, goal_id: name, todo_id: name, record_id: name, writes_before_decision: null },
    publications_before: await site.countPublications(),
  };
}
