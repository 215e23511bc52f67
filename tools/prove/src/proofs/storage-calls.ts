import { finishOn } from '../crash-points/finish.ts';
import { scenario } from '../crash-points/scenario.ts';
import { contentOf, crashAt, type Point, type Recording, record } from '../crash-points/storage-calls.ts';
import { missing, type Proof, type ProofResult, type Scale } from './proof.ts';

/** After every which crash the whole work is brought to its end, by other processes. */
const finishedEach: Readonly<Record<Scale, number>> = { share: 60, short: 60, long: 1 };

/** Each so many-th point is tried; an odd number, so that both sides of calls come up. */
const triedEach: Readonly<Record<Scale, number>> = { share: 9, short: 1, long: 1 };

/** Points that have to be there, at least. */
const leastPoints: Readonly<Record<Scale, number>> = { share: 110, short: 1_000, long: 1_000 };

const fault = 'process dies at a storage call';

/**
 * A process dies at every storage call of a scenario of thirty commands, before and after. What is found then is the
 * state before the command or the one after it, whole; the same command sent again is carried out once; and from there
 * everything comes to its end with one publication for one approval.
 */
export const storageCalls: Proof = {
  name: 'storage-calls',
  run: async (scale) => {
    const result = await crashEverywhere(finishedEach[scale], { stride: triedEach[scale] });
    const few = missing(result.faults, { [fault]: leastPoints[scale] });
    return { ...result, violations: [...result.violations, ...few] };
  },
};

interface Chosen {
  /** Each so many-th point is tried. */
  readonly stride?: number;
  /** How many of the points are tried, at most. */
  readonly most?: number;
  /** A defect put in on purpose: the statements of a command are no transaction. */
  readonly torn?: boolean;
}

/** @param each after each so many-th crash everything is brought to its end */
export async function crashEverywhere(
  each: number,
  { stride = 1, most = Number.POSITIVE_INFINITY, torn = false }: Chosen = {},
): Promise<ProofResult> {
  const recording = await record();
  const violations: string[] = [];
  const all = pointsOf(recording);
  const points = all.filter((_, index) => index % stride === 0).slice(0, most);
  let finished = 0;
  for (const [index, point] of points.entries()) {
    const finish = index % each === 0;
    if (finish) finished += 1;
    const wrong = await crash(recording, point, { finish, torn });
    if (wrong !== null) violations.push(`${nameOf(recording, point)}: ${wrong}`);
  }
  return {
    runs: `${points.length} of ${all.length} points in ${scenario.length} commands; ${finished} brought to their end`,
    faults: { [fault]: points.length },
    violations,
  };
}

function pointsOf({ calls }: Recording): readonly Point[] {
  const moments = ['before', 'after'] as const;
  return calls.flatMap((each, step) =>
    each.flatMap((_, call) => moments.map((moment) => ({ step, call, moment }))),
  );
}

async function crash(
  recording: Recording,
  point: Point,
  { finish, torn }: { readonly finish: boolean; readonly torn: boolean },
): Promise<string | null> {
  const { step } = point;
  const image = recording.before[step];
  if (image === undefined) return 'no such step';
  // Between two reads nothing changes: there, it is enough that the restart finds the state before.
  const reads = ['all', 'first'].includes(recording.calls[step]?.[point.call]?.kind ?? '');
  const again = finish || !reads;
  const { disk, content, refused } = await crashAt(image, point, { again, torn });
  try {
    const known = [recording.contents[step], recording.contents[step + 1]];
    if (!known.includes(content)) return 'the restart found something between before and after';
    if (refused !== null) return `the same command again: ${refused}`;
    if (again && contentOf(disk) === recording.contents[step])
      return 'the command was accepted and is not there';
    return finish ? await finishOn(disk, step) : null;
  } finally {
    disk.discard();
  }
}

function nameOf(recording: Recording, { step, call, moment }: Point): string {
  const kind = recording.calls[step]?.[call]?.kind ?? '';
  return `step ${step + 1} (${scenario[step]?.name}), ${moment} storage call ${call + 1} (${kind})`;
}
