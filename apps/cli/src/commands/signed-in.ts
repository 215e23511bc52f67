import type { PublishingSite } from '@cux/content-ops';
import { hasStoredSession } from '@cux/runtime';
import type { Application } from '../application/application.ts';

/** Whether a person has approved the use of the site's account, and its session is in the vault. What the site still knows of it is the site's. */
export async function isSignedIn(
  { state, workspace }: Pick<Application, 'state' | 'workspace'>,
  { account, origin }: Pick<PublishingSite, 'account' | 'origin'>,
): Promise<boolean> {
  for (const { kind, subject } of await state.kernel.gates(workspace, { statuses: ['open'] })) {
    if (kind !== 'standing' || !('account' in subject)) continue;
    if (subject.account !== account || subject.origin !== origin) continue;
    if (await hasStoredSession(state.vault, workspace, subject)) return true;
  }
  return false;
}
