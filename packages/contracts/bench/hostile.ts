import { screenText } from '../src/index.ts';
import { type HostileShape, hostileShapes } from './hostile-shapes.ts';

/** 64 KiB: the size of a record. */
const length = 65_536;

const cleanUnit =
  'The harbour opened two hours early on Friday, and the council voted to keep the library open until May. ';

/** A shape, and the screen's time for 64 KiB of it, of the time for a clean text of that length. */
interface HostileTime {
  readonly shape: HostileShape;
  readonly ratio: number;
}

/** All shapes of a family: how many, how many take more than twice the time, and the slowest. */
export interface FamilyTimes {
  readonly family: string;
  readonly shapes: number;
  readonly overTwice: number;
  readonly slowest: HostileTime;
}

/**
 * Screens 64 KiB of every hostile shape beside a clean text of that length, by turns. The least of several times counts:
 * another program on the machine can only add to it.
 */
export function timeHostile(rounds = 12): readonly FamilyTimes[] {
  const clean = flat(cleanUnit.repeat(Math.ceil(length / cleanUnit.length)).slice(0, length));
  for (let round = 0; round < 300; round += 1) screenText(clean);
  const times = hostileShapes().map((shape) => ({
    shape,
    ratio: ratioOf(flat(shape.make(length)), clean, rounds),
  }));
  const families = [...new Set(times.map(({ shape }) => shape.family))];
  return families.map((family) => {
    const own = times
      .filter(({ shape }) => shape.family === family)
      .sort((one, other) => other.ratio - one.ratio);
    return {
      family,
      shapes: own.length,
      overTwice: own.filter(({ ratio }) => ratio > 2).length,
      slowest: own[0] as HostileTime,
    };
  });
}

/** A ratio of which a busy machine may be the reason is measured on, four times as long. */
function ratioOf(text: string, clean: string, rounds: number): number {
  let hostile = Number.POSITIVE_INFINITY;
  let honest = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds || (round < 4 * rounds && hostile / honest > 1.8); round += 1) {
    honest = Math.min(honest, timeOf(clean), timeOf(clean));
    hostile = Math.min(hostile, timeOf(text));
  }
  return hostile / honest;
}

function timeOf(text: string): number {
  const from = performance.now();
  screenText(text);
  return performance.now() - from;
}

/** In one piece in memory, as a text that was read; what `repeat` returns is put together at its first use. */
const flat = (text: string): string => JSON.parse(JSON.stringify(text)) as string;
