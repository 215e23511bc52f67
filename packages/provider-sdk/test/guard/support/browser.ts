import { type Browser, chromium } from 'playwright-core';
import { chromiumGuardArguments } from '../../../src/guard/chromium-arguments.ts';
import type { Guard } from '../../../src/guard/guard.ts';

/** Chromium behind the guard and nothing else: no interception of the engine's own helps it. */
export async function launchBehind(guard: Guard): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CUX_CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', ...chromiumGuardArguments(guard.endpoint)],
  });
}
