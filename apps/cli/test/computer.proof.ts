import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { judgeRecord } from '@cux/contracts';
import { actions, computers, Story } from '@cux/kernel/store-suite';
import { currentProcessIdentity } from '@cux/runtime';
import { openSqliteStore } from '@cux/store-sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cuxHere } from './cux-here.ts';
import { temporaryFolder } from './state-folder.ts';

type Test = Parameters<typeof temporaryFolder>[0];

const terms = {
  host_kind: 'browser_runtime',
  needs: {
    screenshots: 'required',
    accessibility_tree: 'required',
    record_replay: 'not_needed',
    external_write: 'required',
    private_source_read: 'not_needed',
  },
  screen: { width: 1280, height: 800, scale_percent: 100 },
  recovery_grade: 'cold',
  sharing_scope: 'exclusive',
};

/** An agent has worked on a Computer for two minutes, and asked for a press that a person has approved. */
let template = '';
let worked: { readonly computer_id: string; readonly session_id: string };
beforeAll(async () => {
  template = mkdtempSync(join(tmpdir(), 'cux-cli-'));
  const own = await currentProcessIdentity('gone');
  const story = new Story(await openSqliteStore({ path: join(template, 'cux.sqlite') }), {
    // A process of this machine that does not run: no pid is this high.
    processId: own.replace(`pid-${process.pid}-`, 'pid-2147483646-'),
  });
  await story.begin();
  const work = await actions.atWork(story);
  const { awake, session_id } = work;
  await story.must('settle-observation', await computers.observing(story, awake, session_id));
  await story.must('begin-action', await actions.beginning(story, work));
  await story.must('settle-action', actions.settling(work));
  await story.decide(await actions.askedFor(story, work, 'a-2'));
  story.clock.advance(120_000);
  await story.must('settle-observation', await computers.observing(story, awake, session_id));
  await computers.makeComputer(story);
  worked = { computer_id: awake.computer_id, session_id };
  await story.kernel.close();
});
afterAll(() => rmSync(template, { recursive: true, force: true }));

function state(test: Test) {
  const folder = temporaryFolder(test);
  cpSync(template, folder, { recursive: true });
  const run = (words: readonly string[], says?: boolean) => cuxHere(['--state', folder, ...words], {}, says);
  const json = async (...words: readonly string[]) => {
    const end = await run(['--json', ...words]);
    expect(end).toMatchObject({ code: 0, errors: '' });
    return JSON.parse(end.output);
  };
  return { folder, run, json };
}

describe('cux computer', () => {
  it('lists and shows public records, and nothing of a placement', async (test) => {
    const { run, json } = state(test);
    const { computers: listed } = await json('computer', 'list');
    expect(listed).toHaveLength(2);
    const shown = await json('computer', 'show', worked.computer_id);
    expect(shown).toMatchObject({
      computer: { lifecycle: 'awake', generation: 1 },
      screen: { width: 1280, attachment: 'attached' },
      sessions: [{ session_id: worked.session_id, state: 'open' }],
    });
    for (const [name, record] of Object.entries({ computer: shown.computer, screen: shown.screen })) {
      const bytes = new TextEncoder().encode(JSON.stringify(record));
      const of = name === 'computer' ? 'cux_computer_v1' : 'cux_screen_v1';
      expect(judgeRecord(of, bytes)).toMatchObject({ ok: true });
    }
    const told = await Promise.all([
      run(['computer', 'show', worked.computer_id]),
      run(['computer', 'list']),
      run(['--json', 'computer', 'show', worked.computer_id]),
    ]);
    for (const { output } of told) expect(output).not.toMatch(/pid-|process_id|provider_id/);
  });

  it('tells what was used, for a person and line by line', async (test) => {
    const { run, json } = state(test);
    const end = await run(['computer', 'usage', worked.computer_id]);
    for (const text of [
      'awake:           2 min\n',
      'actions:         1 click performed, 1 click not done\n',
      'observations:    2\n',
      'approvals:       1 asked, 1 approved\n',
      'people:          1 decided\n',
    ]) {
      expect(end.output).toContain(text);
    }
    const { usage, totals } = await json('computer', 'usage', worked.computer_id);
    expect(totals).toContainEqual({
      measure: 'observations',
      action: null,
      outcome: null,
      quantity: 2,
    });
    for (const line of usage) {
      const bytes = new TextEncoder().encode(JSON.stringify(line));
      expect(judgeRecord('cux_usage_v1', bytes)).toMatchObject({ ok: true });
    }
    const ofSession = await json('computer', 'usage', '--session', worked.session_id);
    expect(ofSession.usage.length).toBeGreaterThan(0);
    expect(ofSession.usage).toEqual(
      usage.filter((line: { session_id: string | null }) => line.session_id === worked.session_id),
    );
    expect((await run(['computer', 'usage'])).output).toContain('\nin all\n');
  });

  it('tells a session’s events in their order', async (test) => {
    const { json } = state(test);
    const { events } = await json('computer', 'events', worked.session_id);
    expect(events.map(({ kind }: { kind: string }) => kind)).toEqual(
      expect.arrayContaining(['session-opened', 'observation-settled', 'action-performed', 'approval-open']),
    );
    expect(events.map(({ sequence }: { sequence: number }) => sequence)).toEqual(
      events.map((_: unknown, index: number) => index + 1),
    );
  });

  it('makes one of a file, and the next revision of the same profile; both sleep', async (test) => {
    const { folder, json } = state(test);
    const file = join(folder, 'profile.json');
    writeFileSync(file, JSON.stringify(terms));
    const made = await json('computer', 'create', '--from', file);
    writeFileSync(file, JSON.stringify({ ...terms, recovery_grade: 'warm' }));
    const next = await json('computer', 'create', '--from', file, '--profile', made.profile_id);
    const again = await json('computer', 'create', '--profile', made.profile_id);
    const { profiles } = await json('computer', 'profiles');
    expect(profiles).toContainEqual(
      expect.objectContaining({ profile_id: made.profile_id, latest: 2, active: 2 }),
    );
    const lifecycle = async (id: string) => (await json('computer', 'show', id)).computer;
    expect(await lifecycle(made.computer_id)).toMatchObject({
      lifecycle: 'sleeping',
      profile: { revision: 1 },
    });
    expect(await lifecycle(next.computer_id)).toMatchObject({ recovery_grade: 'warm', generation: 0 });
    expect(await lifecycle(again.computer_id)).toMatchObject({ profile: { revision: 2 } });
  });

  it('archives by a person only, and keeps what was used', async (test) => {
    const { run, json } = state(test);
    const words = ['computer', 'archive', worked.computer_id];
    expect(await run(words)).toMatchObject({ code: 3 });
    expect((await run(words, false)).output).toContain('Nothing was changed');
    const archiving = await run(words, true);
    expect(archiving).toMatchObject({ code: 0 });
    expect(archiving.output).toContain('cux recover');
    expect((await json('computer', 'show', worked.computer_id)).computer.lifecycle).toBe('archiving');
    expect((await run(['recover'])).output).toContain('is archived');
    expect((await json('computer', 'show', worked.computer_id)).computer.lifecycle).toBe('archived');
    expect(await run(words, true)).toMatchObject({ code: 1 });
    const [sleeping] = (await json('computer', 'list')).computers.filter(
      ({ computer_id }: { computer_id: string }) => computer_id !== worked.computer_id,
    );
    expect((await run(['computer', 'archive', sleeping.computer_id], true)).output).toContain('is archived');
    expect((await json('computer', 'list')).computers).toHaveLength(0);
    expect((await json('computer', 'list', '--all')).computers).toHaveLength(2);
    expect((await json('computer', 'usage', worked.computer_id)).usage.length).toBeGreaterThan(3);
  });

  it.for([
    { words: ['computer', 'show', 'computer_none'], code: 1, says: 'computer list --all' },
    { words: ['computer', 'usage', 'computer_none'], code: 1, says: 'computer list --all' },
    { words: ['computer', 'usage', '--session', 'session_none'], code: 1, says: 'computer show' },
    { words: ['computer', 'events', 'session_none'], code: 1, says: 'computer show' },
    { words: ['computer', 'create'], code: 2, says: '--from' },
    { words: ['computer', 'create', '--profile', 'profile_none'], code: 1, says: 'profile' },
    { words: ['computer', 'create', '--from', 'nowhere.json'], code: 2, says: '--from' },
    { words: ['computer', 'wake', 'computer_none'], code: 1, says: 'cux recover' },
    { words: ['computer', 'sleep', 'computer_none'], code: 1, says: 'cux recover' },
  ])('refuses $words in one sentence', async ({ words, code, says }) => {
    const end = await cuxHere(['--state', template, ...words]);
    expect(end).toMatchObject({ code, output: '' });
    expect(end.errors).toContain(says);
  });

  it('makes nothing of a profile file that is none', async (test) => {
    const { folder, run, json } = state(test);
    const { screen, ...withoutScreen } = terms;
    for (const text of [
      'width: 3',
      JSON.stringify(withoutScreen),
      // Which provider it is given is none of its business.
      JSON.stringify({ ...terms, provider: 'mock' }),
      JSON.stringify({ ...terms, screen: { ...screen, width: 0 } }),
    ]) {
      writeFileSync(join(folder, 'profile.json'), text);
      const end = await run(['computer', 'create', '--from', join(folder, 'profile.json')]);
      expect(end).toMatchObject({ code: 1, output: '' });
      expect(end.errors).toContain('cux_computer_profile_v1');
    }
    expect((await json('computer', 'list')).computers).toHaveLength(2);
  });
});
