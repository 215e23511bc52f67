import { describe, expect, it } from 'vitest';
import { verifyExport } from '../src/index.ts';
import { newStory } from './support/new-story.ts';

async function collected(lines: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = [];
  for await (const line of lines) all.push(line);
  return all;
}

async function exported(): Promise<string[]> {
  const { story } = newStory();
  await story.begin();
  const { attempt, readBack } = await story.publish();
  await story.readBack(readBack, attempt);
  return collected(story.kernel.exportAudit(story.workspace));
}

function lineOf(
  lines: readonly string[],
  index: number,
): { link?: { hash: string } } & Record<string, object> {
  return JSON.parse(lines[index] ?? '{}');
}

describe('an exported log', () => {
  it('verifies by itself, with what the store says of it, and against a head that was kept elsewhere', async () => {
    const { story } = newStory();
    await story.begin();
    const earlier = await story.kernel.verifyAudit(story.workspace);
    await story.draft();
    const lines = await collected(story.kernel.exportAudit(story.workspace));
    const inStore = await story.kernel.verifyAudit(story.workspace);
    const head = earlier.ok ? earlier.head : '';
    expect(await verifyExport(lines)).toEqual({ workspace: story.workspace, verdict: inStore });
    expect(await verifyExport(lines, head)).toEqual({ workspace: story.workspace, verdict: inStore });
    const other = `sha256:${'0'.repeat(64)}`;
    expect((await verifyExport(lines, other)).verdict).toMatchObject({ rule: 'audit.head-missing' });
  });

  it('of a workspace without a log says so', async () => {
    const { story } = newStory();
    const lines = await collected(story.kernel.exportAudit('nobody'));
    expect(lines).toHaveLength(1);
    expect((await verifyExport(lines)).verdict).toEqual({ ok: true, events: 0, links: 0, head: '' });
  });

  it('does not verify with any one line left out, doubled, swapped with the next or changed', async () => {
    const lines = await exported();
    const spoiled: string[] = [];
    for (let index = 0; index < lines.length; index += 1) {
      const line = lines[index] ?? '';
      const changes: readonly (readonly [string, string[]])[] = [
        ['left out', lines.toSpliced(index, 1)],
        ['doubled', lines.toSpliced(index, 0, line)],
        ['swapped', lines.toSpliced(index, 2, lines[index + 1] ?? 'none', line)],
        // One character inside: a digit, a letter or a quote becomes another.
        ['changed', lines.with(index, changedAt(line, (index * 7) % line.length))],
        ['emptied', lines.with(index, '')],
      ];
      for (const [how, other] of changes) {
        const { verdict } = await verifyExport(other);
        if (verdict.ok) spoiled.push(`line ${index + 1} ${how}`);
      }
    }
    expect(spoiled).toEqual([]);
    expect(lines.length).toBeGreaterThan(60);
  });

  const rewritten: readonly (readonly [string, (line: string) => string])[] = [
    ['a key twice', (line) => line.replace(/("links"|"batch"):/, '$1:9,$1:')],
    [
      'a key twice, one of them escaped',
      (line) => line.replace(/("links"|"batch"):/, '"\\u006ci\\u006eks":9,$1:'),
    ],
    ['a space', (line) => line.replace(':', ': ')],
    ['a carriage return at its end', (line) => `${line}\r`],
    ['a mark at its beginning', (line) => `\ufeff${line}`],
    ['a number written otherwise', (line) => line.replace(/:(\d+),/, ':$1.0,')],
    [
      'a letter escaped',
      (line) => line.replace('workspace"', 'w\\u006frkspace"').replace('batch"', 'b\\u0061tch"'),
    ],
    ['another order', (line) => JSON.stringify(reversed(JSON.parse(line)))],
  ];

  it.each(rewritten)(
    'does not verify with %s in any one line, though it says the same',
    async (_how, rewrite) => {
      const lines = await exported();
      const passed: number[] = [];
      for (const [index, line] of lines.entries()) {
        const other = rewrite(line);
        expect(other).not.toBe(line);
        if ((await verifyExport(lines.with(index, other))).verdict.ok) passed.push(index + 1);
      }
      expect(passed).toEqual([]);
    },
  );

  it('is not passed off as another workspace’s', async () => {
    const lines = await exported();
    const head = { ...lineOf(lines, 0), workspace: 'neighbour' };
    expect(await verifyExport(lines.with(0, JSON.stringify(head)))).toMatchObject({
      workspace: 'neighbour',
      verdict: { ok: false, rule: 'audit.link-changed' },
    });
  });

  it.each([
    ['nothing at all', []],
    ['no JSON', ['hello']],
    ['another kind of file', ['{"schema_version":"cux_todo_v1"}']],
  ])('%s is no exported log', async (_what, lines) => {
    expect(await verifyExport(lines)).toMatchObject({
      workspace: null,
      verdict: { ok: false, rule: 'audit.export-unreadable' },
    });
  });
});

/** The same value, with its innermost keys in the opposite order. */
function reversed(value: object): object {
  const [[key, inner] = ['', null], ...others] = Object.entries(value);
  if (others.length === 0 && typeof inner === 'object' && inner !== null) return { [key]: reversed(inner) };
  return Object.fromEntries(Object.entries(value).reverse());
}

function changedAt(line: string, at: number): string {
  const next = line[at] === '1' ? '2' : '1';
  return `${line.slice(0, at)}${next}${line.slice(at + 1)}`;
}
