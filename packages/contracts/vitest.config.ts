import { mergeConfig } from 'vitest/config';
import { preset } from '../../vitest.preset.ts';

/** Pure code and pure tests: files share a thread, and what is built at the first use is built once. */
export default mergeConfig(preset, { test: { pool: 'threads', isolate: false } });
