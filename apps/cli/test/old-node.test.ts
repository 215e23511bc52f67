import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from './state-folder.ts';

const main = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const sentence = (version: string): string =>
  `cux: this is Node ${version}, and cux needs 22.18 or newer: install one from https://nodejs.org, or run \`npm run cux\` in a clone of cux, which brings a Node of its own.\n`;

/** Arguments by which this Node calls itself another one. */
function calledAs(version: string): readonly string[] {
  const versions = `{ ...process.versions, node: ${JSON.stringify(version)} }`;
  const script = `Object.defineProperty(process, 'versions', { value: ${versions} });`;
  return ['--import', `data:text/javascript,${encodeURIComponent(script)}`];
}

function run(node: string, args: readonly string[]): { status: number | null; out: string; err: string } {
  const { status, stdout, stderr } = spawnSync(node, args, { encoding: 'utf8' });
  return { status, out: stdout, err: stderr };
}

/** The Nodes of this machine that are too old, each with its version. */
function oldNodesHere(): ReadonlyMap<string, string> {
  const folders = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'node'));
  const versions = [process.env.CUX_BOOTSTRAP_NODE ?? '', ...folders].flatMap((path) => {
    try {
      return [[execFileSync(path, ['--version'], { encoding: 'utf8' }).trim().slice(1), path] as const];
    } catch {
      return [];
    }
  });
  return new Map(versions.filter(([version]) => Number(version.split('.')[0]) < 22));
}

describe('a Node that is too old', () => {
  it('is what the manifest says', () => {
    expect(manifest.engines.node).toBe('>=22.18');
  });

  it.each(['22.17.9', '20.20.2', '9.11.2', '0.12.18'])('says so in one sentence: %s', (version) => {
    expect(run(process.execPath, [...calledAs(version), main, 'doctor'])).toEqual({
      status: 1,
      out: '',
      err: sentence(version),
    });
  });

  it.each(['22.18.0', '23.0.0', '100.1.0'])('is not %s', (version) => {
    expect(run(process.execPath, [...calledAs(version), main, '--version']).status).toBe(0);
  });

  it('is told as JSON to whoever asked for JSON', () => {
    const { err } = run(process.execPath, [...calledAs('20.0.0'), main, '--json', 'doctor']);
    expect(JSON.parse(err).error).toMatchObject({ code: 'node_too_old' });
  });

  it('reads the one file only: what that imports, no old Node could', (test) => {
    const folder = temporaryFolder(test);
    copyFileSync(main, join(folder, 'main.js'));
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    expect(run(process.execPath, [...calledAs('18.0.0'), join(folder, 'main.js')]).err).toBe(
      sentence('18.0.0'),
    );
  });

  it.each([...oldNodesHere()])('is a real one where the machine has it: %s', (version, node) => {
    expect(run(node, [main, 'doctor'])).toEqual({ status: 1, out: '', err: sentence(version) });
  });
});
