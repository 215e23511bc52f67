import type { Provider } from '../../provider/provider.ts';
import type { ConformanceSite } from '../site.ts';
import { brokenPort, brokenPublishing } from './broken-acting.ts';
import { brokenDrafting, brokenStopping } from './broken-drafting.ts';

/** A provider that is wrong in one way; the suite has to fail it, at this scenario and at no other. */
export interface BrokenProvider {
  /** The one scenario that shows it. */
  readonly scenario: string;
  /** What is wrong with it. */
  readonly because: string;
  /** A sound provider made wrong. */
  breakIt(provider: Provider, site: ConformanceSite): Provider;
}

/** One for each scenario. A suite that one of them passes has stopped looking. */
export const brokenProviders: readonly BrokenProvider[] = [
  ...brokenDrafting,
  ...brokenStopping,
  ...brokenPublishing,
  ...brokenPort,
];
