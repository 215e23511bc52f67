import { digestOfBytes, type PlanFile } from '@cux/contracts';
import { describe, expect, it } from 'vitest';
import type { AttachedFile, Surface } from '../../src/index.ts';
import { planOf, run } from './support/run.ts';
import { scriptedGuard } from './support/scripted-guard.ts';
import { scriptedSurface } from './support/scripted-surface.ts';

const bytes = new TextEncoder().encode('a picture');
const digest = digestOfBytes(bytes);
const file: PlanFile = { name: 'cover.png', media_type: 'image/png', size: bytes.byteLength, digest };
const target = { role: 'button', name: 'Cover' } as const;
const plan = planOf({ steps: [{ kind: 'attach', target, files: [file] }] });

/** A page that takes files, and tells what it was given and asked for. */
function takingSurface(overrides: Partial<Surface> = {}) {
  const given: AttachedFile[] = [];
  const asked: unknown[] = [];
  const surface = scriptedSurface({
    attach: async (_element, files) => {
      given.push(...files);
      return { kind: 'done' };
    },
    holds: async (_target, expected) => {
      asked.push(expected);
      return 'held';
    },
    ...overrides,
  });
  return { surface, given, asked };
}

describe('a file of a plan', () => {
  it('comes from the host by its digest, is put in and read back', async () => {
    const { surface, given, asked } = takingSurface();
    const hooks = { readFile: async (wanted: string) => (wanted === digest ? bytes : null) };
    const { receipt } = await run(plan, surface, scriptedGuard(), { hooks });
    expect(given).toEqual([{ name: 'cover.png', mediaType: 'image/png', bytes }]);
    expect(asked).toContainEqual({ kind: 'files', files: [file] });
    expect(receipt).toMatchObject({
      stop_reason: 'stopped_at_gate',
      observed_facts: { draft_present: true },
    });
  });

  it.each([
    { because: 'the host has none', readFile: async () => null },
    { because: 'the host gives no files to plans', readFile: undefined },
    { because: 'other bytes came', readFile: async () => new TextEncoder().encode('a pictura') },
    { because: 'fewer bytes came', readFile: async () => bytes.subarray(1) },
  ])('stops the plan before the page is touched when $because', async ({ readFile }) => {
    const { surface, given } = takingSurface();
    const hooks = readFile === undefined ? {} : { readFile };
    const { receipt, annex } = await run(plan, surface, scriptedGuard(), { hooks });
    expect(given).toEqual([]);
    expect(annex.blocker).toMatchObject({ code: 'value_not_held', step: 0 });
    expect(receipt.observed_facts.draft_present).toBe(false);
  });

  it('stops the plan when the engine cannot put files in', async () => {
    const hooks = { readFile: async () => bytes };
    const { annex } = await run(plan, scriptedSurface(), scriptedGuard(), { hooks });
    expect(annex.blocker).toMatchObject({ code: 'target_missing', step: 0 });
  });

  it('that the page has not kept is no draft', async () => {
    const { surface } = takingSurface({ holds: async () => 'not_held' });
    const hooks = { readFile: async () => bytes };
    const { receipt, annex } = await run(plan, surface, scriptedGuard(), { hooks });
    expect(annex.blocker?.code).toBe('value_not_held');
    expect(receipt.observed_facts.draft_present).toBe(false);
  });
});
