import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Digest, digestOfBytes } from '@cux/contracts';
import { createPlaywrightProvider, findChromium } from '@cux/provider-playwright';
import {
  type CapturedEvidence,
  type Guard,
  type ProviderSession,
  type Surface,
  startGuard,
  systemClock,
} from '@cux/provider-sdk';
import { type CountingSite, startCountingSite } from './counting-site.ts';
import { PageProbe, probeArguments } from './page-probe.ts';

export const pause = (milliseconds: number) => new Promise<void>((done) => setTimeout(done, milliseconds));

/** How long a page may take to load, in milliseconds: on a busy machine, that is no verdict. */
export const loadPatience = 300_000;

/** The body of every id that a test issues. */
export const idBody = '0123456789abcdefghjkmnpqrs';

/** Answers the digest of evidence, as a vault would, and keeps none. */
export const keepNothing = async ({ bytes }: CapturedEvidence): Promise<Digest> => digestOfBytes(bytes);

export interface Workbench {
  readonly site: CountingSite;
  readonly guard: Guard;
  readonly session: ProviderSession;
  readonly surface: Surface;
  readonly probe: PageProbe;
  readonly workingDirectory: string;
  /** Ends the browser, then the guard and the site. */
  close(): Promise<void>;
}

export interface WorkbenchOptions {
  readonly storedSession?: Uint8Array | null;
  /** Origins that the guard lets GETs go to; the site's own when left out. */
  readonly site?: CountingSite;
  /** PEM certificates that sites may be signed by, beside the platform's. */
  readonly certificateAuthorities?: readonly string[];
}

/** The browser of this machine; a test without one fails with the sentence that says what to do. */
export function requireChromium(): string {
  const found = findChromium();
  if (found.kind === 'missing') {
    throw new Error(found.message);
  }
  return found.executablePath;
}

/** A site, a real guard in front of it and a real browser behind that. */
export async function startWorkbench(
  pages: Readonly<Record<string, string>>,
  options: WorkbenchOptions = {},
): Promise<Workbench> {
  const site = options.site ?? (await startCountingSite(new Map(Object.entries(pages))));
  const guard = await startGuard({
    clock: systemClock,
    extraCertificateAuthorities: options.certificateAuthorities ?? [],
  });
  guard.configure({ allowed_origins: [site.origin], write_rules: [] });
  const workingDirectory = await mkdtemp(path.join(tmpdir(), 'cux-playwright-'));
  const provider = createPlaywrightProvider({
    executablePath: requireChromium(),
    extraArguments: probeArguments,
  });
  const session = await provider.openSession({
    guard: guard.endpoint,
    viewport: { width: 1_280, height: 800 },
    storedSession: options.storedSession ?? null,
    workingDirectory,
    signal: new AbortController().signal,
  });
  const probe = await PageProbe.reach(workingDirectory);
  return {
    site,
    guard,
    session,
    surface: session.surface,
    probe,
    workingDirectory,
    async close() {
      await session.close();
      await guard.close();
      if (options.site === undefined) {
        await site.close();
      }
      await rm(workingDirectory, { recursive: true, force: true });
    },
  };
}

/** Whether a browser can go on with another page: no dialog, no second target and no end of the last one holds it. */
export async function isFree({ surface }: Workbench): Promise<boolean> {
  try {
    const signs = await surface.stopSigns();
    const held = signs.some(({ code }) => code === 'native_dialog' || code === 'lifecycle_failure');
    return !held && !surface.unexpectedTargetOpened() && (await surface.location()) !== null;
  } catch {
    return false;
  }
}
