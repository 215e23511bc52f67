import { cux } from '../next-command.ts';

/**
 * The command that a person goes on with after a refusal that is about the provider, to be put behind what was refused;
 * empty for a refusal that is about something else, and names its own next step.
 */
export function afterRefusal(rule: string, providerId: string): string {
  const next = nextOfProvider(rule, providerId);
  return next === null ? '' : ` Do: ${next}`;
}

/** The same command alone; null where the refusal is not about the provider. */
export function nextOfProvider(rule: string, providerId: string): string | null {
  switch (rule) {
    case 'provider.unknown':
      return cux`provider install ${providerId}`;
    case 'provider.disabled':
      return cux`provider enable ${providerId}`;
    case 'provider.enabled':
      return cux`provider disable ${providerId}`;
    case 'provider.installed':
    case 'provider.no-previous':
    case 'provider.incompatible':
    case 'provider.config':
      return cux`provider upgrade ${providerId}`;
    default:
      return rule.startsWith('provider.')
        ? `${cux`doctor`}, which says what is missing; then ${cux`provider enable ${providerId}`}, which probes it again`
        : null;
  }
}
