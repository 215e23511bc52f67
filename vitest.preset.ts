import { defineConfig } from 'vitest/config';

/**
 * What every package's tests share.
 *
 * The JSON report is a turbo output: a result that comes from the cache brings its report along, so that
 * `npm test` can add up every test whether it ran just now or earlier.
 * The limits are long because no verdict may depend on how busy the machine is.
 */
export const preset = defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    passWithNoTests: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    reporters: ['default', ['json', { outputFile: '.vitest/report.json' }]],
  },
});
