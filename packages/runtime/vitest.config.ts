import { mergeConfig } from 'vitest/config';
import { preset } from '../../vitest.preset.ts';

// Much of it is waiting, for leases, deadlines and sites: two files at once do not get in each other's way.
export default mergeConfig(preset, { test: { maxWorkers: 2 } });
