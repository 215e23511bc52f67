import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ActionPolicy, createBuiltInPolicy, type PolicyDecider } from '@cux/policy';
import type { Surface } from '@cux/provider-sdk';
import { openMemoryVault, type Vault } from '@cux/vault';
import { diskFrom } from '../simulation/disk-image.ts';
import { World, type WorldOptions } from '../simulation/world.ts';
import { agentLaws } from './agent-laws.ts';
import type { HostProcess } from './host-process.ts';
import { AgentsOracle } from './oracle.ts';
import type { SimulatedGuard } from './simulated-guard.ts';
import { withSimulatedTimers } from './simulated-timers.ts';

/** How a proof may spoil this world on purpose. */
export interface Mischief {
  /** Every write reaches the site twice. */
  readonly siteTwice?: boolean;
}

export interface AgentsWorldOptions extends Omit<WorldOptions, 'laws'> {
  readonly mischief?: Mischief;
  /** Private folder for what the hosts put into folders. */
  readonly workingDirectory: string;
}

/** What agents may do, by default: draft freely, and ask before anything leaves. */
const usualRules: ActionPolicy = {
  schema_version: 'cux_action_policy_v1',
  label: 'desk',
  rules: [
    {
      id: 'draft',
      effect: 'permit',
      when: { effect_classes: ['read', 'draft', 'external_write'] },
      reason: 'Drafting is harmless.',
    },
  ],
};

/** The rules as they may become: others that ask all the same, and such that forbid. */
const policies: readonly ActionPolicy[] = [
  usualRules,
  usualRules,
  { ...usualRules, rules: usualRules.rules.map((rule) => ({ ...rule, reason: 'Said otherwise.' })) },
  {
    ...usualRules,
    rules: [
      ...usualRules.rules,
      { id: 'no-publishing', effect: 'forbid', when: { target: { name: 'Publish' } }, reason: 'Not today.' },
    ],
  },
];

/** The world of agents that act one action at a time: the shipped runtime and kernel, a simulated engine, network and site. */
export class AgentsWorld extends World {
  /** A call of a host takes many steps. */
  override readonly calm = 5;
  override readonly interleaved = 0.1;
  readonly mischief: Mischief;
  readonly workingDirectory: string;
  readonly oracle: AgentsOracle;
  readonly processes: HostProcess[] = [];
  readonly vault: Vault;
  readonly guards = new Map<string, SimulatedGuard>();
  /** The page that each Computer shows, without anything between. */
  readonly pages = new Map<string, Surface>();
  #policy: PolicyDecider = createBuiltInPolicy(usualRules);

  constructor({ mischief = {}, workingDirectory, ...options }: AgentsWorldOptions) {
    super({ ...options, laws: agentLaws });
    this.mischief = mischief;
    this.workingDirectory = workingDirectory;
    this.oracle = new AgentsOracle(this);
    this.vault = openMemoryVault({ clock: { now: () => this.scheduler.now } });
  }

  /** The policy as it is when it is asked. */
  get policy(): PolicyDecider {
    const now = () => this.#policy;
    return {
      get version() {
        return now().version;
      },
      decide: (action) => now().decide(action),
    };
  }

  changePolicy(usual = false): void {
    this.#policy = createBuiltInPolicy(usual ? usualRules : (this.chance.pick(policies) ?? usualRules));
  }

  livingProcess(): HostProcess | undefined {
    return this.chance.pick(this.processes.filter(({ life }) => !life.ended));
  }

  /** Whoever has custody of a Computer, if it lives. */
  holderOf(computerId: string): HostProcess | undefined {
    const holder = this.judge.mirror.one('computer', computerId)?.placement?.process_id;
    return this.processes.find(({ life }) => !life.ended && life.name === holder);
  }

  /** A host also works with files: what it waits for there has to be over, too. */
  override async settled(): Promise<void> {
    await super.settled();
    while (process.getActiveResourcesInfo().some((name) => /^(FSReq|CloseReq)/.test(name))) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    await super.settled();
  }

  override unfinished(): string | null {
    const { mirror } = this.judge;
    const screen = mirror.all('screen').find(({ control }) => control !== 'agent');
    if (screen !== undefined) return `Screen ${screen.screen_id} is still ${screen.control}`;
    const between = mirror
      .all('computer')
      .find(({ lifecycle }) => ['waking', 'archiving'].includes(lifecycle));
    if (between !== undefined) return `Computer ${between.computer_id} is still ${between.lifecycle}`;
    return super.unfinished();
  }
}

/** A world over a copy of a disk, with timers of its own and a folder for its hosts, and what is done in it. */
export async function inAgentsWorld<Value>(
  { image, ...options }: Omit<AgentsWorldOptions, 'workingDirectory' | 'disk'> & { readonly image: Buffer },
  work: (world: AgentsWorld) => Promise<Value>,
): Promise<Value> {
  const workingDirectory = await mkdtemp(join(tmpdir(), 'cux-prove-agents-'));
  const world = new AgentsWorld({ ...options, workingDirectory, disk: diskFrom(image) });
  try {
    return await withSimulatedTimers(world.scheduler, () => work(world));
  } finally {
    for (const { life } of world.processes) life.ended = true;
    world.disk.discard();
    await rm(workingDirectory, { recursive: true, force: true });
  }
}
