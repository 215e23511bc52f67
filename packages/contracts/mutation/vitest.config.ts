import { defineConfig } from 'vitest/config';

export default defineConfig({ test: { include: ['mutation/rules.test.ts'], testTimeout: 120_000 } });
