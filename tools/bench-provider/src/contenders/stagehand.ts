import { localBrowser, Stagehand } from '@browserbasehq/stagehand';

export interface StagehandContender {
  open(url: string): Promise<void>;
  /** `act` with an action that is already known: its selector and its method. */
  click(): Promise<void>;
  presses(): Promise<number>;
  close(): Promise<void>;
}

/** Stagehand in local mode. The model that it wants fails when it is asked, so no time of a model is in. */
export async function startStagehand(executablePath: string): Promise<StagehandContender> {
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser = await localBrowser.launch({ executablePath, headless: true, args });
  const stagehand = await Stagehand.create({
    browser,
    selfHeal: false,
    model: {
      generate: () => Promise.reject(new Error('no model is part of this')),
    },
  });
  const [page] = await browser.context.pages();
  if (page === undefined) throw new Error('Stagehand has opened no page');
  return {
    open: async (url) => {
      await page.goto(url);
    },
    click: async () => {
      const { data } = await stagehand.act({
        selector: 'xpath=//*[@id="target"]',
        description: 'Target',
        method: 'click',
        arguments: [],
      });
      if (!data.success) throw new Error(`Stagehand: ${data.message}`);
    },
    presses: async () => Number(await page.evaluate('globalThis.presses ?? 0')),
    close: () => browser.close(),
  };
}
