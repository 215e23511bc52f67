import { relative, resolve } from 'node:path';
import { plainLine } from '@cux/content-ops';
import type { Command } from 'commander';
import type { CommandContext, GlobalOptions, ProgramEnvironment } from './command-context.ts';
import { promptingPerson } from './commands/ask-decision.ts';
import type { ConfigFile } from './options/config-file.ts';
import type { Output } from './output.ts';
import { locateFolder, locateState, type StateLocation } from './state/locate-state.ts';
import { type OpenState, openState } from './state/open-state.ts';
import { existingStorePlace, type StorePlace } from './state/store-place.ts';

/** What the groups of commands share, over the options of this run. */
export function createContext(
  program: Command,
  surroundings: ProgramEnvironment,
  config: () => ConfigFile | null,
): CommandContext {
  const options = () => program.opts<GlobalOptions>();
  const output = (): Output => outputOf(options(), surroundings);
  const namedStore = (read: (named: string) => StorePlace = existingStorePlace) => {
    const { store } = options();
    return store === undefined || store === '' ? undefined : read(store);
  };
  const location = (): StateLocation => {
    const { state, rules, policy, recipes } = options();
    const found = namedStore() === undefined ? locateState(state) : locateFolder(state);
    return { ...found, rules: rules ?? found.rules, policy: policy ?? found.policy, recipes };
  };
  return {
    surroundings,
    person: surroundings.person ?? promptingPerson,
    options,
    output,
    config,
    location,
    namedStore,
    async withState(work, { writer } = {}) {
      const { state: named, workspace, json } = options();
      const place = location();
      // Which of several was the newest is not for the person to guess.
      if (!json && place.folder !== resolve(named ?? '')) {
        surroundings.writeError(`cux: the state in ${plainLine(relative('', place.folder))}\n`);
      }
      const state = await openState(place, workspace, namedStore(), surroundings.environment.CUX_VAULT_KEY, {
        // The config file says where work goes; nothing may have been done there yet.
        mayBeMissing: program.getOptionValueSource('workspace') === 'config',
        writer,
      });
      try {
        if (!json)
          for (const line of await elsewhere(state)) surroundings.writeError(`cux: ${plainLine(line)}\n`);
        await work(state, output());
      } finally {
        await state.close();
      }
    },
  };
}

/** What is said of workspaces that are at work in another store: nothing that is done here would count. */
async function elsewhere({ kernel, workspaces }: OpenState): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const workspace of workspaces) {
    const where = await kernel.whereabouts(workspace);
    if (where?.kind === 'moved') {
      lines.push(`${workspace} was moved to ${where.place}; this store shows how it was left`);
    }
    if (where?.kind === 'copy') {
      lines.push(`this store has a copy of ${workspace}, to be read; it is at work in another store`);
    }
  }
  return lines;
}

function outputOf({ json, color }: GlobalOptions, surroundings: ProgramEnvironment): Output {
  const { write, writeError, colors = false, progress = false } = surroundings;
  return { json, write, writeError, colors: colors && color && !json, progress: progress && !json };
}
