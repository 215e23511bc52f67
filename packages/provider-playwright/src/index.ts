// The provider

// The browser on this machine
export { type ChromiumSearch, findChromium, type MachineView } from './browser/find-chromium.ts';
export {
  createPlaywrightProvider,
  type PlaywrightProviderOptions,
} from './provider/create-playwright-provider.ts';
export { createProvider, type PlaywrightConfig } from './provider/create-provider.ts';
export { tryChromium } from './provider/try-chromium.ts';
