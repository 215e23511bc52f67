import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../src/guard/system-clock.ts';
import { type Guard, startGuard } from '../../src/index.ts';
import {
  loadProcessProvider,
  type ProcessProvider,
  type ProcessProviderOptions,
} from '../../src/process/index.ts';

export const manifest = {
  schema_version: 'cux_provider_manifest_v1',
  provider_id: 'wayward',
  describes: 'Goes wrong on request.',
  protocol: { minimum: 1, maximum: 1 },
  visibility: 'replayable',
  primitives: {
    screenshots: 'unsupported',
    accessibility_tree: 'unsupported',
    browser_session: 'unsupported',
    record_replay: 'unsupported',
    external_write: 'gated',
    private_source_read: 'unsupported',
  },
  traffic: 'guard_proxy',
  features: [],
  config_schema: { type: 'object', properties: {}, additionalProperties: false },
  command: { executable: process.execPath, arguments: [] as string[] },
};

export interface Bench {
  readonly provider: ProcessProvider;
  readonly guard: Guard;
  readonly workingDirectory: string;
  readonly log: string[];
  open(signal?: AbortSignal): ReturnType<ProcessProvider['openSession']>;
  close(): Promise<void>;
}

/** The wayward provider, started for one way of going wrong at one method. */
export async function openBench(
  way: string,
  at: string,
  options: ProcessProviderOptions = { confinement: 'declared' },
): Promise<Bench> {
  const root = await mkdtemp(join(tmpdir(), 'cux-process-'));
  const script = join(import.meta.dirname, 'wayward-provider.mjs');
  const path = join(root, 'manifest.json');
  const command = { executable: process.execPath, arguments: [script, way, at] };
  await writeFile(path, JSON.stringify({ ...manifest, command }));
  const log: string[] = [];
  const provider = await loadProcessProvider(path, { onLog: (line) => log.push(line), ...options });
  const guard = await startGuard({ clock: systemClock });
  const workingDirectory = await mkdtemp(join(root, 'session-'));
  return {
    provider,
    guard,
    workingDirectory,
    log,
    open: (signal = new AbortController().signal) =>
      provider.openSession({
        guard: guard.endpoint,
        viewport: { width: 800, height: 600 },
        storedSession: null,
        workingDirectory,
        signal,
      }),
    close: async () => {
      await guard.close();
      await rm(root, { recursive: true, force: true });
    },
  };
}
