import { canonicalForm } from '@cux/contracts';
import { endOrphan } from '@cux/provider-sdk';
import { z } from 'zod';
import type { GuardedSession } from '../attempt/provider-session.ts';
import type { RunContext } from '../host/run-context.ts';

/** The vault's name for a placement: whoever cleans up after a dead process finds there what to end. */
export function placementName(workspace: string, computerId: string, generation: number): string {
  return `placement/${workspace}/${computerId}/${generation}`;
}

const sealedSchema = z.strictObject({
  process_id: z.string(),
  session_reference: z.string(),
  working_directory: z.string().min(1),
});

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

/**
 * Ends what a dead process has left of a placement, by what it has sealed of it: also where its sessions had their folders
 * elsewhere than those of this host. False where an engine is there and does not end.
 */
export async function endLeftOf(
  { vault, workspace }: RunContext,
  computerId: string,
  generation: number,
): Promise<boolean> {
  const bytes = await vault.getNamed(placementName(workspace, computerId, generation));
  if (bytes === null) return true;
  const sealed = sealedSchema.parse(JSON.parse(new TextDecoder().decode(bytes)));
  return (await endOrphan(sealed.working_directory)) !== 'stays';
}
