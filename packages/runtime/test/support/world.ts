import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contentOpsDescription, createContentOps, type SiteRecipe } from '@cux/content-ops';
import type { Clock } from '@cux/contracts';
import { createKernel, type Kernel, randomIds, type Store, systemClock } from '@cux/kernel';
import type { Capability, CapabilityDescription } from '@cux/kernel/capability';
import { type ActionPolicy, createBuiltInPolicy } from '@cux/policy';
import { createMockProvider } from '@cux/provider-mock';
import {
  type DriverLimits,
  type Guard,
  type MonotonicClock,
  monotonicFrom,
  type Provider,
  startGuard,
} from '@cux/provider-sdk';
import { openSqliteStore } from '@cux/store-sqlite';
import { openMemoryVault, type Vault } from '@cux/vault';
import {
  createHost,
  currentProcessIdentity,
  type Host,
  type HostEvent,
  type HostOptions,
} from '../../src/index.ts';
import { type FixtureOptions, newsroomFixture } from './newsroom-fixture.ts';
import { publishingRules, recipe, recipeWithin } from './newsroom-recipe.ts';
import { type NewsroomServer, startNewsroom } from './newsroom-server.ts';
import { article, people, workspace } from './people.ts';

export const providerId = 'mock';

/** The host's clock, which a test may set forward. */
export interface TestClock extends Clock {
  advance(milliseconds: number): void;
}

export interface WorldOptions {
  /** In memory when left out. */
  readonly vault?: Vault;
  readonly fixture?: Omit<FixtureOptions, 'origin'>;
  readonly limits?: Partial<DriverLimits>;
  /** How long an attempt may take, in milliseconds (at least 1 000); the recipe's own time when left out. */
  readonly deadline?: number;
  /** How long what left may still arrive, in milliseconds (default 0: the site is here). */
  readonly quietMs?: number;
  /** A store file; in memory when left out. */
  readonly path?: string;
  /** Another world's site; one of its own when left out. */
  readonly site?: NewsroomServer;
  /** Capabilities that are registered beside publishing. */
  readonly capabilities?: readonly CapabilityDescription[];
}

/** A newsroom, a kernel on SQLite, a vault, and hosts over them: everything real but the browser. */
export interface World {
  readonly site: NewsroomServer;
  readonly store: Store;
  readonly kernel: Kernel;
  readonly vault: Vault;
  readonly clock: TestClock;
  readonly monotonic: MonotonicClock;
  readonly workingDirectory: string;
  readonly provider: Provider;
  readonly events: HostEvent[];
  readonly guards: Guard[];
  /** What the item is to say; a person revises it here and in the record. */
  readonly content: { current: typeof article };
  readonly host: Host;
  /** Another host over the same parts, some of them replaced. */
  hostWith(parts: Partial<HostOptions>): Promise<Host>;
  /** The publishing of this newsroom by another recipe of the same name. */
  capabilityWith(recipe: SiteRecipe): Capability;
  /** What sessions have left on the disk. */
  leftInWorkingDirectory(): Promise<readonly string[]>;
  /** Guards whose port still answers. */
  openPorts(): Promise<number>;
  close(): Promise<void>;
}

export const permissive: ActionPolicy = {
  schema_version: 'cux_action_policy_v1',
  label: 'test',
  rules: [
    {
      id: 'read-and-draft',
      effect: 'permit',
      when: { effect_classes: ['read', 'draft'] },
      reason: 'Harmless.',
    },
    {
      id: 'ask',
      effect: 'require_approval',
      when: { effect_classes: ['external_write', 'credential_use'] },
      reason: 'A person decides.',
    },
  ],
};

export async function openWorld(options: WorldOptions = {}): Promise<World> {
  const site = options.site ?? (await startNewsroom());
  const store = await openSqliteStore({ path: options.path ?? ':memory:' });
  const clock = testClock();
  // Permits end when the test's time has gone by, too.
  const monotonic = monotonicFrom(() => performance.now(), clock.now);
  const kernel = createKernel({
    store,
    clock,
    monotonic,
    ids: randomIds,
    capabilities: [contentOpsDescription, ...(options.capabilities ?? [])],
    quietMs: options.quietMs ?? 0,
  });
  const vault = options.vault ?? openMemoryVault({ clock: systemClock });
  const workingDirectory = await mkdtemp(join(tmpdir(), 'cux-runtime-test-'));
  const provider = createMockProvider({
    fixture: newsroomFixture({ ...options.fixture, origin: site.origin }),
  });
  const events: HostEvent[] = [];
  const guards: Guard[] = [];
  const content = { current: article };
  const ownRecipe = options.deadline === undefined ? recipe : recipeWithin(options.deadline);
  const capabilityWith = (own: SiteRecipe): Capability =>
    createContentOps({
      rules: publishingRules(site.origin),
      recipes: [own],
      content: { read: async () => content.current },
    });
  const hostWith = async (parts: Partial<HostOptions>): Promise<Host> =>
    createHost({
      workspace,
      kernel,
      vault,
      capabilities: [capabilityWith(ownRecipe)],
      providers: [provider],
      policy: createBuiltInPolicy(permissive),
      clock,
      monotonic,
      ids: randomIds,
      processId: await currentProcessIdentity(randomIds.next('session')),
      operator: people.operator,
      agent: people.agent,
      workingDirectory,
      limits: { driver: { poll: 10, ...options.limits } },
      startGuard: async () => {
        const guard = await startGuard({ clock, monotonic });
        guards.push(guard);
        return guard;
      },
      onEvent: (event) => events.push(event),
      ...parts,
    });
  return {
    site,
    store,
    kernel,
    vault,
    clock,
    monotonic,
    workingDirectory,
    provider,
    events,
    guards,
    content,
    host: await hostWith({}),
    hostWith,
    capabilityWith,
    leftInWorkingDirectory: () => readdir(workingDirectory),
    openPorts: async () => {
      const open = await Promise.all(guards.map(({ endpoint }) => answers(new URL(endpoint.proxyUrl))));
      return open.filter(Boolean).length;
    },
    close: async () => {
      await kernel.close();
      if (options.site === undefined) await site.close();
      await rm(workingDirectory, { recursive: true, force: true });
    },
  };
}

function testClock(): TestClock {
  let ahead = 0;
  return {
    now: () => systemClock.now() + ahead,
    advance: (milliseconds) => {
      ahead += milliseconds;
    },
  };
}

function answers({ hostname, port }: URL): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    const end = (open: boolean) => {
      socket.destroy();
      resolve(open);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });
}
