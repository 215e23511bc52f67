import { mergeConfig } from 'vitest/config';
import { preset } from '../../vitest.preset.ts';

export default mergeConfig(preset, { test: { globalSetup: ['test/support/database.ts'] } });
