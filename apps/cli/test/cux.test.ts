import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { digestOf } from '@cux/contracts';
import { systemClock } from '@cux/kernel';
import { contentName, personAtTerminal } from '@cux/runtime';
import { openFileVault, parseVaultKey, type Vault } from '@cux/vault';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { gateDecide, gateRevoke, gatesDecide } from '../src/commands/gates.ts';
import { type TodoChange, todoChange } from '../src/commands/todo-change.ts';
import { locateState } from '../src/state/locate-state.ts';
import { type OpenState, openState } from '../src/state/open-state.ts';
import { cuxHere } from './cux-here.ts';
import { type CuxEnd, runCux } from './run-cux.ts';
import { stateWithGate, temporaryFolder } from './state-folder.ts';

/** The vault's name for a stored session, as the runtime makes it. */
const storedSessionNameOf = (account: string, origin: string): string =>
  `stored-session/${digestOf('cux/stored-session', { workspace: 'w', account, origin })}`;

function expectOneSentence(end: CuxEnd, code: number): void {
  expect(end.errors.trim().split('\n')).toHaveLength(1);
  expect(end.errors).toMatch(/^cux: .+/);
  expect(end.errors).not.toContain('    at ');
  expect(end.code).toBe(code);
}

/** A second question like the first one, about another account. */
async function anotherQuestion(state: OpenState, gateId: string): Promise<{ readonly gate_id: string }> {
  const first = await state.kernel.gate('w', gateId);
  if (first === null || !('account' in first.subject)) throw new Error('no standing gate');
  const envelope = { workspace: 'w', principal: { kind: 'human', id: 'editor' } } as const;
  await state.kernel.execute(
    'create-todo',
    { ...envelope, key: 'another-todo' },
    {
      goal_id: 'goal',
      todo_id: 'sign-in-2',
      capability: 'content-ops',
      action_unit: 'enrol_stored_session',
      record_id: null,
    },
  );
  const answer = await state.kernel.execute(
    'raise-standing-gate',
    { ...envelope, key: 'another-gate' },
    {
      todo_id: 'sign-in-2',
      subject: { ...first.subject, account: 'night-desk' },
      attention: first.attention,
      provenance: first.provenance,
      expires_in_ms: 3_600_000,
    },
  );
  if (answer.kind === 'refused') throw new Error(answer.rule);
  return answer.result;
}

describe('cux', { concurrent: true }, () => {
  it('lists todos and gates as JSON that names its workspace', async (test) => {
    const { folder, gateId } = await stateWithGate(test);
    const todos = JSON.parse((await cuxHere(['--state', folder, '--json', 'todo', 'list'])).output);
    expect(todos).toMatchObject({ todos: [{ workspace: 'w', todo_id: 'sign-in', state: 'awaiting_gate' }] });
    const gates = JSON.parse((await cuxHere(['--state', folder, '--json', 'gate', 'list'])).output);
    expect(gates).toMatchObject({ gates: [{ workspace: 'w', gate_id: gateId, status: 'pending' }] });
  });

  it('shows a gate without what could repaint the terminal', async (test) => {
    const { folder, gateId } = await stateWithGate(test);
    const { output } = await cuxHere(['--state', folder, 'gate', 'show', gateId]);
    expect(output).toContain('Let agent-1 use the account writer');
    expect(output).not.toContain('\u001b');
  });

  it('lets nobody decide without a terminal', async (test) => {
    const { folder, gateId } = await stateWithGate(test);
    const end = await cuxHere(['--state', folder, 'gate', 'decide', gateId]);
    expectOneSentence(end, 3);
    expect(end.errors).toContain('terminal');
    const { output } = await cuxHere(['--state', folder, 'gate', 'show', gateId]);
    expect(output).toContain('pending');
  });

  it('has no option that decides, nor one that says who does', async (test) => {
    const { folder, gateId } = await stateWithGate(test);
    for (const option of ['--approve', '--yes', '--decision=approve', '--force', '--as=editor']) {
      expectOneSentence(await cuxHere(['--state', folder, 'gate', 'decide', gateId, option]), 2);
    }
  });

  it('verifies the log, and against a head that was kept', async (test) => {
    const { folder, database } = await stateWithGate(test);
    const first = JSON.parse((await cuxHere(['--state', folder, '--json', 'audit', 'verify'])).output);
    expect(first).toMatchObject({ ok: true, store: database, workspaces: [{ workspace: 'w', ok: true }] });
    const told = await cuxHere(['--state', folder, 'audit', 'verify']);
    expect(told.output).toContain(`\nin ${database}\n`);
    expect(told.output).toContain('cux audit verify --head FILE');
    const head = join(folder, 'head');
    writeFileSync(head, `${first.workspaces[0].head}\n`);
    expect((await cuxHere(['--state', folder, 'audit', 'verify', '--head', head])).code).toBe(0);
    writeFileSync(head, `sha256:${'0'.repeat(64)}`);
    const other = await cuxHere(['--state', folder, 'audit', 'verify', '--head', head]);
    expectOneSentence(other, 1);
    expect(other.errors).toContain(`The audit log in ${database} does not verify`);
    writeFileSync(head, '');
    expectOneSentence(await cuxHere(['--state', folder, 'audit', 'verify', '--head', head]), 2);
  });

  it('says that a log was cut short, when its head was kept', async (test) => {
    const { folder, database } = await stateWithGate(test);
    const { output } = await cuxHere(['--state', folder, '--json', 'audit', 'verify']);
    const head = join(folder, 'head');
    writeFileSync(head, JSON.parse(output).workspaces[0].head);
    const file = new Database(database);
    const { batch } = file.prepare('select max(batch) as batch from link').get() as { batch: number };
    file.prepare('delete from event where batch = ?').run(batch);
    file.prepare('delete from link where batch = ?').run(batch);
    file.close();
    expect((await cuxHere(['--state', folder, 'audit', 'verify', '--head', head])).code).toBe(1);
  });

  it('exports the log, and verifies the file without the state', async (test) => {
    const { folder } = await stateWithGate(test);
    const file = join(folder, 'log.jsonl');
    const verified = JSON.parse((await cuxHere(['--state', folder, '--json', 'audit', 'verify'])).output);
    expect((await cuxHere(['--state', folder, 'audit', 'export', '--out', file])).code).toBe(0);
    const text = readFileSync(file, 'utf8');
    expect((await cuxHere(['--state', folder, 'audit', 'export'])).output).toBe(text);
    expectOneSentence(await cuxHere(['--state', folder, 'audit', 'export', '--out', file]), 2);

    const verify = (...args: readonly string[]) => cuxHere(['--json', 'audit', 'verify', '--file', ...args]);
    const nowhere = { cwd: temporaryFolder(test) };
    const end = await runCux(['--json', 'audit', 'verify', '--file', file], nowhere);
    expect(end.code).toBe(0);
    const { head } = verified.workspaces[0];
    expect(JSON.parse(end.output)).toMatchObject({ ok: true, workspace: 'w', verdict: { ok: true, head } });
    const kept = join(folder, 'head');
    writeFileSync(kept, head);
    expect((await verify(file, '--head', kept)).code).toBe(0);
    writeFileSync(kept, `sha256:${'0'.repeat(64)}`);
    expect((await verify(file, '--head', kept)).code).toBe(1);
    for (const other of [
      text.replace('gate-raised', 'gate-opened'),
      text.slice(0, -1),
      `${text}\n`,
      text.replaceAll('\n', '\r\n'),
      `\ufeff${text}`,
      text.replace('"links":', '"links":0,"links":'),
    ]) {
      writeFileSync(file, other);
      expect((await verify(file)).code).toBe(1);
    }
    expectOneSentence(await cuxHere(['audit', 'verify', '--file', join(folder, 'none')]), 2);
    expectOneSentence(await cuxHere(['audit', 'verify', '--file', folder]), 2);
  });

  it('says in one sentence that a state is nowhere to be found', async (test) => {
    const folder = temporaryFolder(test);
    symlinkSync(join(folder, 'b'), join(folder, 'a'));
    symlinkSync(join(folder, 'a'), join(folder, 'b'));
    writeFileSync(join(folder, 'file'), '');
    for (const state of ['a', 'file', 'file/inside', 'x'.repeat(5_000)]) {
      const end = await cuxHere(['--json', '--state', join(folder, state), 'todo', 'list']);
      const { error } = JSON.parse(end.errors);
      expect(error).toMatchObject({
        code: 'state_missing',
        message: expect.stringContaining(join(folder, state)),
      });
      expect(error.message).toContain('"cux init ');
      expect(end.code).toBe(1);
    }
  });

  it('says of a folder without a state that it is none, where it has looked, and what makes one', async (test) => {
    const cwd = temporaryFolder(test);
    const listed = await runCux(['todo', 'list'], { cwd });
    expectOneSentence(listed, 1);
    for (const text of [
      'There is no cux state here',
      `${cwd} has no .cux-demo`,
      'cux.json',
      '"cux init ',
      '--state',
    ]) {
      expect(listed.errors).toContain(text);
    }
    const environment = { CUX_CHROMIUM: '/nowhere' };
    const doctor = await runCux(['--json', 'doctor'], { cwd, environment });
    expect(doctor.code).toBe(1);
    expect(JSON.parse(doctor.output).checks).toEqual([
      { check: 'node', ok: true, message: expect.anything() },
      { check: 'chromium', ok: false, message: expect.stringContaining('CUX_CHROMIUM') },
      { check: 'state', ok: false, message: listed.errors.replace('cux: ', '').trim() },
    ]);
  });

  it('names what is not there', async (test) => {
    const { folder } = await stateWithGate(test);
    expectOneSentence(await cuxHere(['--state', folder, 'gate', 'show', 'gate_x']), 1);
    expectOneSentence(await cuxHere(['--state', folder, 'attempt', 'show', 'attempt_x']), 1);
    expectOneSentence(await cuxHere(['--state', folder, '--workspace', 'other', 'todo', 'list']), 1);
  });

  it('recovers nothing where nothing was left', async (test) => {
    const { folder } = await stateWithGate(test);
    const end = await cuxHere(['--state', folder, '--json', 'recover']);
    expect(JSON.parse(end.output)).toEqual({ recovered: [], unknown_outcomes: [] });
    expect(end.code).toBe(0);
  });

  it('sorts decided gates by time, and says who decided what and when', async (test) => {
    const { folder, gateId } = await stateWithGate(test);
    const state = await openState(locateState(folder), undefined);
    test.onTestFinished(() => state.close());
    expect((await cuxHere(['--state', folder, 'gate', 'list', '--all'])).output).toContain('not decided');
    const options = { gateId, person: personAtTerminal(), interactive: true };
    const quiet = { json: false, write: () => {} };
    await gateDecide(state, quiet, { ...options, ask: async () => 'reject' });
    const { output } = await cuxHere(['--state', folder, 'gate', 'list', '--all']);
    expect(output).toMatch(new RegExp(`rejected by human ${userInfo().username} at \\d{4}-.*Z`));
    const { gates } = JSON.parse(
      (await cuxHere(['--state', folder, '--json', 'gate', 'list', '--all'])).output,
    );
    expect(gates).toMatchObject([{ gate_id: gateId, decision: 'rejected' }]);
  });

  it('decides several questions by one answer, all of them or none', async (test) => {
    const { folder, gateId } = await stateWithGate(test);
    const nobody = await cuxHere(['--state', folder, 'gate', 'decide', gateId, 'gate_x']);
    expectOneSentence(nobody, 1);
    expect(nobody.errors, 'what is wrong comes before who has to be there').toContain('no such gate');
    const state = await openState(locateState(folder), undefined);
    test.onTestFinished(() => state.close());
    const { gate_id: other } = await anotherQuestion(state, gateId);
    const told: string[] = [];
    const output = { json: false, write: (text: string) => void told.push(text) };
    const options = { gateIds: [gateId, other], person: personAtTerminal(), interactive: true };
    const statuses = async () =>
      Promise.all([gateId, other].map(async (id) => (await state.kernel.gate('w', id))?.status));
    await expect(
      gatesDecide(state, output, { ...options, gateIds: [gateId, 'gate_x'], ask: async () => 'approve' }),
    ).rejects.toMatchObject({ code: 'not_found' });
    await gatesDecide(state, output, { ...options, ask: async () => null });
    expect(await statuses()).toEqual(['pending', 'pending']);
    await gatesDecide(state, output, { ...options, ask: async () => 'approve' });
    expect(await statuses()).toEqual(['open', 'open']);
    expect(told.join('')).toContain(`The gate ${other} is open`);
    await expect(gatesDecide(state, output, { ...options, ask: async () => 'reject' })).rejects.toMatchObject(
      { code: 'refused' },
    );
  });

  it('takes a question or an approval back, as a person at a terminal alone', async (test) => {
    const { folder, gateId } = await stateWithGate(test);
    expectOneSentence(await cuxHere(['--state', folder, 'gate', 'revoke', gateId]), 3);
    const state = await openState(locateState(folder), undefined);
    test.onTestFinished(() => state.close());
    const told: string[] = [];
    const output = { json: false, write: (text: string) => void told.push(text) };
    const options = { gateId, person: personAtTerminal(), interactive: true };
    await gateDecide(state, output, { ...options, ask: async () => 'approve' });
    await gateRevoke(state, output, { ...options, ask: async () => false });
    expect((await state.kernel.gate('w', gateId))?.status).toBe('open');
    await gateRevoke(state, output, { ...options, ask: async () => true });
    expect(await state.kernel.gate('w', gateId)).toMatchObject({ status: 'closed', closed_for: 'revoked' });
    expect(await state.kernel.todo('w', 'sign-in')).toMatchObject({ state: 'blocked' });
    expect(told.join('')).toContain('cux todo reopen');
    await expect(gateRevoke(state, output, { ...options, ask: async () => true })).rejects.toMatchObject({
      code: 'refused',
    });
  });

  it.for([[], ['gate'], ['todo']])('answers %j with its help, and 2', async (args) => {
    const end = await cuxHere(args);
    expect(end.errors).toContain('Usage: cux');
    expect(end.errors).not.toContain('outputHelp');
    expect(end.code).toBe(2);
  });

  it('lets nobody change a todo without a terminal', async (test) => {
    const { folder } = await stateWithGate(test);
    expectOneSentence(await cuxHere(['--state', folder, 'todo', 'cancel', 'sign-in']), 3);
    expect((await cuxHere(['--state', folder, 'todo', 'show', 'sign-in'])).output).toContain('awaiting_gate');
  });

  const wrongAnyway = [
    { words: ['gate', 'decide', 'gate_x'], says: 'no such gate' },
    { words: ['gate', 'revoke', 'gate_x'], says: 'no such gate' },
    { words: ['todo', 'reopen', 'nothing'], says: 'no such todo' },
    { words: ['todo', 'cancel', 'nothing'], says: 'no such todo' },
    { words: ['todo', 'reopen', 'sign-in'], says: 'awaiting_gate, and only a blocked todo is reopened' },
    { words: ['attempt', 'settle', 'attempt_x'], says: 'no such attempt' },
    { words: ['session', 'revoke', 'gate_x'], says: 'no such session' },
    { words: ['computer', 'archive', 'computer_x'], says: 'no such Computer' },
  ];
  it('says what is wrong before it asks for a person at a terminal', async (test) => {
    const { folder } = await stateWithGate(test);
    for (const { words, says } of wrongAnyway) {
      const end = await cuxHere(['--state', folder, ...words]);
      expectOneSentence(end, 1);
      expect(end.errors, words.join(' ')).toContain(says);
    }
  });

  const misuse = [
    { args: ['nonsense'], because: 'there is no such command' },
    { args: ['gate', 'show'], because: 'the gate is missing' },
    { args: ['todo', 'list', '--colour'], because: 'there is no such option' },
  ];
  it.for(misuse)('exits with 2 because $because', async ({ args }) => {
    expectOneSentence(await cuxHere(args), 2);
  });

  it('prints its version and its help', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
    expect((await cuxHere(['--version'])).output.trim()).toBe(version);
    const help = await cuxHere(['--help']);
    expect(help.output).toContain('Exit codes:');
    expect(help.code).toBe(0);
  });

  it('ends, when it is built, with the same words and codes', async (test) => {
    const { folder, gateId } = await stateWithGate(test);
    for (const args of [
      ['--version'],
      ['nonsense'],
      ['--state', folder, 'gate', 'list'],
      ['--state', folder, 'gate', 'decide', gateId],
      ['--json', '--state', folder, 'gate', 'show', 'gate_x'],
    ]) {
      expect(await runCux(args)).toEqual(await cuxHere(args));
    }
  });

  it('answers faults as JSON where JSON was asked for', async (test) => {
    const end = await runCux(['--json', 'todo', 'list'], { cwd: temporaryFolder(test) });
    expect(JSON.parse(end.errors)).toMatchObject({ error: { code: 'state_missing' } });
    expect(end.output).toBe('');
    expect(end.code).toBe(1);
  });

  it('leaves a truncated database as it is', async (test) => {
    const { folder, database } = await stateWithGate(test);
    truncateSync(database, 5_000);
    const before = readFileSync(database);
    expectOneSentence(await cuxHere(['--state', folder, 'audit', 'verify']), 1);
    expect(readFileSync(database).equals(before)).toBe(true);
  });
});

describe('a todo, at the terminal', { concurrent: true }, () => {
  const quiet = { json: false, write: () => {} };
  /** What was asked, and what was told. */
  const change = async (state: OpenState, name: TodoChange['change'], says: boolean) => {
    const heard: string[] = [];
    const output = { json: false, write: (text: string) => void heard.push(text) };
    await todoChange(state, output, {
      todoId: 'sign-in',
      change: name,
      person: personAtTerminal(),
      interactive: true,
      ask: async (question) => {
        heard.push(question);
        return says;
      },
    });
    return heard.join('');
  };

  it('is reopened once it is blocked, and asks its question again', async (test) => {
    const { folder, gateId } = await stateWithGate(test);
    const state = await openState(locateState(folder), undefined);
    test.onTestFinished(() => state.close());
    await expect(change(state, 'reopen', true)).rejects.toMatchObject({ code: 'refused' });
    const person = personAtTerminal();
    await gateDecide(state, quiet, { gateId, person, interactive: true, ask: async () => 'reject' });
    expect((await state.kernel.todo('w', 'sign-in'))?.state).toBe('blocked');
    await change(state, 'reopen', false);
    expect((await state.kernel.todo('w', 'sign-in'))?.state).toBe('blocked');
    const heard = await change(state, 'reopen', true);
    expect(heard).toContain('A person has said no to exactly this. Shall it be asked again?');
    const todo = await state.kernel.todo('w', 'sign-in');
    expect(todo?.state).toBe('awaiting_gate');
    expect(todo?.gate_id).not.toBe(gateId);
    expect(heard).toContain(`Next: cux gate decide ${todo?.gate_id}`);
  });

  it('is cancelled for good, together with its question', async (test) => {
    const { folder, gateId } = await stateWithGate(test);
    const state = await openState(locateState(folder), undefined);
    test.onTestFinished(() => state.close());
    expect(await change(state, 'cancel', true)).toContain('Next: cux todo list');
    expect((await state.kernel.todo('w', 'sign-in'))?.state).toBe('cancelled');
    expect((await state.kernel.gate('w', gateId))?.status).toBe('closed');
    for (const name of ['reopen', 'cancel'] as const) {
      const message = expect.stringContaining('cancelled for good');
      await expect(change(state, name, true)).rejects.toMatchObject({ code: 'refused', message });
    }
  });
});

describe('the state folder', { concurrent: true }, () => {
  it('is the newest one of a demo in the present folder, or the one that CUX_STATE names', async (test) => {
    const { folder } = await stateWithGate(test);
    const home = temporaryFolder(test);
    mkdirSync(join(home, '.cux-demo'));
    renameSync(folder, join(home, '.cux-demo', 'newsroom'));
    const found = await runCux(['todo', 'list'], { cwd: home });
    expect(found.output).toContain('sign-in');
    expect(found.errors).toBe(`cux: the state in ${join('.cux-demo', 'newsroom')}\n`);
    expect((await runCux(['--json', 'todo', 'list'], { cwd: home })).errors).toBe('');
    const environment = { CUX_STATE: join(home, '.cux-demo', 'newsroom') };
    expect((await cuxHere(['todo', 'list'], environment)).output).toContain('sign-in');
  });
});

describe('a command that only reads the store', { concurrent: true }, () => {
  it.for([
    ['audit', 'verify'],
    ['audit', 'export'],
    ['gate', 'list'],
    ['todo', 'list'],
    ['attempt', 'list'],
  ])('%s %s makes no vault and no key', async (args, test) => {
    const { folder } = await stateWithGate(test);
    const end = await cuxHere(['--state', folder, ...args]);
    expect(end.code).toBe(0);
    expect(readdirSync(folder)).toEqual(['cux.sqlite']);
  });

  it('recovery opens the vault first, and does nothing with the wrong key', async (test) => {
    const { folder } = await stateWithGate(test);
    const key = parseVaultKey('5a'.repeat(32));
    await openFileVault({ directory: join(folder, 'vault'), key, clock: systemClock });
    const other = { CUX_VAULT_KEY: 'a5'.repeat(32) };
    expect((await cuxHere(['--state', folder, 'audit', 'verify'], other)).code).toBe(0);
    expectOneSentence(await cuxHere(['--state', folder, 'recover'], other), 1);
  });
});

describe('cux vault sweep', { concurrent: true }, () => {
  const dayMs = 86_400_000;
  const key = '5a'.repeat(32);
  const environment = { CUX_VAULT_KEY: key };

  /** A vault in which everything was kept ten days ago. */
  async function oldVault(folder: string): Promise<Vault> {
    const clock = { now: () => Date.now() - 10 * dayMs };
    return openFileVault({ directory: join(folder, 'vault'), key: parseVaultKey(key), clock });
  }

  it('removes what is older than the days, and nothing that an open question rests on', async (test) => {
    const { folder } = await stateWithGate(test);
    const vault = await oldVault(folder);
    const session = storedSessionNameOf('writer', 'https://newsroom.example');
    await vault.putNamed(session, Buffer.from('cookies of a session that a question is about'));
    await vault.putNamed(
      contentName('w', 'finished'),
      Buffer.from('an item that nothing is to be done with'),
    );
    const sweep = async (...days: string[]) =>
      JSON.parse(
        (await cuxHere(['--state', folder, '--json', 'vault', 'sweep', ...days], environment)).output,
      );
    expect(await sweep()).toMatchObject({ removed_names: 0, kept_names: 2, retention_days: 30 });
    expect(await sweep('--days', '9')).toMatchObject({
      removed_names: 1,
      kept_names: 1,
    });
    expect(await vault.getNamed(session)).not.toBeNull();
    expect(await vault.getNamed(contentName('w', 'finished'))).toBeNull();
  });

  it('keeps to the days of the workspace where nobody names others', async (test) => {
    const { folder } = await stateWithGate(test);
    const vault = await oldVault(folder);
    await vault.putNamed(contentName('w', 'finished'), Buffer.from('ten days old'));
    const run = async (...words: string[]) => cuxHere(['--state', folder, '--json', ...words], environment);
    const sweep = async () => JSON.parse((await run('vault', 'sweep')).output);
    expect((await run('retention', 'set', 'standard', '--days', '20')).code).toBe(0);
    expect(await sweep()).toMatchObject({ removed_names: 0, retention_days: 20 });
    expect((await run('retention', 'set', 'standard', '--days', '5')).code).toBe(0);
    expect(JSON.parse((await run('retention', 'show')).output)).toEqual({
      retentions: [{ workspace: 'w', kind: 'standard', days: 5 }],
    });
    expect(await sweep()).toMatchObject({ removed_names: 1, retention_days: 5 });
    expect((await run('audit', 'verify')).code).toBe(0);
  });

  it('does not become zdr while a question waits', async (test) => {
    const { folder } = await stateWithGate(test);
    const end = await cuxHere(['--state', folder, 'retention', 'set', 'zdr'], environment);
    expectOneSentence(end, 1);
    expect(end.errors).toContain('Work is under way here');
  });

  it.for(['-1', '1.5', 'soon', '', '1e3', '123456'])(
    'refuses %j days and removes nothing',
    async (days, test) => {
      const { folder } = await stateWithGate(test);
      const vault = await oldVault(folder);
      await vault.put(Buffer.from('kept'));
      const end = await cuxHere(['--state', folder, 'vault', 'sweep', `--days=${days}`], environment);
      expectOneSentence(end, 2);
      expect(await vault.sweep({ before: 0, keep: { digests: [], names: [] } })).toMatchObject({
        kept_contents: 1,
      });
    },
  );

  const wrong = [
    { because: 'another key', value: 'a6'.repeat(32) },
    { because: 'no key at all', value: 'not-a-key-4711' },
  ];
  it.for(wrong)(
    'says in one sentence that $because was given, without echoing it',
    async ({ value }, test) => {
      const { folder } = await stateWithGate(test);
      await oldVault(folder);
      const end = await cuxHere(['--state', folder, 'vault', 'sweep'], { CUX_VAULT_KEY: value });
      expectOneSentence(end, 1);
      expect(end.errors).not.toContain(value);
      expect(end.errors).toContain('key');
    },
  );
});

describe('a decision at the terminal', { concurrent: true }, () => {
  const decisions = [
    { choice: 'approve', status: 'open' },
    { choice: 'reject', status: 'closed' },
    { choice: null, status: 'pending' },
  ] as const;
  it.for(decisions)(
    'leaves the gate $status when the person says $choice',
    async ({ choice, status }, test) => {
      const { folder, gateId } = await stateWithGate(test);
      const state = await openState(locateState(folder), undefined);
      test.onTestFinished(() => state.close());
      const asked: string[] = [];
      await gateDecide(
        state,
        { json: false, write: () => {} },
        {
          gateId,
          person: personAtTerminal(),
          interactive: true,
          ask: async (question) => {
            asked.push(question);
            return choice;
          },
        },
      );
      expect(asked).toEqual(['Let agent-1 use the account writer on newsroom.example for an hour?']);
      expect((await state.kernel.gate('w', gateId))?.status).toBe(status);
    },
  );

  it('is made once', async (test) => {
    const { folder, gateId } = await stateWithGate(test);
    const state = await openState(locateState(folder), undefined);
    test.onTestFinished(() => state.close());
    const decide = () =>
      gateDecide(
        state,
        { json: false, write: () => {} },
        { gateId, person: personAtTerminal(), interactive: true, ask: async () => 'approve' },
      );
    await decide();
    expect((await state.kernel.gate('w', gateId))?.decided_by).toEqual({
      kind: 'human',
      id: userInfo().username,
    });
    await expect(decide()).rejects.toMatchObject({ code: 'refused' });
  });
});
