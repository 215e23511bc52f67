import { plainLine } from '@cux/content-ops';
import type { AuditVerdict } from '@cux/kernel';
import { CliFault } from '../cli-fault.ts';
import { cux } from '../next-command.ts';
import { answer, type Output } from '../output.ts';
import type { OpenState } from '../state/open-state.ts';

/**
 * Verifies each workspace's log: nothing changed, dropped, swapped or inserted. A missing end shows only against
 * a head that was kept elsewhere.
 */
export async function auditVerify(state: OpenState, output: Output, head: string | undefined): Promise<void> {
  if (head !== undefined && state.workspaces.length > 1) {
    throw new CliFault('usage', 'A head belongs to one workspace: name it with --workspace.');
  }
  // An emptied store has nothing that could be found wrong: that there is nothing is what is wrong.
  if (state.workspaces.length === 0) {
    throw new CliFault(
      'audit_failed',
      `The store ${plainLine(state.storeName)} holds no log at all, so nothing can be verified: name another state, or restore a backup.`,
    );
  }
  const verdicts: { readonly workspace: string; readonly verdict: AuditVerdict }[] = [];
  for (const workspace of state.workspaces) {
    verdicts.push({ workspace, verdict: await state.kernel.verifyAudit(workspace, head) });
  }
  const ok = verdicts.every(({ verdict }) => verdict.ok);
  answer(
    output,
    {
      ok,
      store: state.storeName,
      workspaces: verdicts.map(({ workspace, verdict }) => ({ workspace, ...verdict })),
    },
    verdicts
      .map(({ workspace, verdict }) =>
        verdict.ok
          ? `${workspace}: verified, ${verdict.events} events in ${verdict.links} links, head ${verdict.head}`
          : `${workspace}: NOT verified (${verdict.rule}): ${verdict.message}`,
      )
      .concat(`in ${state.storeName}`, ok && head === undefined ? [keepHead()] : []),
  );
  if (!ok) {
    throw new CliFault(
      'audit_failed',
      `The audit log in ${plainLine(state.storeName)} does not verify: keep it as it is, and compare it with a backup.`,
    );
  }
}

/** A log that was cut short verifies by itself: only a head that was kept elsewhere shows it. */
function keepHead(): string {
  return `Keep the head in a file elsewhere: ${cux`audit verify --head FILE`} then shows, too, that nothing was cut off the end`;
}
