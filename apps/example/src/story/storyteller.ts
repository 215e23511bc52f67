import type { Principal } from '@cux/contracts';
import type { Gate, Kernel } from '@cux/kernel';
import type { Host } from '@cux/runtime';
import type { Vault } from '@cux/vault';
import type { Commands } from './commands.ts';
import type { DemoSite } from './demo-site.ts';
import type { Narrator } from './narrator.ts';
import type { StateFolder } from './state-folder.ts';
import type { StoryItem } from './story-file.ts';

/** What one run of the story works with. */
export interface Storyteller {
  readonly kernel: Kernel;
  readonly host: Host;
  readonly vault: Vault;
  readonly providerId: string;
  readonly site: DemoSite;
  readonly state: StateFolder;
  readonly narrator: Narrator;
  readonly signal: AbortSignal;
  /** Asks a person, or gives the answer that was given beforehand; null leaves the gate for later. */
  answer(gate: Gate): Promise<'approve' | 'reject' | null>;
  /** Who answers: the person at the terminal, or the flag in their place. */
  readonly decider: Principal;
  /** How a person goes on from here. */
  readonly commands: Commands;
  /** Remembers the item, durably. */
  remember(item: StoryItem): void;
}
