import { contentOpsDescription, createContentOps, shippedRecipes } from '@cux/content-ops';
import { createKernel, randomIds, systemClock } from '@cux/kernel';
import { createBuiltInPolicy } from '@cux/policy';
import { createHost, currentProcessIdentity } from '@cux/runtime';
import { openSqliteStore } from '@cux/store-sqlite';
import { loadVaultKey, openFileVault } from '@cux/vault';
import { writeFileDurably } from '../disk/durable-files.ts';
import { askDecision } from './ask.ts';
import { contentFromVault } from './content-store.ts';
import { cuxCommand } from './cux-command.ts';
import { createNarrator } from './narrator.ts';
import { isUnfinished } from './next-step.ts';
import { openEngine } from './open-engine.ts';
import { openSite } from './open-site.ts';
import type { DemoOptions } from './options.ts';
import { agent, editor, editorByFlag, operator, workspace } from './people.ts';
import { actionPolicy, publishingRules } from './rules.ts';
import { openStateFolder, openStateRoot } from './state-folder.ts';
import { lockState } from './state-lock.ts';
import { readStory, type Story, writeStory } from './story-file.ts';
import type { Storyteller } from './storyteller.ts';
import { createEventTeller } from './tell-event.ts';
import type { Terminal } from './terminal.ts';

/** How long what left may still arrive, in milliseconds: the sites of the demo are on this machine. */
const quietMs = 2_000;

/** Everything of one run, and how it is put away again. */
export interface Composition {
  readonly teller: Storyteller;
  readonly story: Story;
  /** Ends the site and closes the state; safe to call twice. */
  close(): Promise<void>;
}

type CloseLater = (close: () => Promise<void> | void) => void;

/** Locks the state folder, starts the site, and puts kernel, store, vault, capability, provider and host together. */
export async function compose(
  options: DemoOptions,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<Composition> {
  const closing: (() => Promise<void> | void)[] = [];
  const close = async (): Promise<void> => {
    for (const each of closing.splice(0).reverse()) await each();
  };
  try {
    const parts = await open(options, terminal, signal, (each) => closing.push(each));
    return { ...parts, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function open(
  options: DemoOptions,
  terminal: Terminal,
  signal: AbortSignal,
  closeLater: CloseLater,
): Promise<Pick<Composition, 'teller' | 'story'>> {
  const narrator = createNarrator({ ...terminal, quiet: options.json });
  const root = openStateRoot(options.state);
  closeLater(lockState(root, () => new Date()));
  const state = openStateFolder(root, options);
  narrator.title(
    `cux demo · ${options.site}${options.mock ? ', without a browser' : ''} · state in ${state.folder}`,
  );

  const store = await openSqliteStore({ path: state.database });
  const kernel = createKernel({
    store,
    clock: systemClock,
    ids: randomIds,
    capabilities: [contentOpsDescription],
    quietMs,
  });
  closeLater(() => kernel.close());
  const vault = await openFileVault({
    directory: state.vault,
    key: await loadVaultKey({
      text: process.env.CUX_VAULT_KEY,
      file: state.vaultKey,
      directory: state.vault,
    }),
    clock: systemClock,
  });
  const story = readStory(state.story);
  const site = await openSite(options, {
    state,
    narrator,
    terminal,
    signal,
    lastPort: story.port,
    mustKeepPort: await isUnfinished(kernel, story.item),
  });
  closeLater(() => site.stop());
  writeStory(state.story, { ...story, port: site.port });
  const rules = publishingRules(site);
  writeFileDurably(state.rules, `${JSON.stringify(rules, null, 2)}\n`);
  writeFileDurably(state.policy, `${JSON.stringify(actionPolicy, null, 2)}\n`);

  const engine = await openEngine(options, site.origin);
  const host = createHost({
    workspace,
    kernel,
    vault,
    capabilities: [createContentOps({ rules, recipes: shippedRecipes, content: contentFromVault(vault) })],
    providers: [engine.provider],
    policy: createBuiltInPolicy(actionPolicy),
    clock: systemClock,
    ids: randomIds,
    processId: await currentProcessIdentity(randomIds.next('session')),
    operator,
    agent,
    workingDirectory: state.working,
    startGuard: engine.startGuard,
    onEvent: createEventTeller(narrator),
    rehearse: async (moment) => {
      if (moment === options.crash) process.kill(process.pid, 'SIGKILL');
    },
    signal,
  });
  const teller: Storyteller = {
    kernel,
    host,
    vault,
    providerId: engine.provider.providerId,
    site,
    state,
    narrator,
    signal,
    answer: (gate) => (options.decide === null ? askDecision(gate, signal) : Promise.resolve(options.decide)),
    decider: options.decide === null ? editor : editorByFlag,
    cux: cuxCommand(options.state),
    remember: (item) => writeStory(state.story, { version: 1, port: site.port, item }),
  };
  return { teller, story };
}
