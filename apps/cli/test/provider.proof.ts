import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { explainFault } from '../src/explain-fault.ts';
import { createProgram } from '../src/program.ts';
import { temporaryFolder } from './state-folder.ts';

/** The command in this process: what it prints, and how it would end. */
async function runHere(args: readonly string[]) {
  let output = '';
  const program = createProgram({
    write: (text) => {
      output += text;
    },
    writeError: () => undefined,
    environment: {},
    interactive: false,
  });
  try {
    await program.parseAsync([...args], { from: 'user' });
    return { code: 0, output, errors: '' };
  } catch (error) {
    const { exitCode, message } = explainFault(error);
    return { code: exitCode, output, errors: message };
  }
}

describe('cux provider', () => {
  it('plays the duties of the mock, a line each, and a sum', async () => {
    const { code, output } = await runHere([
      'provider',
      'conform',
      'mock',
      '--scenario',
      'plain-draft',
      'captcha',
    ]);
    expect(code).toBe(0);
    expect(output.split('\n').filter((line) => line.startsWith('ok '))).toHaveLength(2);
    expect(output).toContain('2 as they should be, 0 not, 0 that it lacks something for');
  });

  it('says of each duty that an API cannot have what it lacks', async () => {
    const { code, output } = await runHere([
      'provider',
      'conform',
      'http',
      '--scenario',
      'captcha',
      'fact-missing',
    ]);
    expect(code).toBe(0);
    expect(output).toMatch(/^-- captcha +needs that a site’s own pages are shown/m);
    expect(output).toContain('1 as they should be, 0 not, 1 that it lacks something for');
  });

  it('answers with one JSON value that holds ids, outcomes and what was seen', async () => {
    const end = await runHere(['--json', 'provider', 'conform', 'mock', '--scenario', 'publish-once']);
    expect(JSON.parse(end.output)).toMatchObject({
      ok: true,
      scenarios: [{ scenario: 'publish-once', outcome: 'pass', seen: 'completed, 1 write', differences: [] }],
    });
  });

  it('ends with 1 for a provider that does not answer', async (test) => {
    const folder = temporaryFolder(test);
    const manifest = join(folder, 'manifest.json');
    writeFileSync(
      manifest,
      JSON.stringify({
        schema_version: 'cux_provider_manifest_v1',
        provider_id: 'absent',
        describes: 'A program that ends at once.',
        protocol: { minimum: 1, maximum: 1 },
        visibility: 'replayable',
        primitives: {
          screenshots: 'unsupported',
          accessibility_tree: 'unsupported',
          browser_session: 'unsupported',
          record_replay: 'unsupported',
          external_write: 'unsupported',
          private_source_read: 'unsupported',
        },
        traffic: 'own',
        features: [],
        config_schema: { type: 'object', additionalProperties: false },
        command: { executable: process.execPath, arguments: ['--version'] },
      }),
    );
    const conform = await runHere(['provider', 'conform', manifest, '--scenario', 'plain-draft']);
    expect(conform.code).toBe(1);
    expect(conform.output).toContain('NO plain-draft');
    expect(conform.errors).toMatch(/duty/);
    const doctor = await runHere(['provider', 'doctor', manifest]);
    expect(doctor.code).toBe(1);
    expect(doctor.output).toContain('external writes: unsupported');
  });

  it.each([
    [['conform', 'firefox'], 'mock, http, playwright'],
    [['conform', 'mock', '--scenario', 'no-such'], 'no-such'],
    [['conform', './nowhere.json'], 'manifest'],
    [['conform', 'playwright', '--chromium', '/nowhere', '--scenario', 'login'], 'CUX_CHROMIUM'],
    [['conform', 'mock', '--confinement', 'none'], '--help'],
  ])('says in one sentence what is wrong with %j', async (args, words) => {
    const { code, errors } = await runHere(['provider', ...args]);
    expect(code).toBeGreaterThan(0);
    expect(errors).toMatch(/^[^\n]+[.)]$/);
    expect(errors).toContain(words);
  });

  it('prints the protocol', async () => {
    const { output } = await runHere(['provider', 'protocol']);
    expect(JSON.parse(output)).toHaveProperty('methods.surface/press.params.type', 'object');
  });
});
