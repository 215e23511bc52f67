import type { Digest } from '@cux/contracts';
import type { Kernel } from '@cux/kernel';
import { enrolledSessionName } from '../attempt/stored-session.ts';
import { contentName } from './content-name.ts';

/**
 * What the attempts of a workspace since then have left in the vault: the evidence and plans of each, and the contents that they
 * were about. A vault that several workspaces share is swept by the shortest of their days, and spares what others keep for longer.
 *
 * @param since milliseconds since the epoch
 */
export async function withinItsDays(
  kernel: Kernel,
  workspace: string,
  since: number,
): Promise<{ readonly digests: readonly Digest[]; readonly names: readonly string[] }> {
  const attempts = await kernel.attempts(workspace);
  const late = attempts.filter(({ admitted_at }) => admitted_at >= since);
  const evidence = await Promise.all(late.map(({ attempt_id }) => kernel.evidence(workspace, attempt_id)));
  const todos = new Set(late.map(({ todo_id }) => todo_id));
  const records = (await kernel.todos(workspace)).flatMap(({ todo_id, record_id }) =>
    todos.has(todo_id) && record_id !== null ? [record_id] : [],
  );
  return {
    digests: evidence.flat().map(({ digest }) => digest),
    names: [
      ...late.flatMap(({ attempt_id, plan_digest }) => [
        `plan/${plan_digest}`,
        enrolledSessionName(attempt_id),
      ]),
      ...records.map((record) => contentName(workspace, record)),
    ],
  };
}
