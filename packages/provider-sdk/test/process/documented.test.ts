import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { conformanceFeatures, scenarios } from '../../src/conformance/index.ts';
import { protocolSchemas } from '../../src/process/index.ts';

const path = join(import.meta.dirname, '..', '..', '..', '..', 'docs', 'providers.md');
const markers = /(<!-- scenarios:begin -->\n)([\s\S]*)(<!-- scenarios:end -->)/;

function table(): string {
  const rows = scenarios.map(
    ({ id, because, needs }) => `| \`${id}\` | ${because} | ${needs.join(', ')} |\n`,
  );
  return `\n| scenario | duty | needs |\n|---|---|---|\n${rows.join('')}\n`;
}

describe('docs/providers.md', () => {
  const text = readFileSync(path, 'utf8');

  it('lists every scenario with its duty (CUX_WRITE_DOCS=1 writes the table)', () => {
    if (process.env.CUX_WRITE_DOCS === '1') {
      writeFileSync(
        path,
        text.replace(markers, (_, begin, __, end) => `${begin}${table()}${end}`),
      );
      return;
    }
    expect(markers.exec(text)?.[2]).toBe(table());
  });

  it('names every method and every feature', () => {
    const { methods } = protocolSchemas() as { methods: Record<string, unknown> };
    for (const method of Object.keys(methods)) expect(text).toContain(`\`${method}\``);
    for (const feature of Object.keys(conformanceFeatures)) expect(text).toContain(`\`${feature}\``);
  });
});
