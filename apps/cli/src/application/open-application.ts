import { createContentOps } from '@cux/content-ops';
import { createHost, personAtTerminal } from '@cux/runtime';
import type { CommandContext } from '../command-context.ts';
import { deliverBeside } from '../notifications/deliver-notifications.ts';
import type { Application } from './application.ts';
import { chosenProvider } from './chosen-provider.ts';
import { contentFromVault } from './item-content.ts';
import { operator, workspaceToWorkIn } from './people.ts';
import { readPolicy, readRecipes, readRules } from './read-rules.ts';
import { tellHostEvent } from './tell-host-event.ts';

/** How an application is opened for one command. */
export interface ApplicationOptions {
  /** With a window, for a person who takes over by hand. */
  readonly window?: boolean;
  readonly signal?: AbortSignal;
}

/** Opens the application of this run around some work, and closes it whatever happens. */
export async function withApplication(
  context: CommandContext,
  work: (application: Application) => Promise<void>,
  options: ApplicationOptions = {},
): Promise<void> {
  await context.withState(async (state, output) => {
    await state.openVault();
    const workspace = workspaceToWorkIn(context.options().workspace, state);
    const rules = readRules(state.location.rules);
    const recipes = readRecipes(state.location.recipes);
    const { providerId, standing } = chosenProvider(context, options);
    const agent = { kind: 'agent', id: rules.agent } as const;
    const content = contentFromVault(state.vault, workspace);
    const host = createHost(
      await state.hostOptions({
        workspace,
        capabilities: [createContentOps({ rules, recipes, content })],
        providers: [],
        standing,
        policy: await readPolicy(state.location.policy),
        operator,
        agent,
        workingDirectory: state.location.working,
        onEvent: (event) => tellHostEvent(output, event),
        ...(options.signal === undefined ? {} : { signal: options.signal }),
      }),
    );
    const application: Application = {
      state,
      workspace,
      rules,
      recipes,
      host,
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
    }
  });
}
