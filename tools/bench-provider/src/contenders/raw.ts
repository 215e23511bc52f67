import { chromium, type Page } from 'playwright-core';

export interface Raw {
  readonly page: Page;
  close(): Promise<void>;
}

/** Playwright alone, in a browser of its own. */
export async function startRaw(executablePath: string): Promise<Raw> {
  const browser = await chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 });
  const context = await browser.newContext({ viewport: { width: 1_280, height: 800 } });
  return { page: await context.newPage(), close: () => browser.close() };
}
