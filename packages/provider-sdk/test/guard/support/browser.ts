import { type Browser, chromium } from 'playwright-core';
import { chromiumGuardArguments } from '../../../src/guard/chromium-arguments.ts';
import type { Guard } from '../../../src/guard/guard.ts';

const launchOptions = (guard: Guard) => ({
  executablePath: process.env.CUX_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', ...chromiumGuardArguments(guard.endpoint)],
});

/** Chromium behind the guard and nothing else: no interception of the engine's own helps it. */
export async function launchBehind(guard: Guard): Promise<Browser> {
  return chromium.launch(launchOptions(guard));
}

/** The same, for a test that ends the browser's own process. Signals go to that process alone. */
export async function launchProcess(
  guard: Guard,
): Promise<{ browser: Browser; end(way: 'close' | 'SIGTERM' | 'SIGKILL'): Promise<void> }> {
  const server = await chromium.launchServer(launchOptions(guard));
  const browser = await chromium.connect(server.wsEndpoint());
  const end = async (way: 'close' | 'SIGTERM' | 'SIGKILL') => {
    if (way === 'close') return server.close();
    const ended = new Promise<void>((resolve) => server.once('close', () => resolve()));
    server.process().kill(way);
    await ended;
  };
  return { browser, end };
}
