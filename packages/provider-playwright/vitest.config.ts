import { defineConfig, mergeConfig } from 'vitest/config';
import { preset } from '../../vitest.preset.ts';

// What a browser does is waited for as long as it takes: no verdict depends on how busy the machine is.
export default mergeConfig(preset, defineConfig({ test: { expect: { poll: { timeout: 60_000 } } } }));
