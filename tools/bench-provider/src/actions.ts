import type { Amount } from './click.ts';
import type { ProtocolCounter } from './contenders/counting.ts';
import { startRaw } from './contenders/raw.ts';
import { ThroughRuntime } from './contenders/through-runtime.ts';
import { type Measured, measureInRounds, median, pairedRatio } from './rounds.ts';
import { milliseconds, table } from './table.ts';

/** An attempt takes a hundred actions at most. */
const perAttempt = 90;

/** What the actions of one kind have cost beside their milliseconds, one number for each. */
interface Cost {
  readonly messages: number[];
  readonly trips: number[];
  readonly commits: number[];
}

const nothing = (): Cost => ({ messages: [], trips: [], commits: [] });

/**
 * An agent's single actions through the runtime, beside `locator.click` on the same page in the same rounds: a click in a draft, and the identical
 * retry of a publication that a person has approved (admission, prepare, evidence, commit, press, report, settlement). What is asked and decided
 * before is not timed.
 */
export async function benchActions(
  parts: { readonly executablePath: string; readonly counter: ProtocolCounter },
  {
    origin,
    where,
    published,
  }: { readonly origin: string; readonly where: string; readonly published: () => number },
  { rounds, warmUp }: Amount,
): Promise<string> {
  const { executablePath, counter } = parts;
  const raw = await startRaw(executablePath);
  const drafting = await ThroughRuntime.start(executablePath, origin, where);
  const publishing = await ThroughRuntime.start(executablePath, origin, where);
  const costs = { draft: nothing(), approved: nothing() };
  try {
    await raw.page.goto(origin + where);
    const times = await measureInRounds(
      {
        raw: { run: () => raw.page.locator('#target').click() },
        draft: draftClick(drafting, counter, costs.draft),
        approved: approvedClick(publishing, counter, costs.approved),
      },
      rounds,
      warmUp,
    );
    if (published() !== rounds + warmUp) {
      throw new Error(`cux has published ${published()} times, not ${rounds + warmUp}`);
    }
    const row = (name: string, of: 'draft' | 'approved') => [
      name,
      milliseconds(median(times[of])),
      `${pairedRatio(times[of], times.raw).toFixed(3)}`,
      ...(['messages', 'trips', 'commits'] as const).map(
        (what) => `${median(costs[of][what])} (at most ${Math.max(...costs[of][what])})`,
      ),
    ];
    return table(
      ['action through the runtime', 'median ms', '÷ `locator.click`', 'messages', 'round trips', 'commits'],
      [
        ['`locator.click`', milliseconds(median(times.raw)), '', '', '', ''],
        row('a click in a draft', 'draft'),
        row('an approved publication', 'approved'),
      ],
    );
  } finally {
    for (const each of [drafting, publishing, raw]) await each.close();
  }
}

/** Counts what `act` costs, whatever was prepared before. */
function counted(
  world: ThroughRuntime,
  counter: ProtocolCounter,
  cost: Cost,
  {
    prepare,
    act,
  }: { readonly prepare: (round: number) => Promise<void>; readonly act: (round: number) => Promise<void> },
): Measured {
  let commits = 0;
  return {
    prepare: async (round) => {
      await prepare(round);
      commits = world.commits();
      counter.take();
    },
    run: async (round) => {
      await act(round);
      const { messages, trips } = counter.take();
      cost.messages.push(messages);
      cost.trips.push(trips);
      cost.commits.push(world.commits() - commits);
    },
  };
}

function draftClick(world: ThroughRuntime, counter: ProtocolCounter, cost: Cost): Measured {
  return counted(world, counter, cost, {
    prepare: async (round) => {
      if (round % perAttempt === 0) {
        if (round > 0) await world.end();
        await world.begin();
      }
      await world.observe();
    },
    act: async (round) => {
      const { kind } = await world.act(`draft-${round}`, world.click('Target'));
      if (kind !== 'performed') throw new Error(`cux: the action was ${kind}`);
    },
  });
}

function approvedClick(world: ThroughRuntime, counter: ProtocolCounter, cost: Cost): Measured {
  let press: (() => Promise<void>) | null = null;
  return counted(world, counter, cost, {
    prepare: async (round) => {
      await world.begin();
      await world.observe();
      const intent = world.click('Publish');
      const asked = await world.act(`publish-${round}`, intent);
      if (asked.kind !== 'pending') throw new Error(`cux: the question was ${JSON.stringify(asked)}`);
      await world.approve(asked.approval.gate_id);
      press = async () => {
        const came = await world.act(`publish-${round}`, intent);
        if (came.kind !== 'performed') throw new Error(`cux: the publication was ${JSON.stringify(came)}`);
      };
    },
    act: async () => press?.(),
  });
}
