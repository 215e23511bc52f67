// A host that is killed: comes to one moment of an action or of a waking, says so in a line of JSON, and stays there.

import type { ActionIntent } from '@cux/contracts';
import { createMockProvider } from '@cux/provider-mock';
import { createPlaywrightProvider } from '@cux/provider-playwright';
import type { Surface } from '@cux/provider-sdk';
import { AgentWorld } from './agent-world.ts';
import { deskFixture } from './desk-site.ts';
import type { KilledMoment, KilledReport, KilledWork } from './killed-host.ts';
import { openStoreAt, openVaultIn } from './killed-host.ts';
import { people } from './people.ts';
import { accepted, command } from './story.ts';

const work = JSON.parse(process.argv[2] ?? '') as KilledWork;
const { moment, origin, folder, address } = work;

/** What of the waking, of the engine or of the kernel is never answered, once it is armed. */
let armed: KilledMoment | null = null;
const staying = (): Promise<never> => new Promise(() => undefined);
let sent: Pick<KilledReport, 'key' | 'intent' | 'gate_id'> = { key: '', intent: null, gate_id: null };

function come(at: KilledMoment): Promise<never> | null {
  if (armed !== at) return null;
  const { computer_id, screen_id, session_id } = world;
  const report: KilledReport = { computer_id, screen_id, session_id, ...sent };
  process.stdout.write(`${JSON.stringify(report)}\n`);
  return staying();
}

const site = { origin, writes: [], delay: 0, close: async () => undefined };
const inner =
  work.provider === 'mock'
    ? createMockProvider({ fixture: deskFixture(origin) })
    : createPlaywrightProvider();
const world = await AgentWorld.open({
  site,
  store: await openStoreAt(address),
  vault: await openVaultIn(folder),
  workingDirectory: folder,
  patience: 5_000,
  provider: {
    ...inner,
    openSession: async (options) => (await come('engine starts')) ?? inner.openSession(options),
  },
  change: (surface) => {
    const calls = Object.entries(surface).map(([name, call]) => [
      name,
      (...given: unknown[]) =>
        come('press is prepared') ?? (call as (...all: unknown[]) => unknown)(...given),
    ]);
    return {
      ...(Object.fromEntries(calls) as Surface),
      fill: (element, value) => {
        // It goes on filling while it is killed.
        void come('field is filled');
        return surface.fill(element, value);
      },
    };
  },
});
world.rehearsal = async (at) => {
  await come(at === 'before-press' ? 'press is committed' : 'press is made');
};
world.beforeCommand = async (kind) => {
  if (kind === 'attach-screen') await come('screen is attached');
  if (kind === 'settle-action') await come('action is settled');
  if (kind === 'report-attempt') await come('press is reported');
};

/** Sends it and never hears of it. */
async function send(key: string, intent: ActionIntent, gate_id: string | null = null): Promise<void> {
  sent = { key, intent, gate_id };
  armed = moment;
  await world.send(intent, { key, deadline_ms: 60_000 });
  throw new Error(`it never came to the moment when ${moment}`);
}

if (moment === 'engine starts' || moment === 'screen is attached') {
  await world.host.release(world.computer_id);
  armed = moment;
  await world.wake();
} else if (moment === 'action is settled' || moment === 'field is filled') {
  await world.begin();
  await world.observe();
  const [ref, source_observation] = [world.ref('Title'), world.source];
  const typing = { kind: 'type_text', ref, text: 'Hello '.repeat(300), source_observation } as const;
  await send('killed', moment === 'field is filled' ? typing : world.click('Save draft'));
} else {
  const { gate_id, intent } = await world.askToPublish('killed');
  const { revision } = await world.gate(gate_id);
  const decision = { gate_id, revision, decision: 'approve', reason: null } as const;
  accepted(await command(world.kernel, 'decide-gate', people.editor, decision));
  await send('killed', intent, gate_id);
}
