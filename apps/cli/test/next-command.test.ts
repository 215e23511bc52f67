import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { calledAs, callingOf, cux, cuxAlone, cuxIn, noteFlags, withCalling } from '../src/next-command.ts';
import { createProgram } from '../src/program.ts';
import { cuxHere } from './cux-here.ts';
import { stateWithGate, temporaryFolder } from './state-folder.ts';

/** What a run was told on its command line, as the next command is told. */
async function withFlags<Result>(
  args: readonly string[],
  work: (calling: ReturnType<typeof callingOf>) => Result,
  environment = {},
): Promise<Result> {
  const as = callingOf(environment);
  const program = createProgram({ write: () => {}, writeError: () => {}, environment, interactive: false });
  program.commands.find((each) => each.name() === 'quota')?.action(() => {});
  return calledAs(as, async () => {
    await program.parseAsync([...args, 'quota'], { from: 'user' });
    return work(as);
  });
}

describe('a command that is told', () => {
  it('has the flags of this run, and not what a variable or the config file says', async () => {
    const told = await withFlags(
      ['--state', "it's here", '--workspace', 'w', '--json', '--no-color'],
      () => cux`gate show ${'gate_1'} --whole`,
      { CUX_PROVIDER: 'mock' },
    );
    expect(told).toBe("cux gate show gate_1 --whole --state 'it'\\''s here' --workspace w");
  });

  it('is called as npm calls it in a clone', async () => {
    const environment = { npm_lifecycle_event: 'cux' };
    expect(await withFlags([], () => cux`recover`, environment)).toBe('npm run -s cux -- recover');
    const made = await withFlags([], () => cuxIn('my site', 'content add', 'content/hello.md'), environment);
    expect(made).toBe("npm run -s cux -- content add 'my site/content/hello.md' --config 'my site/cux.json'");
    expect(await withFlags(['--state', 's'], () => cuxAlone('init my-site'), environment)).toBe(
      'npm run -s cux -- init my-site',
    );
    expect(cuxIn('my-site', 'doctor')).toBe('cd my-site && cux doctor');
    expect(cuxIn('', 'doctor')).toBe('cux doctor');
  });

  it('never shows an address, which may hold a password', async () => {
    const told = await withFlags(['--store', 'postgres://a:secret@b/c'], () => cux`recover`);
    expect(told).toBe('cux recover --store "$CUX_STORE"');
  });

  it('has them in a sentence of another package too, and words that are no command are left alone', async () => {
    const sentence =
      'Run `cux audit verify` and cux gate revoke; cux recipes, no cux store, a cux recover-y and my-cux recover stay.';
    expect(await withFlags(['--state', 's'], (as) => withCalling(sentence, as))).toBe(
      'Run `cux audit verify --state s` and cux gate revoke --state s; cux recipes, no cux store, a cux recover-y and my-cux recover stay.',
    );
    expect(await withFlags([], (as) => withCalling(sentence, as))).toBe(sentence);
  });

  it('is plain where nobody has called anything', () => {
    expect(cux`content draft ${'a b'}`).toBe("cux content draft 'a b'");
    expect(cux`gate decide ${['gate_1', 'a b']}`).toBe("cux gate decide gate_1 'a b'");
    expect(cuxIn('my-site', 'content add', 'a b.md')).toBe("cd my-site && cux content add 'a b.md'");
    noteFlags(createProgram({ write: () => {}, writeError: () => {}, environment: {}, interactive: false }));
  });
});

/** Every command that stands in a text: up to the flags of the run, which it has to end with. */
const anyCommand =
  /(?<![\w/.-])cux (?:content|gate|todo|session|attempt|recover|computer|doctor|provider|init)\b[^"`.,;]*/g;

describe('every command that is printed', () => {
  const site = ['--origin', 'https://newsroom.example', '--account', 'editor', '--recipe', 'newsroom'];
  let template = '';
  beforeAll(async () => {
    template = temporaryFolder({ onTestFinished: () => undefined });
    expect(await cuxHere(['init', template, ...site])).toMatchObject({ code: 0 });
    writeFileSync(join(template, 'a.md'), '---\ntitle: T\nsection: Culture\n---\nB\n');
    return () => rmSync(template, { recursive: true, force: true });
  });

  it('in an application folder that is named with --config names it, too', async (test) => {
    const folder = temporaryFolder(test);
    cpSync(template, folder, { recursive: true });
    const flag = `--config ${join(folder, 'cux.json')}`;
    const lines: readonly (readonly string[])[] = [
      ['content', 'status'],
      ['session', 'list'],
      ['computer', 'list'],
      ['computer', 'profiles'],
      ['content', 'add', join(folder, 'a.md')],
      ['content', 'add', join(template, 'a.md')],
      ['content', 'status', 'a'],
      ['content', 'review', 'a'],
      ['content', 'revise', 'a', join(folder, 'a.md')],
      ['content', 'status', 'none'],
      ['gate', 'show', 'gate_none'],
      ['todo', 'show', 'none'],
      ['attempt', 'show', 'none'],
      ['session', 'enrol'],
    ];
    let told = 0;
    for (const line of lines) {
      const { output, errors } = await cuxHere(['--config', join(folder, 'cux.json'), ...line]);
      for (const [command] of `${output}\n${errors}`.matchAll(anyCommand)) {
        expect(command, line.join(' ')).toContain(flag.split('.')[0]);
        told += 1;
      }
    }
    expect(told).toBeGreaterThan(10);
  });

  it('on a state that is named with --state names it, too', async (test) => {
    const { folder, gateId } = await stateWithGate(test);
    for (const line of [
      ['gate', 'decide', gateId],
      ['gate', 'revoke', gateId],
      ['todo', 'cancel', 'sign-in'],
      ['attempt', 'settle', 'none'],
    ]) {
      const { errors } = await cuxHere(['--state', folder, ...line]);
      expect([...errors.matchAll(anyCommand)].length).toBeGreaterThan(0);
      for (const [command] of errors.matchAll(anyCommand)) expect(command).toContain(`--state ${folder}`);
    }
    const revoked = await cuxHere(['--state', folder, 'gate', 'revoke', gateId], {}, true);
    expect(revoked.output).toContain(`"cux todo reopen sign-in --state ${folder}"`);
  });
});
