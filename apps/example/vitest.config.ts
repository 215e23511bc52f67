import { mergeConfig } from 'vitest/config';
import { preset } from '../../vitest.preset.ts';

// Stories mostly wait, for browsers and sites: two files at once do not get in each other's way.
export default mergeConfig(preset, { test: { maxWorkers: 2, expect: { poll: { timeout: 60_000 } } } });
