import { defineConfig, mergeConfig } from 'vitest/config';
import { preset } from '../../vitest.preset.ts';

// Most of it is waiting for pages to settle: two files at once do not get in each other's way.
export default mergeConfig(preset, defineConfig({ test: { maxWorkers: 2 } }));
