import type { AttentionItem, Digest } from '@cux/contracts';
import { CliFault } from '../cli-fault.ts';
import { answer, type Output } from '../output.ts';
import { evidenceFiles } from '../state/evidence-files.ts';
import type { OpenState } from '../state/open-state.ts';
import { signInPlace } from './sign-in-person.ts';

type Evidence = AttentionItem['evidence'][number];

export interface EvidenceOpen {
  /** An attempt, a gate or a todo, or a digest of evidence. */
  readonly of: string;
  /** Whether to show it; where there is no display only its place is told. */
  readonly show: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Copies evidence out of the vault, says where it is, and opens it in this machine's own viewer where there is a display. */
export async function evidenceOpen(state: OpenState, output: Output, options: EvidenceOpen): Promise<void> {
  const evidence = await evidenceOf(state, options.of);
  if (evidence.length === 0) {
    throw new CliFault(
      'not_found',
      'There is no evidence under that name; name an attempt, a gate, a todo or a digest.',
    );
  }
  const locate = await evidenceFiles(state, evidence);
  const files = evidence.map(({ evidence_class, digest }) => ({
    evidence_class,
    digest,
    path: locate(digest),
  }));
  answer(
    output,
    { evidence: files },
    files.map(({ evidence_class, path }) => `${evidence_class}  ${path}`),
  );
  const display = signInPlace('auto', options.environment, process.platform) === 'window';
  if (output.json || !options.show || !display) return;
  const { default: open } = await import('open');
  for (const { path } of files) await open(path);
}

async function evidenceOf({ kernel, workspaces }: OpenState, name: string): Promise<readonly Evidence[]> {
  for (const workspace of workspaces) {
    const [gate, todo, own] = await Promise.all([
      kernel.gate(workspace, name),
      kernel.todo(workspace, name),
      kernel.evidence(workspace, name),
    ]);
    const found = [...own, ...(gate?.attention.evidence ?? []), ...(todo?.attention?.evidence ?? [])];
    if (found.length > 0) return unique(found);
    if (!name.startsWith('sha256:')) continue;
    for (const { attempt_id } of await kernel.attempts(workspace)) {
      const of = (await kernel.evidence(workspace, attempt_id)).filter(({ digest }) => digest === name);
      if (of.length > 0) return unique(of);
    }
  }
  return [];
}

function unique(evidence: readonly Evidence[]): readonly Evidence[] {
  const byDigest = new Map<Digest, Evidence>();
  for (const { evidence_class, digest } of evidence) byDigest.set(digest, { evidence_class, digest });
  return [...byDigest.values()];
}
