import type { Attempt } from '@cux/kernel';
import type { LifecycleOutcome, RegisteredProvider } from '@cux/runtime';
import { afterRefusal } from '../application/after-refusal.ts';
import { CliFault } from '../cli-fault.ts';
import { cux } from '../next-command.ts';
import { answer, instant, type Output } from '../output.ts';
import { withProgress } from '../progress.ts';
import { type FetchedRelease, fetchRelease, type ReleaseWish } from '../providers/fetch-release.ts';
import { openRegistry, releasesFolder } from '../providers/open-registry.ts';
import { shippedPackage } from '../providers/shipped.ts';
import type { StateLocation } from '../state/locate-state.ts';
import type { OpenState } from '../state/open-state.ts';

/** Every registered provider, and whether it would be given work now. */
export async function providerList(output: Output, location: StateLocation): Promise<void> {
  const registry = openRegistry(location);
  const listed = [];
  for (const provider of await registry.list()) {
    const standing = await registry.standing(provider.provider_id);
    listed.push({
      ...provider,
      standing:
        standing.kind === 'ready'
          ? { ready: true }
          : { ready: false, rule: standing.rule, message: standing.message },
    });
  }
  const lines = listed.map(({ standing, ...provider }) => {
    const reason = standing.ready ? 'ready' : `not ready (${standing.rule})`;
    return `${line(provider)}  ${reason}`;
  });
  answer(output, { providers: listed }, lines.length === 0 ? [none()] : lines);
}

function none(): string {
  return `No provider is installed; "${cux`provider install playwright`}" installs Chromium through Playwright.`;
}

function line({ provider_id, enabled, active, previous }: RegisteredProvider): string {
  const before = previous === null ? '' : `, before it ${previous.version}`;
  return `${provider_id}  ${enabled ? 'enabled' : 'disabled'}  ${active.kind} ${active.version}${before}  probed ${instant(active.probed.at)}`;
}

export async function providerInstall(
  output: Output,
  location: StateLocation,
  wish: ReleaseWish,
): Promise<void> {
  const fetched = await withProgress(output, 'bringing its files', () =>
    fetchRelease(releasesFolder(location), wish),
  );
  const outcome = await withProgress(output, 'probing it', () =>
    openRegistry(location).install(fetched.source),
  );
  if (outcome.kind === 'refused') fetched.putAway();
  tell(output, outcome, null);
}

/** From a source; without one, what comes with cux is probed as it is now. */
export async function providerUpgrade(
  output: Output,
  location: StateLocation,
  providerId: string,
  wish: Omit<ReleaseWish, 'source' | 'config'> & {
    readonly source: string | undefined;
    readonly config?: ReleaseWish['config'];
  },
): Promise<void> {
  const registry = openRegistry(location);
  const present = await registry.find(providerId);
  if (present === null) throw unknownProvider();
  const source = wish.source ?? (shippedPackage(providerId) === null ? undefined : providerId);
  if (source === undefined) {
    throw new CliFault(
      'usage',
      'Say what it is to be upgraded to: the path of a manifest or package, or its name at npm.',
    );
  }
  const config = wish.config ?? present.active.config;
  const fetched = await withProgress(output, 'bringing its files', () =>
    fetchRelease(releasesFolder(location), { ...wish, source, config }),
  );
  const samePlace = fetched.source.folder === present.active.folder && wish.config === undefined;
  await switched(output, providerId, fetched, () =>
    samePlace ? registry.renew(providerId) : registry.upgrade(providerId, fetched.source),
  );
}

/** Probes and switches; files that nothing came of are put away, whatever it was that went wrong. */
async function switched(
  output: Output,
  providerId: string,
  fetched: FetchedRelease,
  change: () => Promise<LifecycleOutcome>,
): Promise<void> {
  let done = false;
  try {
    const outcome = await withProgress(output, 'probing it', change);
    done = outcome.kind === 'done';
    tell(output, outcome, providerId);
  } finally {
    if (!done) fetched.putAway();
  }
}

export type SimpleChange = 'enable' | 'disable' | 'rollback' | 'remove';

export async function providerChange(
  output: Output,
  location: StateLocation,
  providerId: string,
  change: SimpleChange,
): Promise<void> {
  const registry = openRegistry(location);
  tell(output, await withProgress(output, 'probing it', () => registry[change](providerId)), providerId);
}

const unfinished: readonly Attempt['state'][] = ['admitted', 'running', 'prepared', 'committed', 'reported'];

/** Nothing is removed under an attempt that is under way. */
export async function requireIdle(state: OpenState, providerId: string): Promise<void> {
  for (const workspace of state.allWorkspaces) {
    const attempts = await state.kernel.attempts(workspace, { states: unfinished });
    const own = attempts.find(({ request }) => request.provider_id === providerId);
    if (own === undefined) continue;
    throw new CliFault(
      'refused',
      `The attempt ${own.attempt_id} of this provider is not over: wait for it, or run "${cux`recover`}", and remove it then.`,
    );
  }
}

/** @param providerId null where nobody has said what it is called: its files do */
function tell(output: Output, outcome: LifecycleOutcome, providerId: string | null): void {
  if (outcome.kind === 'refused') {
    const { message, rule } = outcome;
    const listed = rule === 'provider.installed' ? ` Do: ${cux`provider list`}, which names it` : '';
    const next = providerId === null ? listed : afterRefusal(rule, providerId);
    throw new CliFault('refused', `${message} (${rule})${next}`);
  }
  const { provider, checks } = outcome;
  answer(output, { provider, checks }, [
    ...checks.map(({ check, ok, message }) => `${ok ? 'ok ' : 'NO '} ${check}: ${message}`),
    provider === null ? 'The provider is removed.' : line(provider),
  ]);
}

function unknownProvider(): CliFault {
  return new CliFault(
    'not_found',
    `There is no such provider here; "${cux`provider list`}" names the installed ones.`,
  );
}
