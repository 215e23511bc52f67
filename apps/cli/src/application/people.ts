import type { Principal } from '@cux/contracts';

/** Runs the host behind the command; part of every attempt's provenance, so it decides nothing. */
export const operator: Principal = { kind: 'operator', id: 'cux-cli' };

/** The workspace of an application folder that names none. */
export const defaultWorkspace = 'main';

/** Where a command works that makes something: in the workspace that is named, else in the first there is. */
export function workspaceToWorkIn(
  named: string | undefined,
  { allWorkspaces }: { readonly allWorkspaces: readonly string[] },
): string {
  return named ?? allWorkspaces[0] ?? defaultWorkspace;
}
