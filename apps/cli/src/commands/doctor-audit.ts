import type { Kernel } from '@cux/kernel';
import type { DoctorLine } from '@cux/provider-sdk';
import { cux } from '../next-command.ts';
import type { OpenState } from '../state/open-state.ts';

/** How long a log may be, in events, to be verified beside everything else: a second or two of reading. */
const longestLog = 20_000;

/**
 * Whether the event log of each workspace verifies. One that is longer than `atMost` events is not read here, which is said,
 * with the command that reads it. Null in a store that holds no log yet.
 */
export async function auditLine(
  { kernel, workspaces }: Pick<OpenState, 'kernel' | 'workspaces'>,
  atMost: number = longestLog,
): Promise<DoctorLine | null> {
  const verified: string[] = [];
  const left: string[] = [];
  for (const workspace of workspaces) {
    const length = await lengthOf(kernel, workspace);
    if (length !== null && length > atMost) {
      left.push(`the log of ${workspace} has ${length} events, and is not read here`);
      continue;
    }
    const verdict = await kernel.verifyAudit(workspace);
    if (!verdict.ok) return { ...check, ok: false, message: broken(workspace, verdict) };
    verified.push(`${verdict.events} events of ${workspace}`);
  }
  if (verified.length + left.length === 0) return null;
  const told = [
    ...(verified.length === 0 ? [] : [`verified: ${verified.join(', ')}`]),
    ...(left.length === 0 ? [] : [`${left.join(', ')}: ${cux`audit verify`}`]),
  ];
  return { ...check, ok: true, message: `${told.join('; ')}${left.length === 0 ? '.' : ''}` };
}

const check = { check: 'log' } as const;

function broken(
  workspace: string,
  { rule, message }: { readonly rule: string; readonly message: string },
): string {
  return `the log of ${workspace} does not verify (${rule}): ${message} Keep it as it is, and compare it with a backup; ${cux`audit verify`} says the same of each.`;
}

/** What the first line of an export says, which is made before any event is read; null where it says nothing of that. */
async function lengthOf(kernel: Kernel, workspace: string): Promise<number | null> {
  for await (const line of kernel.exportAudit(workspace)) {
    const { events }: { readonly events?: unknown } = JSON.parse(line);
    return typeof events === 'number' ? events : null;
  }
  return null;
}
