import { defineConfig } from 'vitest/config';

/**
 * Which files are run: `test`, or `proof` (what only `npm run prove` runs), or `application` (what only
 * `npm run applications` runs). They are told apart by their names: `gates.test.ts`, `guards-off.proof.ts`.
 */
const suite = process.env.CUX_SUITE ?? 'test';

/**
 * What every package's tests share.
 *
 * The JSON report is a turbo output: a result that comes from the cache brings its report along, so that
 * `npm test` can add up every test whether it ran just now or earlier.
 * The limits are long because no verdict may depend on how busy the machine is.
 * Files share a worker and what it has loaded: modules here keep no state between tests, and loading them anew for
 * every file took half of the time. So a module that tests share registers no hook of its own (it would be that of the
 * first file alone): it uses `onTestFinished`.
 */
export const preset = defineConfig({
  test: {
    include: [`test/**/*.${suite}.ts`],
    passWithNoTests: false,
    isolate: false,
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000 } },
    reporters: ['default', ['json', { outputFile: `.vitest/${suite}.json` }]],
  },
});
