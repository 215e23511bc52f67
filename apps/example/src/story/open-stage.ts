import type { CapabilityDescription } from '@cux/kernel/capability';
import type { Provider } from '@cux/provider-sdk';
import { openRuntime, type Runtime } from '@cux/runtime';
import { openSqliteStore } from '@cux/store-sqlite';
import { askDecision } from './ask.ts';
import { commandsOf } from './commands.ts';
import type { DemoSite } from './demo-site.ts';
import { createNarrator, type Narrator } from './narrator.ts';
import { openEngine } from './open-engine.ts';
import { openSite } from './open-site.ts';
import type { DemoOptions } from './options.ts';
import { editor, editorByFlag } from './people.ts';
import { openStateFolder, openStateRoot, type StateFolder } from './state-folder.ts';
import { lockState } from './state-lock.ts';
import { readStory, type Story } from './story-file.ts';
import type { Storyteller } from './storyteller.ts';
import type { Terminal } from './terminal.ts';

/** How long what left may still arrive, in milliseconds: the sites of the demo are on this machine. */
const quietMs = 2_000;

/** One run of the demo, as whoever tells its story begins it. */
export interface StageSettings {
  readonly options: DemoOptions;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
  /** What the story is called. */
  readonly title: string;
  readonly capability: CapabilityDescription;
  /** Whether work is under way that names the site by its address. */
  readonly isUnderWay: (runtime: Runtime, story: Story) => Promise<boolean>;
}

/** What both stories of the demo work with. */
export interface Stage extends Pick<Storyteller, 'answer' | 'commands' | 'decider' | 'signal'> {
  readonly runtime: Runtime;
  readonly narrator: Narrator;
  readonly state: StateFolder;
  readonly story: Story;
  readonly site: DemoSite;
  readonly engine: Provider;
  /** For what is opened later: closed before all that was opened before it. */
  closeLater(close: () => Promise<void> | void): void;
  /** Ends the site and closes the state; safe to call twice. */
  close(): Promise<void>;
}

/**
 * Locks the state folder, starts the site, opens kernel, store, vault and engine, and hands them to the story. What was opened
 * is closed again where something fails.
 */
export async function withStage<Told>(
  settings: StageSettings,
  tell: (stage: Stage) => Promise<Told>,
): Promise<Told> {
  const closing: (() => Promise<void> | void)[] = [];
  const closeLater = (close: () => Promise<void> | void): void => {
    closing.push(close);
  };
  const close = async (): Promise<void> => {
    for (const each of closing.splice(0).reverse()) await each();
  };
  try {
    return await tell({ ...(await open(settings, closeLater)), closeLater, close });
  } catch (error) {
    await close();
    throw error;
  }
}

async function open(
  { options, terminal, signal, title, capability, isUnderWay }: StageSettings,
  closeLater: Stage['closeLater'],
): Promise<Omit<Stage, 'closeLater' | 'close'>> {
  const narrator = createNarrator({ ...terminal, quiet: options.json });
  const root = openStateRoot(options.state);
  closeLater(lockState(root, () => new Date()));
  const state = openStateFolder(root, options);
  narrator.title(
    `cux demo · ${title}${options.mock ? ', without a browser' : ''} · state in ${state.folder}`,
  );
  const runtime = await openRuntime({
    store: await openSqliteStore({ path: state.database }),
    capabilities: [capability],
    quietMs,
    vault: { directory: state.vault, keyFile: state.vaultKey, keyText: process.env.CUX_VAULT_KEY },
  });
  closeLater(() => runtime.close());
  await runtime.openVault();
  const story = readStory(state.story);
  const mustKeepPort = await isUnderWay(runtime, story);
  const lastPort = story.port;
  const site = await openSite(options, { state, narrator, terminal, signal, lastPort, mustKeepPort });
  closeLater(() => site.stop());
  return {
    ...{ runtime, narrator, state, story, site, signal },
    commands: commandsOf(options, state.folder),
    engine: await openEngine(options, site.origin),
    answer: (gate) => (options.decide === null ? askDecision(gate, signal) : Promise.resolve(options.decide)),
    decider: options.decide === null ? editor : editorByFlag,
  };
}
