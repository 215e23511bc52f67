import { systemClock } from '@cux/kernel';
import { type ConformanceLine, makeSiteKey, runConformance, scenarios } from '@cux/provider-sdk/conformance';
import { CliFault } from '../cli-fault.ts';
import { answer, type Output } from '../output.ts';
import { chooseProvider, type ProviderChoice } from './provider-choice.ts';

const marks = { pass: 'ok', fail: 'NO', not_applicable: '--' } as const;

/** Plays the scenarios one after the other, so that what is slow on this machine is not slow because of the suite. */
export async function providerConform(
  output: Output,
  choice: ProviderChoice,
  { scenario: wanted, https }: { readonly scenario?: readonly string[]; readonly https: boolean },
): Promise<void> {
  const unknown = (wanted ?? []).filter((id) => !scenarios.some((scenario) => scenario.id === id));
  if (unknown.length > 0) {
    throw new CliFault(
      'usage',
      `There is no scenario ${unknown.join(', ')}; leave --scenario out to see them all.`,
    );
  }
  const { subject, provider, shipped } = await chooseProvider(choice);
  const missing = shipped ? (await provider?.doctor())?.find(({ ok }) => !ok) : undefined;
  if (missing !== undefined) throw new CliFault('refused', missing.message);
  const chosen = scenarios.filter(({ id }) => wanted === undefined || wanted.includes(id));
  const lines = await runConformance(chosen, subject, {
    clock: systemClock,
    ...(https ? { key: await makeSiteKey(systemClock) } : {}),
    lanes: 2,
    onLine: (line) => {
      if (!output.json) answer(output, null, tell(line));
    },
  });
  const count = (outcome: ConformanceLine['outcome']) =>
    lines.filter((line) => line.outcome === outcome).length;
  const counts = { pass: count('pass'), fail: count('fail'), not_applicable: count('not_applicable') };
  const sum = `${counts.pass} as they should be, ${counts.fail} not, ${counts.not_applicable} that it lacks something for`;
  answer(output, { provider: choice.name, ok: counts.fail === 0, ...counts, scenarios: lines }, [sum]);
  if (counts.fail > 0) {
    throw new CliFault(
      'refused',
      'The provider does not do its duty: see the lines marked NO, and do not use it on a site.',
    );
  }
}

function tell({ scenario, outcome, seen, because, differences }: ConformanceLine): readonly string[] {
  const first = `${marks[outcome]} ${scenario.padEnd(30)} ${seen}`;
  if (outcome !== 'fail') return [first];
  return [first, `      duty: ${because}`, ...differences.map((difference) => `      ${difference}`)];
}
