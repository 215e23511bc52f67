import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const bootstrapFolder = fileURLToPath(new URL('..', import.meta.url));

/** The program that stands for both apps: it says how it was started and then does what it is told. */
const program = `
console.log(JSON.stringify({ args: process.argv.slice(2), node: process.version }));
const [what] = process.argv.slice(2);
if (what === '--exit-7') process.exitCode = 7;
if (what === '--kill') process.kill(process.pid, 'SIGKILL');
if (what === '--wait') {
  process.on('SIGTERM', () => process.exit(3));
  console.error('waiting');
  setInterval(() => {}, 1000);
}
`;

/**
 * Stands for pnpm and turbo: notes each call in `calls`, then does what the file `behaviour` in the clone says:
 * `fail`, `offline`, `hang` (with a child that hangs too) or nothing. Builds are notes of their sources.
 * In the shell, which starts in a fraction of the time that Node takes: there are many calls.
 */
const tool = `#!/bin/sh
name=\${0##*/}
if [ "$name $1" = 'pnpm --version' ]; then echo 12.0.0; exit 0; fi
call="$name\${1+ }$*"
note() { printf '%s\\n' "$1 $call" >> calls; }
note begin
behaviour=
if [ -f behaviour ]; then read -r behaviour < behaviour; fi
case $behaviour in
  fail) echo 'src/x.ts(1,1): error TS1005' >&2; exit 2 ;;
  offline) echo 'getaddrinfo EAI_AGAIN registry' >&2; exit 1 ;;
  hang) exec node fakes/hang.mjs ;;
esac
sleep 0.3
if [ "$name" = pnpm ]; then mkdir -p node_modules; : > node_modules/.modules.yaml
else cp apps/cli/src/main.ts apps/cli/dist/built.txt; fi
note end
`;

/**
 * A turbo that lists one package with every suite, runs it as the clone's `tests` says, and tells what its cache would see.
 * The third argument of `tests` is the name of the report.
 */
const testingTurbo = `#!/bin/sh
case "$*" in
  *--dry=json*) echo '{"tasks":[{"task":"'$2'","command":"vitest run","directory":"packages/one"}]}' ;;
  *) printf '%s\\n' "turbo $* run=$CUX_TEST_RUN" >> calls
     case "$2" in
       test) set -- "$1" "$2" test; . ./tests ;;
       proofs) set -- "$1" "$2" proof; . ./tests ;;
       applications) set -- "$1" "$2" application; . ./tests ;;
     esac ;;
esac
`;

/** A tool that never ends, with a child outside of its process group. */
const hang = `
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'inherit' });
writeFileSync('hanging', process.pid + ' ' + child.pid);
setInterval(() => {}, 1000);
`;

const arrows = `
import { appendFileSync } from 'node:fs';
appendFileSync('calls', ['arrows', ...process.argv.slice(2)].join(' ') + '\\n');
`;

/** A folder that looks like a clone, with the real bootstrap and fakes for what it calls. */
export class FakeClone {
  readonly root = mkdtempSync(join(tmpdir(), 'cux clone é '));
  /** Where fakes for the PATH live. */
  readonly bin = join(this.root, 'fakes');

  constructor() {
    for (const path of ['bootstrap.mjs', 'src', 'package.json']) {
      cpSync(join(bootstrapFolder, path), join(this.root, 'tools/bootstrap', path), { recursive: true });
    }
    this.write('package.json', '{ "type": "module" }');
    this.write('pnpm-lock.yaml', 'lockfileVersion: "9.0"');
    for (const app of ['cli', 'example']) {
      this.write(`apps/${app}/package.json`, '{ "type": "module" }');
      this.write(`apps/${app}/src/main.ts`, 'first');
      this.write(`apps/${app}/dist/main.js`, program);
    }
    for (const name of ['turbo', 'biome', 'changeset']) this.executable(`node_modules/.bin/${name}`, tool);
    this.write('tools/arrows/src/main.ts', arrows);
    this.executable('fakes/pnpm', tool);
    this.write('fakes/hang.mjs', hang);
  }

  /** Lets `npm test` run: with a browser that is known, and a turbo whose test run is these lines of shell. */
  withTests(lines: string): void {
    this.executable('node_modules/.bin/turbo', testingTurbo);
    this.write('tools/bootstrap/.state/browser', JSON.stringify({ executablePath: process.execPath }));
    this.write('packages/one/package.json', '{}');
    this.write('tests', lines);
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.root, path)), { recursive: true });
    writeFileSync(join(this.root, path), text);
  }

  executable(path: string, text: string): void {
    this.write(path, text);
    chmodSync(join(this.root, path), 0o755);
  }

  read(path: string): string {
    return existsSync(join(this.root, path)) ? readFileSync(join(this.root, path), 'utf8') : '';
  }

  /** What pnpm and turbo were asked, in order. */
  calls(): string[] {
    return this.read('calls').split('\n').filter(Boolean);
  }

  /** Starts the bootstrap under this Node with only the fakes and the system on the PATH. */
  start(args: string[], node = process.execPath, env: Record<string, string> = {}): ChildProcess {
    return spawn(node, [join(this.root, 'tools/bootstrap/bootstrap.mjs'), ...args], {
      cwd: this.root,
      env: {
        PATH: [this.bin, dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter),
        HOME: this.root,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  run(args: string[], node?: string, env?: Record<string, string>): Promise<Result> {
    return resultOf(this.start(args, node, env));
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

export interface Result {
  code: number | null;
  stdout: string;
  stderr: string;
}

export function resultOf(child: ChildProcess): Promise<Result> {
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (text) => {
    stdout += text;
  });
  child.stderr?.on('data', (text) => {
    stderr += text;
  });
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, stdout, stderr })));
}

/** Waits for a fact about the world; the test's own limit is the only clock. */
export async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** True while the process runs; one that ended and that nobody has buried yet does not. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const stat = existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, 'utf8') : '';
  return !/\) Z /.test(stat);
}
