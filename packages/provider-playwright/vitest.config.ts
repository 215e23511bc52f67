import { defineConfig, mergeConfig } from 'vitest/config';
import { preset } from '../../vitest.preset.ts';

// What a browser does is waited for as long as it takes: no verdict depends on how busy the machine is.
// Most of it is waiting for pages to settle: two files at once do not get in each other's way.
export default mergeConfig(
  preset,
  defineConfig({ test: { maxWorkers: 2, expect: { poll: { timeout: 60_000 } } } }),
);
