import { randomUUID } from 'node:crypto';
import type { Principal } from '@cux/contracts';
import type { CommandInput, CommandKind, CommandResult, Kernel } from '@cux/kernel';
import { createBuiltInPolicy } from '@cux/policy';
import { type ComputerHost, createComputerHost, createHost, type Host } from '@cux/runtime';
import { createSiteTasks, siteTasksDescription } from '@cux/site-tasks';
import type { Vault } from '@cux/vault';
import { DemoFault } from '../story/demo-fault.ts';
import type { DemoSite } from '../story/demo-site.ts';
import { type Stage, withStage } from '../story/open-stage.ts';
import type { DemoOptions } from '../story/options.ts';
import { agent, operator, workspace } from '../story/people.ts';
import { writeStory } from '../story/story-file.ts';
import type { Terminal } from '../story/terminal.ts';
import { agentPolicy, newsroomTask } from './agent-rules.ts';

/** What one run of the agent's story works with. */
export interface AgentStory
  extends Pick<
    Stage,
    'site' | 'state' | 'narrator' | 'signal' | 'answer' | 'commands' | 'decider' | 'close'
  > {
  readonly kernel: Kernel;
  readonly vault: Vault;
  readonly host: Host;
  readonly computers: ComputerHost;
  readonly providerId: string;
  /** The number of this run, from 1 up; each has an article of its own. */
  readonly number: number;
  readonly article: Readonly<Record<string, string>>;
  /** Sends a command, of the host where nobody else is named, and expects its acceptance. */
  must<Kind extends CommandKind>(
    kind: Kind,
    input: CommandInput<Kind>,
    principal?: Principal,
  ): Promise<CommandResult<Kind>>;
}

/** The stage of the demo with the capability for an agent's single actions, and the two hosts of one process. */
export function composeAgent(
  options: DemoOptions,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<AgentStory> {
  const title = "an agent's single actions";
  const isUnderWay = async () => false;
  const capability = siteTasksDescription;
  return withStage({ options, terminal, signal, title, capability, isUnderWay }, agentStory);
}

async function agentStory(stage: Stage): Promise<AgentStory> {
  const { runtime, site, state, story, narrator, engine, signal, answer, commands, decider } = stage;
  const { closeLater, close } = stage;
  const { kernel, vault } = runtime;
  const number = (story.item?.number ?? 0) + 1;
  const article = site.content(number);
  const parts = await runtime.hostOptions({
    ...{ workspace, operator, agent, signal, workingDirectory: state.working },
    capabilities: [createSiteTasks({ rules: newsroomTask(site, article) })],
    providers: [engine],
    policy: createBuiltInPolicy(agentPolicy),
  });
  const computers = createComputerHost(parts);
  closeLater(() => computers.close());
  writeStory(state.story, { version: 1, port: site.port, item: await itemOf(number, site) });
  return {
    ...{ kernel, vault, computers, site, state, narrator, signal, answer, commands, decider },
    ...{ number, article, close },
    host: createHost(parts),
    providerId: engine.providerId,
    must: async (kind, input, principal = operator) => {
      const key = `demo/${randomUUID()}`;
      const given = await kernel.execute(kind, { workspace, principal, key }, input);
      if (given.kind === 'accepted') return given.result;
      throw new DemoFault('story_off_course', given.message);
    },
  };
}

async function itemOf(number: number, site: DemoSite) {
  const name = `agent-story-${number}`;
  return {
    ...{ number, goal_id: name, todo_id: name, record_id: name, writes_before_decision: null },
    publications_before: await site.countPublications(),
  };
}
