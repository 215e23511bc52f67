import { CliFault } from '../cli-fault.ts';
import { answer, type Output } from '../output.ts';
import { chooseProvider, type ProviderChoice } from './provider-choice.ts';

/** What a provider itself says about what it needs; one in another process is started for it, without a session. */
export async function providerDoctor(output: Output, choice: ProviderChoice): Promise<void> {
  const { provider } = await chooseProvider(choice);
  const checks = provider === null ? [] : await provider.doctor();
  const ok = checks.every((line) => line.ok);
  const profile = provider?.profile() ?? null;
  const writes = profile === null ? [] : [`external writes: ${profile.provider_primitives.external_write}`];
  answer(output, { ok, checks, profile }, [
    ...checks.map((line) => `${line.ok ? 'ok ' : 'NO '} ${line.check}: ${line.message}`),
    ...writes,
  ]);
  if (!ok) throw new CliFault('refused', 'Something is missing: do what the lines marked NO say.');
}
