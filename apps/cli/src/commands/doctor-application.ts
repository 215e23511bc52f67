import type { PublishingRules } from '@cux/content-ops';
import { createPlaywrightProvider, tryChromium } from '@cux/provider-playwright';
import type { DoctorLine } from '@cux/provider-sdk';
import { memoryFolderFor, waitingForPeople } from '@cux/runtime';
import { nextOfProvider } from '../application/after-refusal.ts';
import { chosenProvider } from '../application/chosen-provider.ts';
import { readPolicy, readRecipes, readRules } from '../application/read-rules.ts';
import { CliFault } from '../cli-fault.ts';
import type { CommandContext } from '../command-context.ts';
import { cux } from '../next-command.ts';
import { shippedPackage } from '../providers/shipped.ts';
import { locateState } from '../state/locate-state.ts';
import type { OpenState } from '../state/open-state.ts';
import { auditLine } from './doctor-audit.ts';
import { vaultLine } from './doctor-vault.ts';
import { retentionWords } from './retention.ts';

/** How long a site may take to answer at all, in milliseconds. */
const sitePatience = 10_000;

/** Everything but Node: the folder, what it says, the provider, the browser, the site, and what waits for a person. */
export async function applicationLines(context: CommandContext): Promise<readonly DoctorLine[]> {
  const config = context.config();
  if (config === null) {
    const state = stateLine(context);
    const kept = state.ok
      ? await withinState(context, async (opened) => [...(await logLines(opened)), await vaultLine(opened)])
      : [];
    return [...(await browserLines(context.options().chromium)), state, ...kept];
  }
  const state = stateLine(context);
  if (!state.ok) return [{ check: 'config', ok: true, message: config.path }, state];
  const rules = await fileLine('rules', () => readRules(context.location().rules));
  const recipes = await fileLine('recipes', () => readRecipes(context.location().recipes));
  const policy = await fileLine('policy', () => readPolicy(context.location().policy));
  const provider = await providerLines(context);
  return [
    { check: 'config', ok: true, message: config.path },
    state,
    rules.line,
    policy.line,
    recipes.line,
    ...provider,
    ...(rules.value === null ? [] : await siteLines(rules.value)),
    ...(await withinState(context, async (opened) => [
      ...(await logLines(opened)),
      await vaultLine(opened),
      ...(await retentionLines(opened)),
      await waitingLine(opened),
    ])),
  ];
}

async function fileLine<Value>(
  check: string,
  read: () => Value | Promise<Value>,
): Promise<{ readonly line: DoctorLine; readonly value: Value | null }> {
  try {
    return { value: await read(), line: { check, ok: true, message: 'read, and without a mistake.' } };
  } catch (error) {
    if (!CliFault.isInstance(error)) throw error;
    return { value: null, line: { check, ok: false, message: error.message } };
  }
}

async function providerLines(context: CommandContext): Promise<readonly DoctorLine[]> {
  const { providerId, standing } = chosenProvider(context, {});
  const found = await standing(providerId);
  const check = `provider ${providerId}`;
  if (found.kind === 'refused') {
    return [{ check, ok: false, message: `${found.message} Do: ${nextOf(found.rule, providerId)}` }];
  }
  const own = await found.provider.doctor();
  const lines = [{ check, ok: true, message: 'installed, enabled, and what was probed.' }, ...own];
  if (providerId !== 'playwright' || own.some(({ ok }) => !ok)) return lines;
  return [...lines, await started(context)];
}

/** What comes with cux is mended by the doctor itself; anything else is a person's to look at. */
function nextOf(rule: string, providerId: string): string {
  const mended = rule === 'provider.unknown' || rule === 'provider.not-ready';
  if (mended && shippedPackage(providerId) !== null) return cux`doctor --fix`;
  return rule === 'provider.not-ready'
    ? cux`provider enable ${providerId}`
    : (nextOfProvider(rule, providerId) ?? cux`provider list`);
}

/** The browser is really started, unless it is clear before that it cannot be. */
async function browserLines(chromium: string | undefined): Promise<readonly DoctorLine[]> {
  const named = chromium === '' ? undefined : chromium;
  const lines = await createPlaywrightProvider(named === undefined ? {} : { executablePath: named }).doctor();
  return lines.every(({ ok }) => ok) ? [...lines, await tryChromium(named)] : lines;
}

async function started({ options }: CommandContext): Promise<DoctorLine> {
  const lines = await browserLines(options().chromium);
  return lines.at(-1) ?? { check: 'chromium', ok: false, message: 'No browser answered; run this again.' };
}

/** Only whether it answers: what it says is the work's to see. */
async function siteLines({ sites }: PublishingRules): Promise<readonly DoctorLine[]> {
  return Promise.all(
    sites.map(async ({ id, origin }) => {
      const check = `site ${id}`;
      try {
        const response = await fetch(`${origin}/`, {
          redirect: 'manual',
          signal: AbortSignal.timeout(sitePatience),
        });
        await response.body?.cancel();
        return { check, ok: true, message: `${origin} answers.` };
      } catch {
        return {
          check,
          ok: false,
          message: `${origin} does not answer: start it, or correct its origin in the publishing rules.`,
        };
      }
    }),
  );
}

async function logLines(state: OpenState): Promise<readonly DoctorLine[]> {
  const line = await auditLine(state);
  return line === null ? [] : [line];
}

/** A `zdr` workspace needs a folder in memory; a browser is not started where there is none. */
async function retentionLines(state: OpenState): Promise<readonly DoctorLine[]> {
  const lines: DoctorLine[] = [];
  for (const workspace of state.workspaces) {
    const retention = await state.kernel.retention(workspace);
    const check = `retention ${workspace}`;
    const ok = retention.kind === 'standard' || (await memoryFolderFor(state.location.folder)) !== null;
    const message = ok
      ? `${retentionWords(retention)}.`
      : `zdr, and this machine has no folder in memory for a browser: use Linux with /dev/shm, or ${cux`retention set standard`}.`;
    lines.push({ check, ok, message });
  }
  return lines;
}

async function waitingLine({ kernel, workspaces }: OpenState): Promise<DoctorLine> {
  let waiting = 0;
  for (const workspace of workspaces) waiting += (await waitingForPeople(kernel, workspace)).length;
  const message =
    waiting === 0
      ? 'nothing waits for you.'
      : `${waiting === 1 ? '1 todo waits' : `${waiting} todos wait`} for you: ${cux`todo list --waiting`}`;
  return { check: 'people', ok: true, message };
}

/** The lines about the opened state. */
async function withinState(
  context: CommandContext,
  look: (state: OpenState) => Promise<readonly DoctorLine[]>,
): Promise<readonly DoctorLine[]> {
  const lines: DoctorLine[] = [];
  await context.withState(async (state) => {
    lines.push(...(await look(state)));
  });
  return lines;
}

/** Without a state there is nothing to work in: that is for a person to make, as everything else that is missing. */
function stateLine({ options }: CommandContext): DoctorLine {
  const { state: named } = options();
  try {
    return { check: 'state', ok: true, message: locateState(named).folder };
  } catch (error) {
    if (!CliFault.isInstance(error)) throw error;
    return { check: 'state', ok: false, message: error.message };
  }
}
