import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { verdict } from './examples/judge-receipt.ts';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

describe('the example of the README', () => {
  it('is the one that is run here', () => {
    const example = read('./examples/judge-receipt.ts')
      .replace('../../src/index.ts', '@cux/contracts')
      .replace('export const', 'const');
    expect(read('../README.md')).toContain(`\`\`\`ts\n${example}\`\`\``);
  });

  it('is refused as it says, and only for that', () => {
    expect(verdict.findings.map(({ rule, path }) => `${rule} ${path}`)).toEqual([
      'facts.final-action-in-draft /receipt/observed_facts',
      'facts.effect-forbidden /receipt/observed_facts',
    ]);
  });
});
