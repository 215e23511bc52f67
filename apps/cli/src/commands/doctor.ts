import { createPlaywrightProvider, tryChromium } from '@cux/provider-playwright';
import type { DoctorLine } from '@cux/provider-sdk';
import { CliFault } from '../cli-fault.ts';
import { answer, type Output } from '../output.ts';
import { locateState } from '../state/locate-state.ts';

/** Says what is here and what is missing, in the order in which a person can act on it. */
export async function doctor(output: Output, namedState: string | undefined): Promise<void> {
  const lines = [nodeLine(), ...(await browserLines()), stateLine(namedState)];
  const ok = lines.every((line) => line.ok);
  answer(
    output,
    { ok, checks: lines },
    lines.map((line) => `${line.ok ? 'ok ' : 'NO '} ${line.check}: ${line.message}`),
  );
  if (!ok) throw new CliFault('refused', 'Something is missing: do what the lines marked NO say.');
}

/** The browser is really started, unless it is clear before that it cannot be. */
async function browserLines(): Promise<readonly DoctorLine[]> {
  const lines = await createPlaywrightProvider().doctor();
  return lines.every(({ ok }) => ok) ? [...lines, await tryChromium()] : lines;
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

/** A missing state is not a fault of the machine, unless one was named. */
function stateLine(named: string | undefined): DoctorLine {
  try {
    return { check: 'state', ok: true, message: locateState(named).folder };
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    return { check: 'state', ok: named === undefined, message };
  }
}
