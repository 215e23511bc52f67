import type { Contenders } from './contenders/all.ts';
import type { ProtocolCounter } from './contenders/counting.ts';
import { type Measured, measureInRounds, median, pairedRatio, type Times } from './rounds.ts';
import { compared, milliseconds, table } from './table.ts';

export interface Amount {
  readonly rounds: number;
  readonly warmUp: number;
}

/** What one click costs beside its milliseconds. */
interface Cost {
  readonly messages: number[];
  readonly trips: number[];
  readonly commits: number[];
}

async function open(contenders: Contenders, origin: string, where: string): Promise<string> {
  const { raw, governed, stagehand, mcp, mcpSettling } = contenders;
  await raw.page.goto(origin + where);
  await governed.open(where);
  for (const each of [stagehand, mcp, mcpSettling]) {
    await each.open(origin + where);
  }
  return governed.referenceOf('button "Target"');
}

function governedClick(
  { governed }: Contenders,
  ref: string,
  counter: ProtocolCounter,
  cost: Cost,
): Measured {
  let commits = 0;
  return {
    prepare: async () => {
      await governed.approve();
      commits = governed.commits();
      counter.take();
    },
    run: async () => {
      const { kind } = await governed.click(ref);
      if (kind !== 'done') throw new Error(`cux: the click was ${kind}`);
      const { messages, trips } = counter.take();
      cost.messages.push(messages);
      cost.trips.push(trips);
      cost.commits.push(governed.commits() - commits);
    },
  };
}

/** Every contender has pressed exactly as often as it was told to. */
async function requirePresses(contenders: Contenders, expected: number, settling: number): Promise<void> {
  const { raw, stagehand, mcp, mcpSettling } = contenders;
  const counts = {
    raw: await raw.page.evaluate(() => Number((globalThis as { presses?: number }).presses ?? 0)),
    Stagehand: await stagehand.presses(),
    'playwright-mcp': await mcp.presses(),
  };
  for (const [name, count] of Object.entries(counts)) {
    if (count !== expected) throw new Error(`${name} has pressed ${count} times, not ${expected}`);
  }
  if ((await mcpSettling.presses()) !== settling)
    throw new Error('playwright-mcp has not pressed every time');
}

/** Clicks of every contender on one page, in the same rounds. */
export async function benchClicks(
  contenders: Contenders,
  counter: ProtocolCounter,
  origin: string,
  where: string,
  { rounds, warmUp }: Amount,
): Promise<string> {
  const { raw, governed, stagehand, mcp, mcpSettling } = contenders;
  const ref = await open(contenders, origin, where);
  const cost: Cost = { messages: [], trips: [], commits: [] };
  const every = 4;
  for (const part of Object.values(governed.parts)) part.length = 0;
  const times = await measureInRounds(
    {
      raw: { run: () => raw.page.locator('#target').click() },
      governed: governedClick(contenders, ref, counter, cost),
      step: { run: () => governed.step(ref) },
      stagehand: { run: () => stagehand.click() },
      mcp: { run: () => mcp.click() },
    },
    rounds,
    warmUp,
  );
  const parts = Object.entries(governed.parts).map(
    ([name, spent]) => `${name} ${milliseconds(median(spent.slice(warmUp)))}`,
  );
  const settling = await measureInRounds(
    {
      governed: governedClick(contenders, ref, counter, { messages: [], trips: [], commits: [] }),
      mcp: { run: () => mcpSettling.click() },
    },
    Math.ceil(rounds / every),
    1,
  );
  await requirePresses(contenders, rounds + warmUp, Math.ceil(rounds / every) + 1);
  return [
    clickTable(times, settling),
    `One governed click: ${median(cost.messages)} messages to the browser (at most ${Math.max(...cost.messages)}) in ${median(cost.trips)} round trips (at most ${Math.max(...cost.trips)}), ${Math.max(...cost.commits)} commits. Its parts, in ms: ${parts.join(', ')}.`,
  ].join('\n\n');
}

function clickTable(
  times: Readonly<Record<'raw' | 'governed' | 'step' | 'stagehand' | 'mcp', Times>>,
  settling: Readonly<Record<'governed' | 'mcp', Times>>,
): string {
  const row = (name: string, of: Times, to: Times, most: number) => [
    name,
    milliseconds(median(to)),
    ...compared(pairedRatio(of, to), most),
  ];
  return table(
    ['click', 'median ms', 'governed ÷ this', 'at most', 'held'],
    [
      ['governed, two commits', milliseconds(median(times.governed)), '', '', ''],
      [
        'governed step of a draft, with stop signs',
        milliseconds(median(times.step)),
        pairedRatio(times.governed, times.step).toFixed(3),
        '',
        '',
      ],
      row('`locator.click`', times.governed, times.raw, 0.25),
      row('Stagehand `act`, known selector', times.governed, times.stagehand, 0.5),
      row('playwright-mcp, settle 0', times.governed, times.mcp, 0.1),
      row('playwright-mcp, as it comes', settling.governed, settling.mcp, 0.0125),
    ],
  );
}
