import { gatedBrowserProfile, type Provider, ProviderFault } from '@cux/provider-sdk';
import { type ChromiumSearch, findChromium, namedChromium } from '../browser/find-chromium.ts';
import { openSession } from '../session/open-session.ts';
import { diagnose } from './doctor.ts';

export interface PlaywrightProviderOptions {
  /** The Chromium to drive; found by `findChromium` when left out. */
  readonly executablePath?: string;
  /** Without a window. Default true; a person who takes over by hand needs false. */
  readonly headless?: boolean;
  /** Further switches; those that keep the browser behind the guard come after them and win. */
  readonly extraArguments?: readonly string[];
}

/** Chromium through Playwright. Starts nothing and loads no engine until a session is opened. */
export function createPlaywrightProvider(options: PlaywrightProviderOptions = {}): Provider {
  const providerId = 'playwright';
  const search = (): ChromiumSearch =>
    options.executablePath === undefined ? findChromium() : namedChromium(options.executablePath);
  return {
    providerId,
    // The profile is off the record; what Chromium writes all the same (a download on its way) is a temporary file.
    zeroRetention: 'in_working_directory',
    profile: () => gatedBrowserProfile(providerId, 'visible_or_replayable'),
    doctor: () => diagnose(search()),
    async openSession(sessionOptions) {
      const found = search();
      if (found.kind === 'missing') {
        throw new ProviderFault('engine_missing', found.message);
      }
      const { headless = true, extraArguments = [] } = options;
      return openSession({ executablePath: found.executablePath, headless, extraArguments }, sessionOptions);
    },
  };
}
