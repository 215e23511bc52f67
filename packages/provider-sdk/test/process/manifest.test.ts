import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ProviderFault } from '../../src/index.ts';
import { loadProcessProvider, protocolSchemas, readManifest } from '../../src/process/index.ts';
import { manifest } from './wayward.ts';

const folder = mkdtempSync(join(tmpdir(), 'cux-manifest-'));
afterAll(() => rmSync(folder, { recursive: true }));

function written(value: unknown): string {
  const path = join(folder, `${Math.abs(JSON.stringify(value).length)}.json`);
  writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value));
  return path;
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'read',
    (reason: unknown) => (ProviderFault.isInstance(reason) ? reason.code : String(reason)),
  );

describe('a manifest', () => {
  it.each([
    ['as it should be', manifest, {}, 'read'],
    ['no JSON', 'provider: wayward', {}, 'manifest_invalid'],
    ['with a field that nobody knows', { ...manifest, trusted: true }, {}, 'manifest_invalid'],
    [
      'with a range the wrong way round',
      { ...manifest, protocol: { minimum: 2, maximum: 1 } },
      {},
      'manifest_invalid',
    ],
    ['of a later protocol', { ...manifest, protocol: { minimum: 2, maximum: 3 } }, {}, 'version_unsupported'],
    [
      'without a program',
      { ...manifest, command: { executable: '', arguments: [] } },
      {},
      'manifest_invalid',
    ],
    ['with a configuration that it does not know', manifest, { speed: 'fast' }, 'config_invalid'],
    [
      'with a schema that is none',
      { ...manifest, config_schema: { type: 'nonsense' } },
      {},
      'manifest_invalid',
    ],
  ])('%s', async (_situation, value, config, expected) => {
    expect(await codeOf(loadProcessProvider(written(value), { config }))).toBe(expected);
  });

  it('that is not there is said so', async () => {
    expect(await codeOf(loadProcessProvider(join(folder, 'nowhere.json')))).toBe('manifest_invalid');
  });

  it('whose program is not there opens no session, and its doctor says why', async () => {
    const command = { executable: 'no-such-program-of-cux', arguments: [] };
    const provider = await loadProcessProvider(written({ ...manifest, command }), {
      confinement: 'declared',
    });
    const lines = await provider.doctor();
    expect(lines.filter(({ ok }) => !ok).map(({ message }) => message)).toEqual([
      expect.stringContaining('`command`'),
    ]);
  });

  it('echoes no value in its faults', () => {
    const bytes = new TextEncoder().encode(JSON.stringify({ ...manifest, provider_id: 'canary secret\n' }));
    expect(() => readManifest(bytes)).toThrow(/\/provider_id/);
    expect(() => readManifest(bytes)).not.toThrow(/canary/);
  });

  it.each([
    ['goes through the guard and its word is taken', 'guard_proxy', 'declared', 'gated'],
    ['goes its own way', 'own', 'declared', 'unsupported'],
    ['goes its own way, which cannot be confined', 'own', 'enforced', 'unsupported'],
  ] as const)(
    'of a provider that %s says of external writes: %s, %s → %s',
    async (_what, traffic, confinement, expected) => {
      const provider = await loadProcessProvider(written({ ...manifest, traffic }), { confinement });
      expect(provider.profile().provider_primitives.external_write).toBe(expected);
    },
  );
});

describe('the protocol', () => {
  it('is published as JSON Schemas, one pair for each method', () => {
    const { methods } = protocolSchemas() as { methods: Record<string, Record<string, { type?: string }>> };
    expect(Object.keys(methods)).toContain('surface/press');
    for (const { params, result } of Object.values(methods)) {
      expect(params).toHaveProperty('$schema');
      expect(result).toHaveProperty('$schema');
    }
  });
});
