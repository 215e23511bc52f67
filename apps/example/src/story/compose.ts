import { contentOpsDescription, createContentOps, shippedRecipes, usualRules } from '@cux/content-ops';
import { askBeforeEffects, createBuiltInPolicy } from '@cux/policy';
import { contentSource, createHost } from '@cux/runtime';
import { writeFileDurably } from '../disk/durable-files.ts';
import { DemoFault } from './demo-fault.ts';
import { reopenedNumber } from './earlier-items.ts';
import { isUnfinished } from './next-step.ts';
import { type Stage, withStage } from './open-stage.ts';
import type { DemoOptions } from './options.ts';
import { agent, operator, workspace } from './people.ts';
import { type Story, writeStory } from './story-file.ts';
import type { Storyteller } from './storyteller.ts';
import { createEventTeller } from './tell-event.ts';
import type { Terminal } from './terminal.ts';

/** Everything of one run, and how it is put away again. */
export interface Composition extends Pick<Stage, 'close'> {
  readonly teller: Storyteller;
  readonly story: Story;
}

/** The stage of the demo with the capability that publishes, and a host over both. */
export function compose(options: DemoOptions, terminal: Terminal, signal: AbortSignal): Promise<Composition> {
  const isUnderWay = async ({ kernel }: Stage['runtime'], { item }: Story) =>
    (await isUnfinished(kernel, item)) || (await reopenedNumber(kernel, item)) !== null;
  const capability = contentOpsDescription;
  return withStage(
    { options, terminal, signal, title: options.site, capability, isUnderWay },
    async (stage) => {
      const { story, close } = stage;
      return { teller: await storyteller(options, stage), story, close };
    },
  );
}

async function storyteller(options: DemoOptions, stage: Stage): Promise<Storyteller> {
  const { runtime, site, state, story, narrator, engine, signal, answer, commands, decider } = stage;
  const { kernel, vault } = runtime;
  writeStory(state.story, { ...story, port: site.port });
  const { origin, account, recipe } = site;
  const rules = usualRules(agent.id, { id: 'demo', origin, account, recipe });
  writeFileDurably(state.rules, `${JSON.stringify(rules, null, 2)}\n`);
  writeFileDurably(state.policy, `${JSON.stringify(askBeforeEffects, null, 2)}\n`);
  const content = contentSource(vault, workspace, contentGone);
  const host = createHost(
    await runtime.hostOptions({
      ...{ workspace, operator, agent, signal, workingDirectory: state.working },
      capabilities: [createContentOps({ rules, recipes: shippedRecipes, content })],
      providers: [engine],
      policy: createBuiltInPolicy(askBeforeEffects),
      onEvent: createEventTeller(narrator),
      rehearse: async (moment) => {
        if (moment === options.crash) process.kill(process.pid, 'SIGKILL');
      },
    }),
  );
  return {
    ...{ kernel, host, vault, site, state, narrator, signal, answer, commands, decider },
    providerId: engine.providerId,
    remember: (item) => writeStory(state.story, { version: 1, port: site.port, item }),
  };
}

function contentGone(): DemoFault {
  const message = 'The content of this item is gone from the vault: begin anew with --fresh.';
  return new DemoFault('state_unreadable', message);
}
