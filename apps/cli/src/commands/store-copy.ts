import { type Attempt, type Store, verifyAudit } from '@cux/kernel';
import { CliFault } from '../cli-fault.ts';
import { answer, type Output } from '../output.ts';
import type { StorePlace } from '../state/store-place.ts';

export interface StoreCopy {
  readonly from: StorePlace;
  readonly to: StorePlace;
  /** Every workspace when it is left out. */
  readonly workspace: string | undefined;
}

interface Copied {
  readonly workspace: string;
  readonly events: number;
  readonly links: number;
  readonly head: string;
}

/**
 * Copies workspaces into another store, each whole or not at all. The log is verified at the source before and at the
 * target before it is kept, and both have to end with the same head. A workspace in which an approval could still be used,
 * or an attempt is not over, is refused: the copy would let both happen twice.
 */
export async function storeCopy({ from, to, workspace }: StoreCopy, output: Output): Promise<void> {
  const source = await from.open();
  const copied: Copied[] = [];
  try {
    for (const each of await chosen(source, workspace)) copied.push(await copyOne(source, to, each));
  } finally {
    await source.close();
    // Also where a later workspace was refused: those before it are there.
    if (copied.length > 0) tell(copied, output);
  }
}

function tell(copied: readonly Copied[], output: Output): void {
  answer(output, { copied }, [
    ...copied.map(
      ({ workspace, events, links, head }) =>
        `${workspace}: copied and verified, ${events} events in ${links} links, head ${head}`,
    ),
    'From now on, work with one of the two stores only: a question that waits in both could be approved in both.',
  ]);
}

async function chosen(source: Store, workspace: string | undefined): Promise<readonly string[]> {
  const all = await source.workspaces();
  if (all.length === 0) {
    throw new CliFault('not_found', 'The store holds no workspace that could be copied; name another store.');
  }
  if (workspace === undefined) return all;
  if (all.includes(workspace)) return [workspace];
  throw new CliFault(
    'not_found',
    'There is no such workspace in this store; leave --workspace out to copy all.',
  );
}

async function copyOne(source: Store, to: StorePlace, workspace: string): Promise<Copied> {
  const before = await verifyAudit(source, workspace);
  if (!before.ok) {
    throw new CliFault(
      'audit_failed',
      'The log at the source does not verify, so nothing of that workspace was copied: run "cux audit verify" on it.',
    );
  }
  await refuseOpenWork(source, workspace);
  const outcome = await to.take({
    workspace,
    source,
    accept: async (copy) => {
      const after = await verifyAudit(copy, workspace);
      const since = await source.links(workspace, before.links, 1);
      if (!after.ok || after.head !== before.head || since.length > 0) {
        throw new CliFault(
          'refused',
          'The workspace changed while it was copied, and nothing of it was kept: stop what works on it, and copy again.',
        );
      }
    },
  });
  if (outcome.kind === 'present') {
    throw new CliFault(
      'refused',
      'The target has a workspace of this name already and was left as it is: name another target, or one workspace with --workspace.',
    );
  }
  const { events, links, head } = before;
  return { workspace, events, links, head };
}

/** Whatever is not over. That it stays so until the copy is kept shows by the log, which may not have grown. */
const unfinished: readonly Attempt['state'][] = [
  'admitted',
  'running',
  'prepared',
  'committed',
  'reported',
  'outcome_unknown',
];

async function refuseOpenWork(source: Store, workspace: string): Promise<void> {
  const gates = await source.list(workspace, 'gate', { states: ['open'] });
  const attempts = await source.list(workspace, 'attempt', { states: unfinished });
  if (gates.length + attempts.length === 0) return;
  throw new CliFault(
    'refused',
    `Nothing of a workspace was copied, as ${counted(gates.length, 'approval')} and ${counted(attempts.length, 'attempt')} in it are not used up or over, and would be in both stores: use or revoke the approvals ("cux gate list --all", "cux gate revoke"), finish the attempts or run "cux recover", and copy again.`,
  );
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
