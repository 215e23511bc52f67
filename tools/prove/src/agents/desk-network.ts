import type { HttpAnswer, Network, OutgoingRequest } from '@cux/provider-mock';
import type { Ruling } from '@cux/provider-sdk';
import type { Life } from '../simulation/scheduler.ts';
import type { AgentsWorld } from './agents-world.ts';
import { type DeskWrite, deskOrigin } from './desk.ts';
import { never } from './place.ts';
import type { SimulatedGuard } from './simulated-guard.ts';

/** The longest a request is on its way, in milliseconds: less than the quiet time, which is what that is for. */
const longestWay = 9_000;

/** A session's way to the desk: through the rules of its guard, over a network that loses and delays. */
export function deskNetwork(
  world: AgentsWorld,
  session: { readonly life: Life; readonly guard: SimulatedGuard; readonly computer_id: string },
): Network {
  return {
    send: (outgoing) => send(world, session, outgoing),
    exportState: () => new TextEncoder().encode('{}'),
    close: async () => undefined,
  };
}

async function send(
  world: AgentsWorld,
  { life, guard, computer_id }: Parameters<typeof deskNetwork>[1],
  { method, url, headers = {}, body = '' }: OutgoingRequest,
): Promise<HttpAnswer | null> {
  if (life.ended) return never();
  const by = guard.inPersonsHands ? 'person' : 'agent';
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const asked = { method, url, headers, body: bytes, kind: 'request' } as const;
  const { ruling, permit } = guard.rule(asked);
  if (ruling.kind === 'block') return null;
  if (!ruling.write) return { status: 200, url, body: '' };
  const sent: DeskWrite = {
    path: new URL(url).pathname,
    title: new URLSearchParams(text).get('title') ?? '',
    by,
    computer_id,
    permit,
  };
  world.oracle.passes(sent);
  await world.scheduler.turn(life, 'connects', world.chance.below(200));
  // As the proxy does: right before the first byte it is asked once more.
  if (!ruling.mayLeave()) return null;
  world.oracle.leaves(sent);
  return travel(world, life, sent, ruling, url);
}

/** It arrives at once, late or never; what happens on its way is nobody's to take back. */
async function travel(
  world: AgentsWorld,
  life: Life,
  write: DeskWrite,
  ruling: Extract<Ruling, { kind: 'send' }>,
  url: string,
): Promise<HttpAnswer | null> {
  const { faults, scheduler, nature, chance } = world;
  if (world.goesWrong(0.08)) {
    faults.add('request to the site lost');
    return null;
  }
  if (world.goesWrong(0.2)) {
    faults.add('request to the site late');
    const way = chance.below(longestWay);
    const arrived = scheduler
      .turn(nature, 'a late request arrives', way)
      .then(() => world.oracle.arrives(write));
    if (world.goesWrong(0.5)) return null;
    await arrived;
  } else {
    world.oracle.arrives(write);
    if (world.mischief.siteTwice === true) world.oracle.arrives(write);
  }
  if (world.goesWrong(0.1)) {
    faults.add('response of the site lost');
    return null;
  }
  await scheduler.turn(life, 'the site answers', chance.below(200));
  ruling.answered(204);
  return { status: 204, url: url || deskOrigin, body: '' };
}
