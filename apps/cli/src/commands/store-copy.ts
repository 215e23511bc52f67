import {
  copyWorkspace,
  createKernel,
  type MoveOptions,
  moveWorkspace,
  type Refusal,
  randomIds,
  type Store,
  systemClock,
  takeBackWorkspace,
  type Whereabouts,
} from '@cux/kernel';
import { operator } from '../application/people.ts';
import { CliFault } from '../cli-fault.ts';
import { answer, type Output } from '../output.ts';
import { withProgress } from '../progress.ts';
import type { StorePlace } from '../state/store-place.ts';

export interface StoreCopy {
  readonly from: StorePlace;
  readonly to: StorePlace;
  /** Every workspace when it is left out. */
  readonly workspace: string | undefined;
}

type Task<Done> = (options: MoveOptions) => Promise<Done | Refusal>;

/** Moves workspaces into another store, one after the other: each is at work in one of the two, whatever happens. */
export async function storeMove(copy: StoreCopy, output: Output): Promise<void> {
  const done = await each(copy, output, 'moving', moveWorkspace, ({ kind }) => kind !== 'copy');
  answer(output, { moved: done }, [
    ...done.map(
      ({ workspace, events, links, head, earlier }) =>
        `${workspace}: ${earlier ? 'had been moved already' : 'moved'} and verified, ${events} events in ${links} links, head ${head}`,
    ),
    'From now on, name the other store (--store, CUX_STORE, or the config file): this one only shows how it was left.',
  ]);
}

/** Copies workspaces into another store, where they can be read; they stay at work here. */
export async function storeCopy(copy: StoreCopy, output: Output): Promise<void> {
  const done = await each(copy, output, 'copying', copyWorkspace, () => true);
  answer(output, { copied: done }, [
    ...done.map(
      ({ workspace, events, links, head }) =>
        `${workspace}: copied and verified, ${events} events in ${links} links, head ${head}`,
    ),
    'The copy can be read, and nothing is decided in it; the work goes on here.',
  ]);
}

/** Calls moves off that have not arrived. */
export async function storeTakeBack(copy: StoreCopy, output: Output): Promise<void> {
  const onMove = ({ kind }: Whereabouts) => kind === 'moved';
  const done = await each(copy, output, 'taking back', takeBackWorkspace, onMove);
  answer(
    output,
    { taken_back: done.map(({ workspace }) => workspace) },
    done.map(({ workspace }) => `${workspace}: taken back; it is at work here again`),
  );
}

/** Does the task for each workspace that was chosen; what is done is done, also where a later one is refused. */
async function each<Done extends { readonly kind: string }>(
  { from, to, workspace }: StoreCopy,
  output: Output,
  doing: string,
  task: Task<Done>,
  isMeant: (where: Whereabouts) => boolean,
): Promise<readonly (Omit<Done, 'kind'> & { readonly workspace: string })[]> {
  const source = await from.open();
  const done: (Omit<Done, 'kind'> & { readonly workspace: string })[] = [];
  try {
    for (const name of await chosen(source, workspace, isMeant)) {
      const options = { source, target: to, workspace: name, principal: operator };
      const { kind: _, ...end } = accepted(
        name,
        done.map((earlier) => earlier.workspace),
        await withProgress(output, `${doing} ${name}`, () =>
          task({ ...options, clock: systemClock, ids: randomIds }),
        ),
      );
      done.push({ workspace: name, ...end });
    }
  } finally {
    await source.close();
  }
  return done;
}

function accepted<Done extends { readonly kind: string }>(
  name: string,
  before: readonly string[],
  end: Done | Refusal,
): Done {
  if (end.kind !== 'refused') return end as Done;
  const told =
    before.length === 0 ? '' : ` (${before.join(', ')} ${before.length === 1 ? 'is' : 'are'} done)`;
  throw new CliFault('refused', `${name}: ${(end as Refusal).message}${told}`);
}

async function chosen(
  source: Store,
  workspace: string | undefined,
  isMeant: (where: Whereabouts) => boolean,
): Promise<readonly string[]> {
  const all = await source.workspaces();
  if (all.length === 0) {
    throw new CliFault('not_found', 'The store holds no workspace that could be copied; name another store.');
  }
  if (workspace !== undefined) {
    if (all.includes(workspace)) return [workspace];
    throw new CliFault(
      'not_found',
      'There is no such workspace in this store; leave --workspace out to copy all.',
    );
  }
  const kernel = createKernel({ store: source, clock: systemClock, ids: randomIds, capabilities: [] });
  const meant: string[] = [];
  for (const each of all) {
    const where = await kernel.whereabouts(each);
    if (where === null || isMeant(where)) meant.push(each);
  }
  if (meant.length > 0) return meant;
  throw new CliFault(
    'not_found',
    'No workspace of this store is one that this can be done with; `cux audit verify` lists them, and where they are at work.',
  );
}
