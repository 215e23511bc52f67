import type { Store } from '@cux/kernel';
import { createPlaywrightProvider } from '@cux/provider-playwright';
import { AgentWorld } from './agent-world.ts';
import { deskPage, startDeskSite } from './desk-site.ts';
import { forbidding } from './ladder-table.ts';

/** An agent at the desk in Chromium. */
export async function openInBrowser(store: Store): Promise<AgentWorld> {
  const site = await startDeskSite(deskPage);
  const provider = createPlaywrightProvider();
  return AgentWorld.open({ site, store, provider, patience: 5_000, rule: forbidding });
}

/** Ends a world that was opened on a store of its own, with its store and its site. */
export async function closeWhole(world: AgentWorld): Promise<void> {
  await world.close();
  await world.store.close();
  await world.site.close();
}
