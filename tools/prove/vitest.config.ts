import { mergeConfig } from 'vitest/config';
import { preset } from '../../vitest.preset.ts';

export default mergeConfig(preset, {
  test: {
    // Proofs that wait for processes leave the cores to those that compute.
    maxWorkers: 2,
  },
});
