import { canonicalForm } from '@cux/contracts';
import type { GuardedSession } from '../attempt/provider-session.ts';
import type { RunContext } from '../host/run-context.ts';

/** The vault's name for a placement: whoever cleans up after a dead process finds there what to end. */
export function placementName(workspace: string, computerId: string, generation: number): string {
  return `placement/${workspace}/${computerId}/${generation}`;
}

/** Seals what names the allocation in the vault, before anybody may rely on it. */
export async function sealPlacement(
  { vault, workspace, processId }: RunContext,
  computerId: string,
  generation: number,
  { session, workingDirectory }: GuardedSession,
): Promise<void> {
  const placement = {
    process_id: processId,
    session_reference: session.sessionReference,
    working_directory: workingDirectory,
  };
  const bytes = new TextEncoder().encode(canonicalForm(placement));
  await vault.putNamed(placementName(workspace, computerId, generation), bytes);
}
