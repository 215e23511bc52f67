import { mutations as kinds } from '../mutations/mutations.ts';
import { cutOff, makeSmallLog, type SmallLog, workspace } from '../mutations/small-log.ts';
import { type Chance, seededChance } from '../random/seeded.ts';
import { missing, type Proof, type ProofResult, type Scale } from './proof.ts';

/** Whether the audit noticed. A row that cannot be read at all is noticed as well. */
type Verify = (log: SmallLog) => Promise<boolean>;

const audit: Verify = async ({ kernel, head }) => {
  try {
    return !(await kernel.verifyAudit(workspace, head)).ok;
  } catch {
    return true;
  }
};

/** Changes of log, rows, answers and time behind the kernel's back, one at a time: the audit has to notice each. */
export const mutations: Proof = {
  name: 'mutations',
  run: async (scale) => {
    const result = await mutate(counts[scale]);
    const few = missing(result.faults, Object.fromEntries(names.map((name) => [name, 1])));
    return { ...result, violations: [...result.violations, ...few] };
  },
};

const counts: Readonly<Record<Scale, number>> = { share: 150, short: 1_000, long: 10_000 };

const names = [...Object.keys(kinds), 'end cut off'];

/** @param noticed what verifies; a proof of the proof gives one that sees less */
export async function mutate(count: number, noticed: Verify = audit): Promise<ProofResult> {
  const log = await makeSmallLog();
  const chance = seededChance(count);
  const faults: Record<string, number> = {};
  const violations: string[] = [];
  let done = 0;
  while (done < count) {
    const name = names[done % names.length] ?? '';
    const found =
      name === 'end cut off' ? await cut(log, chance, noticed) : await change(log, name, chance, noticed);
    if (found === null) continue;
    done += 1;
    faults[name] = (faults[name] ?? 0) + 1;
    if (!found.noticed) violations.push(`not noticed: ${found.what}`);
  }
  log.disk.discard();
  return { runs: `${count} mutations of a log of ${log.batches.length} batches`, faults, violations };
}

interface Found {
  readonly what: string;
  readonly noticed: boolean;
}

/** Within a transaction that is taken back: the next change meets the whole log again. */
async function change(log: SmallLog, name: string, chance: Chance, noticed: Verify): Promise<Found | null> {
  const { database } = log.disk;
  database.exec('begin');
  try {
    const what = applied(() => kinds[name]?.(database, chance) ?? null);
    return what === null ? null : { what, noticed: await noticed(log) };
  } finally {
    database.exec('rollback');
  }
}

/** What the schema itself refuses is no change. */
function applied(mutation: () => string | null): string | null {
  try {
    return mutation();
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_CONSTRAINT'))
      return null;
    throw error;
  }
}

async function cut(log: SmallLog, chance: Chance, noticed: Verify): Promise<Found> {
  const kept = chance.below(log.batches.length);
  const kernel = await cutOff(log.batches, kept);
  try {
    return { what: `cut off after ${kept} batches`, noticed: await noticed({ ...log, kernel }) };
  } finally {
    await kernel.close();
  }
}
