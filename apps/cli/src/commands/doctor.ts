import type { DoctorLine } from '@cux/provider-sdk';
import { CliFault } from '../cli-fault.ts';
import type { CommandContext } from '../command-context.ts';
import { cux } from '../next-command.ts';
import { answer } from '../output.ts';
import { withProgress } from '../progress.ts';
import { applicationLines } from './doctor-application.ts';
import { fixApplication } from './doctor-fix.ts';

/** Says what is here and what is missing, in the order in which a person can act on it; with `fix`, does what is safe first. */
export async function doctor(
  context: CommandContext,
  { fix, configSchema }: { readonly fix: boolean; readonly configSchema: unknown },
): Promise<void> {
  const output = context.output();
  const fixed = fix ? await fixApplication(context, configSchema) : [];
  const lines = await withProgress(output, 'looking at everything', async () => [
    nodeLine(),
    ...(await applicationLines(context)),
  ]);
  const ok = lines.every((line) => line.ok);
  answer(output, { ok, fixed, checks: lines }, [
    ...fixed.map((line) => `fixed: ${line}`),
    ...lines.map((line) => `${line.ok ? 'ok ' : 'NO '} ${line.check}: ${line.message}`),
    ...(ok ? [`Next: ${cux`content add FILE`}, or ${cux`content status`} for what is here already`] : []),
  ]);
  if (!ok)
    throw new CliFault('refused', 'Something is missing: do what the lines marked NO say, from the top.');
}

function nodeLine(): DoctorLine {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const ok = major > 22 || (major === 22 && minor >= 18);
  return {
    check: 'node',
    ok,
    message: ok ? process.versions.node : `${process.versions.node} is too old: install Node 22.18 or later.`,
  };
}
