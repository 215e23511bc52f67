import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { makeFolder } from '@cux/vault';
import type { DemoOptions } from './options.ts';

/** Where one combination of site and mode keeps everything. */
export interface StateFolder {
  readonly folder: string;
  readonly database: string;
  readonly vault: string;
  /** The key of the vault, where the environment does not give one. */
  readonly vaultKey: string;
  /** The site's own state, never read through cux. */
  readonly site: string;
  /** Evidence that a person can open. */
  readonly evidence: string;
  /** Provider sessions work here; empty between runs. */
  readonly working: string;
  readonly story: string;
  /** The publishing rules that the work follows, for whoever recovers it. */
  readonly rules: string;
  /** The action policy, for the same reason: both are part of every approval. */
  readonly policy: string;
  /** The head of the audit log after the last run. */
  readonly auditHead: string;
}

/** Makes the demo's folder, which nobody else may look into. The rights of a folder that is there already are its owner's. */
export function openStateRoot(state: string): string {
  const root = resolve(state);
  makeFolder(root);
  return root;
}

/** The combination's own folder. With `fresh`, what it held is removed; leftovers of killed sessions always are. */
export function openStateFolder(root: string, options: DemoOptions): StateFolder {
  const folder = join(root, combination(options));
  if (options.fresh) rmSync(folder, { recursive: true, force: true });
  const state: StateFolder = {
    folder,
    database: join(folder, 'cux.sqlite'),
    vault: join(folder, 'vault'),
    vaultKey: join(folder, 'vault.key'),
    site: join(folder, 'site'),
    evidence: join(folder, 'evidence'),
    working: join(folder, 'working'),
    story: join(folder, 'story.json'),
    rules: join(folder, 'rules.json'),
    policy: join(folder, 'policy.json'),
    auditHead: join(folder, 'audit-head'),
  };
  rmSync(state.working, { recursive: true, force: true, maxRetries: 5 });
  for (const path of [folder, state.evidence, state.working]) makeFolder(path);
  return state;
}

function combination({ site, mock, agent }: DemoOptions): string {
  return [site, ...(agent ? ['agent'] : []), ...(mock ? ['mock'] : [])].join('-');
}
