import type { Amount } from './click.ts';
import type { Contenders } from './contenders/all.ts';
import { measureInRounds, median, pairedRatio, type Times } from './rounds.ts';
import { compared, milliseconds } from './table.ts';

/** Filling one field, and reading it back, which is timed apart. */
export async function benchFill({ raw, governed }: Contenders, amount: Amount): Promise<readonly string[]> {
  const element = await governed.elementOf('textbox "Title"');
  const text = (round: number) => `The harbour opened two hours early, take ${round}`;
  const times = await measureInRounds(
    {
      raw: { run: (round) => raw.page.locator('#title').fill(text(round)) },
      governed: {
        run: async (round) => {
          const { kind } = await governed.surface.fill(element, text(round));
          if (kind !== 'done') throw new Error(`cux: the fill was ${kind}`);
        },
      },
      readBack: {
        run: async (round) => {
          const held = await governed.surface.holds(
            { role: 'textbox', name: 'Title' },
            { kind: 'text', value: text(round) },
          );
          // The first turns of a round come before its fill.
          if (held === 'gone') throw new Error('cux: the field has gone');
        },
      },
    },
    amount.rounds,
    amount.warmUp,
  );
  return [
    'governed fill ÷ `locator.fill`',
    `${milliseconds(median(times.governed))} / ${milliseconds(median(times.raw))}`,
    ...compared(pairedRatio(times.governed, times.raw), 0.8),
    `read-back ${milliseconds(median(times.readBack))} ms`,
  ];
}

/** Observing after one node has changed. */
export async function benchObservation(
  { raw, governed }: Contenders,
  ref: string,
  { rounds, warmUp }: Amount,
): Promise<readonly string[]> {
  const element = await governed.surface.lookup(ref);
  if (element.kind !== 'found') throw new Error(`the reference is ${element.kind}`);
  let pressed = '';
  const times = await measureInRounds(
    {
      aria: {
        prepare: () => raw.page.locator('#target').click(),
        run: async () => {
          await raw.page.locator('body').ariaSnapshot();
        },
      },
      observation: {
        prepare: async () => {
          await governed.surface.press(element.element, 5_000);
        },
        run: async () => {
          const tree = await governed.observe();
          const now = /button "(Pressed \d+)"/.exec(tree)?.[1] ?? '';
          if (now === pressed) throw new Error('cux: the observation has not seen the change');
          pressed = now;
        },
      },
    },
    rounds,
    warmUp,
  );
  return [
    'observation after a change of one node ÷ `ariaSnapshot`',
    `${milliseconds(median(times.observation))} / ${milliseconds(median(times.aria))}`,
    ...compared(pairedRatio(times.observation, times.aria), 0.05),
    '',
  ];
}

/** The fence check alone. */
export async function benchFence({ governed }: Contenders, ref: string, amount: Amount): Promise<Times> {
  const found = await governed.surface.lookup(ref);
  if (found.kind !== 'found') throw new Error(`the reference is ${found.kind}`);
  const { fence } = await measureInRounds(
    {
      fence: {
        run: async () => {
          const { kind } = await governed.surface.readiness(found.element);
          if (kind !== 'ready') throw new Error(`the target is ${kind}`);
        },
      },
    },
    amount.rounds,
    amount.warmUp,
  );
  return fence;
}
