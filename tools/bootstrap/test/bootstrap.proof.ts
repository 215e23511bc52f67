import { spawn } from 'node:child_process';
import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FakeClone, isRunning, resultOf, until } from './fake-clone.ts';

let clone: FakeClone;
beforeEach(() => {
  clone = new FakeClone();
});
afterEach(() => clone.remove());

const install = 'pnpm install --frozen-lockfile --prod=false';
const build = 'turbo run build --output-logs=errors-only --log-order=grouped';
const both = [`begin ${install}`, `end ${install}`, `begin ${build}`, `end ${build}`];

describe('what it starts', () => {
  test('gets its arguments as they were typed, and standard output is its own', async () => {
    const args = ['goal add', 'a "b" \'c\' $HOME `id` \\', '', '--', '--ünï', '-x=*'];
    const { code, stdout } = await clone.run(['cux', ...args]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ args, node: process.version });
  });

  test('gives its exit code', async () => {
    expect(await clone.run(['cux', '--exit-7'])).toMatchObject({ code: 7 });
  });

  test('may be killed: exit 137 and one sentence how to go on', async () => {
    const called = `node '${join(clone.root, 'tools/bootstrap/bootstrap.mjs')}'`;
    for (const [args, again] of [
      [['cux', '--kill', '--state', 'my state'], "cux --kill --state 'my state'"],
      [
        ['demo', '--kill', '--mock', '--crash', 'after-press', '--state', 's', '--fresh'],
        'demo --kill --mock --state s',
      ],
      [
        ['demo', '--kill', '--mock', '--crash=after-press', '--decide', 'approve'],
        'demo --kill --mock --decide approve',
      ],
      [['cux', '--kill', '--store', 'postgres://a:secret@b/c'], 'cux --kill --store …'],
    ] as const) {
      const { code, stderr } = await clone.run([...args]);
      expect(code).toBe(137);
      expect(stderr).toContain(
        `killed (SIGKILL); what it had committed is on disk, and \`${called} ${again}\` goes on`,
      );
    }
  });

  test('is told as npm calls it where npm has started it', async () => {
    const { stderr } = await clone.run(['demo', '--kill', '--mock', '--crash', 'x'], undefined, {
      npm_lifecycle_event: 'demo',
    });
    expect(stderr).toContain('`npm run demo -- --kill --mock` goes on from there.');
  });

  test('gets the signals', async () => {
    const child = clone.start(['cux', '--wait']);
    const result = resultOf(child);
    await new Promise<void>((resolve) => {
      child.stderr?.on('data', (text) => String(text).includes('waiting') && resolve());
    });
    child.kill('SIGTERM');
    expect(await result).toMatchObject({ code: 3 });
  });

  test('must have a name that is known', async () => {
    const { code, stderr } = await clone.run(['toString']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^usage: /);
  });

  test('needs no browser when it is the mock', async () => {
    expect(await clone.run(['demo', '--mock'])).toMatchObject({ code: 0 });
  });
});

describe('the tools of whoever changes the code', () => {
  test('the proofs run from their sources once everything is built', async () => {
    clone.write('tools/prove/src/main.ts', `console.log('proving', process.argv.slice(2).join(' '));`);
    expect(await clone.run(['prove', '--long'])).toMatchObject({ code: 0, stdout: 'proving --long\n' });
    expect(clone.calls()).toEqual(both);
  });

  test('of some packages only those are run that they keep beside their tests', async () => {
    const report = { numPassedTests: 2, numPendingTests: 1, numTodoTests: 0, testResults: [], success: true };
    clone.withTests(
      `mkdir -p packages/one/.vitest; echo '${JSON.stringify(report)}' > packages/one/.vitest/$3.json`,
    );
    clone.write('tools/prove/src/main.ts', `process.exitCode = 9;`);
    expect(await clone.run(['prove', '--filter=./packages/one', '--concurrency=1'])).toMatchObject({
      code: 0,
      stdout: '2 passed, 0 failed, 1 skipped\n',
    });
    expect(clone.calls().at(-1)).toContain('--filter=./packages/one --concurrency=1');
  });

  test('without arguments, what packages keep beside their tests comes after them, and all of it is one sum', async () => {
    const ended = (sum: string, code: number) =>
      `console.log('a table'); console.log('${sum}'); process.exitCode = ${code};`;
    const report = { numPassedTests: 2, numPendingTests: 1, numTodoTests: 0, testResults: [], success: true };
    clone.withTests(
      `mkdir -p packages/one/.vitest; echo '${JSON.stringify(report)}' > packages/one/.vitest/$3.json`,
    );
    clone.write('tools/prove/src/main.ts', ended('failed: kill: lost\\n3 passed, 1 failed, 1 skipped', 1));
    expect(await clone.run(['prove'])).toMatchObject({
      code: 1,
      stdout: 'a table\nfailed: kill: lost\n5 passed, 1 failed, 2 skipped\n',
    });
    clone.write('apps/example/src/end-to-end/main.ts', ended('48 passed, 0 failed', 0));
    expect(await clone.run(['applications'])).toMatchObject({
      code: 0,
      stdout: 'a table\n50 passed, 0 failed, 1 skipped\n',
    });
    for (const [ends, code] of [
      [9, 9],
      [0, 1],
    ]) {
      clone.write('tools/prove/src/main.ts', `process.exitCode = ${ends};`);
      const outcome = await clone.run(['prove']);
      expect(outcome.code).toBe(code);
      expect(outcome.stdout).toMatch(
        /^failed: .*tools\/prove\/src\/main\.ts ended with \d, without a sum; see above\.\n/,
      );
      expect(outcome.stdout).toMatch(/\n2 passed, 1 failed, 1 skipped\n$/);
    }
  });

  test.each([
    { name: 'build', called: 'begin turbo run build types --more' },
    { name: 'typecheck', called: 'begin turbo run typecheck --more' },
    { name: 'bench', called: 'begin turbo run bench --concurrency=1 --ui=stream --more' },
    { name: 'format', called: 'begin biome check --write . --more' },
    { name: 'lint', called: 'begin biome check --error-on-warnings . --more' },
    { name: 'arrows', called: 'arrows --more' },
    { name: 'changeset', called: 'begin changeset --more' },
  ])('$name: installs, builds nothing else, and hands the arguments on', async ({ name, called }) => {
    expect(await clone.run([name, '--more'])).toMatchObject({ code: 0 });
    expect(clone.calls().filter((call) => !call.startsWith('end'))).toEqual([both[0], called]);
  });

  test('a release is built first, and only a good build is published', async () => {
    expect(await clone.run(['release'])).toMatchObject({ code: 0 });
    expect(clone.calls().slice(2)).toEqual([
      'begin turbo run build types',
      'end turbo run build types',
      'begin changeset publish',
      'end changeset publish',
    ]);
    clone.write('behaviour', 'fail');
    expect(await clone.run(['release'])).toMatchObject({ code: 2 });
    expect(clone.calls().slice(6)).toEqual(['begin turbo run build types']);
  });

  test('what failed in the tests stands in the last lines', async () => {
    clone.withTests('mkdir -p packages/one/.vitest; cp report.json packages/one/.vitest/test.json; exit 1');
    const failed = {
      status: 'failed',
      ancestorTitles: ['a gate'],
      title: 'closes',
      failureMessages: ['Error: no'],
    };
    const file = {
      name: join(clone.root, 'packages/one/test/a.test.ts'),
      status: 'failed',
      assertionResults: [failed],
    };
    const counts = {
      numPassedTests: 2,
      numFailedTests: 1,
      numPendingTests: 0,
      numTodoTests: 0,
      success: false,
    };
    clone.write('report.json', JSON.stringify({ ...counts, testResults: [file] }));
    const { code, stdout } = await clone.run(['test']);
    expect(code).toBe(1);
    expect(stdout.split('\n').slice(-3)).toEqual([
      'failed: packages/one test/a.test.ts > a gate > closes: Error: no',
      '2 passed, 1 failed',
      '',
    ]);
    clone.write('tests', 'exit 137');
    expect((await clone.run(['test'])).stdout).toMatch(
      /^failed: packages\/one: its tests left no report; see above\.\n0 passed, 1 failed\n$/,
    );
  });

  test('tests that are to run again do so without a build, each time', async () => {
    clone.withTests('');
    for (let times = 0; times < 2; times += 1) await clone.run(['test', '--filter=one', '--force']);
    await clone.run(['test']);
    const runs = clone.calls().filter((call) => call.startsWith('turbo run test'));
    expect(runs[2]).toMatch(/^turbo run test [^ ]+ [^ ]+ run=$/);
    for (const run of runs.slice(0, 2))
      expect(run).toMatch(/^turbo run test .*--filter=one run=[0-9a-f-]{36}$/);
    expect(runs[0]).not.toBe(runs[1]);
    expect(runs.join('\n')).not.toContain('--force');
    expect(readFileSync(new URL('../../../turbo.json', import.meta.url), 'utf8')).toContain('"CUX_TEST_RUN"');
  });

  test('every script of the root that is not a program of its own is one of them', () => {
    const manifest = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
    for (const [name, script] of Object.entries(manifest.scripts)) {
      expect(script, name).toMatch(/^node tools\/bootstrap\/bootstrap\.mjs [a-z]+( --static)?$/);
    }
  });

  test('a check says at its end again what it found at its start', async () => {
    clone.executable('node_modules/.bin/biome', '#!/bin/sh\necho "lint: a finding"\nexit 1\n');
    const { code, stdout, stderr } = await clone.run(['check', '--static']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: 'check failed\n' });
    expect(stderr.match(/lint: a finding/g)).toHaveLength(2);
    expect(stderr).toMatch(/lint: a finding\ncux: not good: format and lint\.\n$/);
  });
});

describe('a clone that cannot be written', () => {
  /** Root may write anywhere: there the bootstrap first becomes nobody. */
  const asNobody =
    'if (process.getuid() === 0) { process.setgroups([]); process.setgid(65534); process.setuid(65534); }';

  test('is one sentence', async () => {
    for (const folder of ['', 'tools', 'tools/bootstrap']) chmodSync(join(clone.root, folder), 0o555);
    const child = spawn(process.execPath, [
      '--import',
      `data:text/javascript,${encodeURIComponent(asNobody)}`,
      join(clone.root, 'tools/bootstrap/bootstrap.mjs'),
      'cux',
    ]);
    expect(await resultOf(child)).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^cux: This clone's folder cannot be written .*run the same command there\.\n$/,
      ),
    });
    for (const folder of ['', 'tools', 'tools/bootstrap']) chmodSync(join(clone.root, folder), 0o755);
  });
});

describe('installing and building', () => {
  test('happen once, and again for what changed', async () => {
    await clone.run(['cux']);
    expect(clone.calls()).toEqual(both);
    const { stderr } = await clone.run(['cux']);
    expect(clone.calls()).toEqual(both);
    expect(stderr).toBe('');

    clone.write('apps/cli/src/main.ts', 'second');
    await clone.run(['cux']);
    expect(clone.calls().slice(4)).toEqual(both.slice(2));

    clone.write('apps/cli/dist/main.js', 'console.log("not what was built")');
    await clone.run(['cux']);
    expect(clone.calls().slice(6)).toEqual(both.slice(2));

    clone.write('pnpm-lock.yaml', 'lockfileVersion: "9.1"');
    await clone.run(['cux']);
    expect(clone.calls().slice(8)).toEqual(both);
  });

  test('a failing build shows what the compiler said, then what to do, and starts nothing', async () => {
    await clone.run(['cux']);
    clone.write('apps/cli/src/main.ts', 'broken');
    clone.write('behaviour', 'fail');
    const { code, stdout, stderr } = await clone.run(['cux']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/error TS1005[\s\S]*The build failed;[^\n]*run the same command again\.\n$/);
    clone.write('behaviour', '');
    expect(await clone.run(['cux'])).toMatchObject({ code: 0 });
  });

  test('without a network is one sentence', async () => {
    clone.write('behaviour', 'offline');
    const { code, stderr } = await clone.run(['cux']);
    expect(code).toBe(1);
    expect(stderr.split('\n').at(-2)).toMatch(/^cux: No network: .*run the same command again\.$/);
    expect(stderr).not.toContain('EAI_AGAIN');
  });

  test('take turns when two start at once', async () => {
    const results = await Promise.all([clone.run(['cux', 'a']), clone.run(['cux', 'b'])]);
    expect(results.map(({ code }) => code)).toEqual([0, 0]);
    expect(clone.calls()).toEqual(both);
  });

  test('go on when the holder of the lock died, even if its pid lives again', async () => {
    clone.write('tools/bootstrap/.state/lock', JSON.stringify({ pid: process.pid, started: 'long ago' }));
    expect(await clone.run(['cux'])).toMatchObject({ code: 0 });
  });

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    '%s ends them with all their children',
    async (signal) => {
      clone.write('behaviour', 'hang');
      const child = clone.start(['cux']);
      const result = resultOf(child);
      await until(() => clone.read('hanging').includes(' '));
      child.kill(signal);
      const { code } = await result;
      expect(code).toBe({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }[signal]);
      // A process that was killed is there until whoever has inherited it has taken note.
      const left = () => clone.read('hanging').split(' ').map(Number).filter(isRunning);
      await expect.poll(left).toEqual([]);
      clone.write('behaviour', '');
      expect(await clone.run(['cux'])).toMatchObject({ code: 0 });
    },
  );

  test('a waiter for the lock can be stopped', async () => {
    clone.write('behaviour', 'hang');
    const holder = clone.start(['cux']);
    const held = resultOf(holder);
    await until(() => clone.read('hanging').includes(' '));
    const waiter = clone.start(['cux']);
    const waited = resultOf(waiter);
    await new Promise<void>((resolve) => {
      waiter.stderr?.on(
        'data',
        (text) => String(text).includes(`waiting for process ${holder.pid}`) && resolve(),
      );
    });
    waiter.kill('SIGINT');
    expect(await waited).toMatchObject({ code: 130 });
    holder.kill('SIGINT');
    await held;
  });
});
