import { mergeConfig } from 'vitest/config';
import { preset } from '../../vitest.preset.ts';

export default mergeConfig(preset, {
  test: {
    globalSetup: ['test/support/server.ts'],
    // Proofs are heavy: one file at a time, so that other packages have a core.
    fileParallelism: false,
  },
});
