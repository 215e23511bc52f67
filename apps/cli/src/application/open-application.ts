import { createContentOps } from '@cux/content-ops';
import { randomIds } from '@cux/kernel';
import { createHost, currentProcessIdentity, personAtTerminal } from '@cux/runtime';
import type { CommandContext } from '../command-context.ts';
import { deliverBeside } from '../notifications/deliver-notifications.ts';
import type { OpenState } from '../state/open-state.ts';
import type { Application } from './application.ts';
import { chosenProvider } from './chosen-provider.ts';
import { contentFromVault } from './item-content.ts';
import { keepInMemory } from './kept-nothing.ts';
import { operator, workspaceToWorkIn } from './people.ts';
import { readPolicy, readRecipes, readRules } from './read-rules.ts';
import { hostEventTeller } from './tell-host-event.ts';

/** How an application is opened for one command. */
export interface ApplicationOptions {
  /** With a window, for a person who takes over by hand. */
  readonly window?: boolean;
  readonly signal?: AbortSignal;
  /** Sends nothing, so that nobody waits for this process while it writes. Default false. */
  readonly sendsNothing?: boolean;
}

/** Opens the application of this run around some work, and closes it whatever happens. */
export async function withApplication(
  context: CommandContext,
  work: (application: Application) => Promise<void>,
  options: ApplicationOptions = {},
): Promise<void> {
  await context.withState(
    async (opened, output) => {
      await opened.openVault();
      const workspace = workspaceToWorkIn(context.options().workspace, opened);
      const nothingKept = (await opened.kernel.retention(workspace)).kind === 'zdr';
      const memory = nothingKept ? await keepInMemory(opened) : null;
      const state = lookingAt(memory?.state ?? opened, workspace);
      const processId = await currentProcessIdentity(randomIds.next('session'));
      const rules = readRules(state.location.rules);
      const recipes = readRecipes(state.location.recipes);
      const { providerId, standing } = chosenProvider(context, options);
      const agent = { kind: 'agent', id: rules.agent } as const;
      const content = contentFromVault(state.vault, workspace);
      const tell = hostEventTeller(output);
      const host = createHost(
        await state.hostOptions({
          workspace,
          processId,
          vault: state.seen.vault,
          files: state.vault,
          capabilities: [createContentOps({ rules, recipes, content })],
          providers: [],
          standing,
          policy: await readPolicy(state.location.policy),
          operator,
          agent,
          workingDirectory: state.location.working,
          ...(memory?.memoryDirectory === undefined ? {} : { memoryDirectory: memory.memoryDirectory }),
          onEvent: (event) => {
            context.surroundings.interruption?.note(event);
            tell(event);
          },
          ...(options.signal === undefined ? {} : { signal: options.signal }),
        }),
      );
      const application: Application = {
        state,
        workspace,
        rules,
        recipes,
        host,
        processId,
        nothingKept,
        providerId,
        person: personAtTerminal(),
        agent,
        output,
      };
      try {
        await work(application);
      } finally {
        // Also where the command ends with a fault: the gate that was raised before it waits all the same.
        await deliverBeside(context, state);
        await memory?.close();
      }
    },
    { writer: options.sendsNothing ? 'caller' : 'thread' },
  );
}

/** What is made in a workspace that was empty when this command began is looked for in it too. */
function lookingAt(state: OpenState, workspace: string): OpenState {
  return state.workspaces.includes(workspace)
    ? state
    : { ...state, workspaces: [...state.workspaces, workspace] };
}
