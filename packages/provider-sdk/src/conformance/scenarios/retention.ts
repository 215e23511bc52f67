import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProbeStage, Scenario } from '../scenario.ts';
import { findTraces } from '../traces/find-traces.ts';
import { page } from './pages.ts';

const field = { role: 'textbox', name: 'Title' } as const;

/** What came into the temporary folder meanwhile, but the folder of the stage itself. */
async function cameSince(before: ReadonlySet<string>, own: string): Promise<readonly string[]> {
  const names = (await readdir(tmpdir())).filter((name) => !before.has(name));
  return names.map((name) => join(tmpdir(), name)).filter((path) => !own.startsWith(path));
}

/** A text that is in nothing else is put into a page and read from it, and looked for where the provider has promised not to write. */
async function look(stage: ProbeStage): Promise<readonly string[]> {
  const { provider, guard, site, workingDirectory } = stage;
  // Who promises nothing is given no work there.
  if (provider.zeroRetention === undefined) return [];
  guard.configure({ allowed_origins: [site.origin], write_rules: [] });
  const before = new Set(await readdir(tmpdir()));
  const session = await stage.open({ workingDirectory, retention: 'zdr' });
  const { surface } = session;
  await surface.open(site.startUrl, 10_000);
  const text = `kept-nowhere-${randomUUID()}`;
  const found = await surface.resolve(field);
  if (found.kind !== 'found') return ['the field of the page is not found'];
  await surface.fill(found.element, text);
  await surface.observe({ nodes: 500, bytes: 8_192 });
  await surface.capture('accessibility_snapshot');
  const kept = async (when: string) => {
    const inside = provider.zeroRetention === 'writes_nothing' ? [workingDirectory] : [];
    const traces = await findTraces([...inside, ...(await cameSince(before, workingDirectory))], [text]);
    return traces.length === 0 ? [] : [`${when} a file holds what was in the page`];
  };
  const wrong = await kept('while the session lives,');
  await session.close();
  return [...wrong, ...(await kept('after it was closed,'))];
}

export const retentionScenario: Scenario = {
  id: 'nothing-is-kept',
  because:
    'where nothing may be kept, what was in a page is in no file outside of what the provider has named',
  needs: [],
  site: { page: page() },
  play: { kind: 'probe', look },
};
