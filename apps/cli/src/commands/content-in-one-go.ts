import type { ActionUnit } from '@cux/contracts';
import type { Application } from '../application/application.ts';
import { carryOn } from '../application/carry-on.ts';
import { CliFault } from '../cli-fault.ts';
import { cux } from '../next-command.ts';
import { findItem, stateWords } from './content-item.ts';
import type { ContentReview } from './content-work.ts';
import { gateDecide } from './gates.ts';

/** What was seen ends with the command that saw it, so nothing is drafted that nobody can look at. */
export function needsOneGo(recordId: string): CliFault {
  return new CliFault(
    'needs_a_person',
    `Nothing that is seen is kept in this workspace (zdr), so an item is drafted, reviewed and published in one go, at a terminal: ${cux`content publish ${recordId}`}`,
  );
}

/**
 * Drafts, shows what would be published, asks, and goes on to where `publishUnits` lead: within this process, which alone
 * can show what it has seen.
 *
 * @throws CliFault `needs_a_person`: nobody is at the terminal, or nobody has approved
 */
export async function reviewInOneGo(
  application: Application,
  recordId: string,
  draftUnits: ReadonlySet<ActionUnit>,
  { interactive, ask }: ContentReview,
): Promise<void> {
  const { state, workspace, person, output, processId } = application;
  const before = await findItem(state, workspace, recordId);
  const approved = before.gate?.status === 'open' && before.todo.state === 'open';
  if (approved) return;
  if (!interactive || output.json) throw needsOneGo(recordId);
  const next = await carryOn(application, before.todo.goal_id, draftUnits);
  if (next.kind !== 'decide') return;
  if (next.gate.kind === 'standing') throw noSignIn();
  await gateDecide(state, output, {
    gateId: next.gate.gate_id,
    person,
    interactive,
    ask,
    shownBy: processId,
  });
  const after = await findItem(state, workspace, recordId);
  if (after.gate?.status === 'open') return;
  throw new CliFault(
    'needs_a_person',
    `The item is ${stateWords(after)}; "${cux`content publish ${recordId}`}" drafts it anew and asks again.`,
  );
}

/** A signed-in browser is what a site has said, and would be gone with this command. */
export function noSignIn(): CliFault {
  return new CliFault(
    'refused',
    'The site asks to sign in, and a signed-in session is not kept in this workspace (zdr): work such a site from a host that stays, or in a standard workspace.',
  );
}
