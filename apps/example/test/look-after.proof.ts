import { readFileSync, rmSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import type { Attempt } from '@cux/kernel';
import { describe, expect, it } from 'vitest';
import { harvestArticle } from '../src/story/articles.ts';
import { cuxHere, loadCux } from './cux-in-process.ts';
import { demoHere } from './demo-here.ts';
import { expectCommandsToWork } from './printed-commands.ts';
import { temporaryFolder } from './temporary-folder.ts';

const cux = await loadCux();

async function runCux(state: string, ...words: readonly string[]): Promise<string> {
  const { code, output, errors } = await cuxHere(cux, ['--state', state, ...words]);
  expect(code, errors).toBe(0);
  return output;
}

describe('cux, after a demo', () => {
  it('shows what was approved, as the demo did, and every attempt in order', async (test) => {
    const state = temporaryFolder(test);
    const { output } = await demoHere(state, ['--mock', '--decide', 'approve']);
    expect(await expectCommandsToWork(state, output)).toEqual(
      expect.arrayContaining(['attempt list', 'gate list --all', 'audit verify']),
    );
    const { attempts } = JSON.parse(await runCux(state, '--json', 'attempt', 'list'));
    expect(attempts.map(({ request }: Attempt) => request.action_unit)).toEqual([
      'draft_until_review_gate',
      'publish_after_approved_gate',
      'inspect_screen',
    ]);
    expect(JSON.parse(await runCux(state, '--json', 'content', 'status'))).toMatchObject({
      items: [{ item: 'story-1', state: 'readback_verified', interventions: { decisions: 1 } }],
      interventions_per_outcome: [{ outcome: 'readback_verified', items: 1, decisions: 1 }],
    });
    const todo = await runCux(state, 'todo', 'show', 'story-1');
    expect(todo).toContain(attempts[0].attempt_id);
    expect(todo).toContain(attempts[1].attempt_id);
    expect(await runCux(state, 'attempt', 'list', '--todo', 'story-1')).not.toContain('inspect_screen');
    // Of each decision it says that it was the flag's.
    expect(await runCux(state, 'gate', 'list', '--all')).toMatch(
      new RegExp(`approved by human ${userInfo().username}-by-flag at .*, then consumed`),
    );

    const { gates } = JSON.parse(await runCux(state, '--json', 'gate', 'list', '--all'));
    const shown = await runCux(state, 'gate', 'show', gates[0].gate_id);
    for (const told of [output, shown]) {
      for (const paragraph of harvestArticle.body.split('\n\n')) expect(told).toContain(paragraph);
      expect(told).toContain('Culture');
      expect(told).toContain(gates[0].subject.content_digest);
    }
    const picture = /^evidence: +screenshot (.+\.svg)$/m.exec(shown)?.[1] ?? '';
    expect(readFileSync(picture, 'utf8')).toMatch(/^<svg/);
    expect(output).toContain(picture);
    expect(output).toContain('1 publication since');
    expect(output).not.toContain('draft not present');
    rmSync(join(state, 'newsroom-mock', 'vault'), { recursive: true });
    expect(await runCux(state, 'gate', 'show', gates[0].gate_id)).toMatch(/cannot be read from the vault/);
  });
});
