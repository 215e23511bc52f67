import type { Target } from '@cux/contracts';
import { describe, expect, it } from 'vitest';
import { permitted, planOf, publishPlan, run } from './support/run.ts';
import { scriptedGuard } from './support/scripted-guard.ts';
import { type ScriptedSurface, scriptedSurface } from './support/scripted-surface.ts';

/** A page that tells when its late answers to inputs are held back, and that holds everything. */
function holdingSurface(): ScriptedSurface {
  const surface = scriptedSurface();
  return Object.assign(surface, {
    holdLateAnswers: async (hold: boolean) => {
      surface.touched.push(hold ? 'hold' : 'let go');
    },
    capture: async (...parameters: Parameters<ScriptedSurface['capture']>) => {
      surface.touched.push('evidence');
      return scriptedSurface().capture(...parameters);
    },
  });
}

const textbox = (name: string): Target => ({ role: 'textbox', name });
const fill = (name: string) => ({ kind: 'fill', target: textbox(name), value: 'text' }) as const;

describe('what a page does late in answer to an input', () => {
  it('waits from field to field and until the report, and happens before every other step', async () => {
    const surface = holdingSurface();
    const save = { kind: 'press', target: { role: 'button', name: 'Save' } } as const;
    await run(
      planOf({ steps: [fill('Title'), fill('Summary'), save, fill('Note')] }),
      surface,
      scriptedGuard(),
    );
    expect(surface.touched).toEqual([
      'open https://site.example/entry',
      ...['hold', 'fill Title', 'fill Summary'],
      ...['let go', 'press Save'],
      ...['hold', 'fill Note', 'evidence', 'let go'],
    ]);
  });

  it('happens before anybody is asked to commit', async () => {
    const surface = holdingSurface();
    const plan = publishPlan();
    const prepared = async () => {
      surface.touched.push('asked');
      return permitted(plan);
    };
    await run(plan, surface, scriptedGuard(), { hooks: { prepared } });
    expect(surface.touched.slice(0, 5)).toEqual([
      'open https://site.example/entry',
      ...['hold', 'evidence', 'let go', 'asked'],
    ]);
  });

  it('that changes a field then costs no approval', async () => {
    const surface = holdingSurface();
    const holds = async () =>
      (surface.touched.includes('let go') ? 'not_held' : 'held') as 'held' | 'not_held';
    const plan = publishPlan();
    const prepared = async () => {
      surface.touched.push('asked');
      return permitted(plan);
    };
    const { annex } = await run(plan, Object.assign(surface, { holds }), scriptedGuard(), {
      hooks: { prepared },
    });
    expect(annex.blocker?.code).toBe('value_not_held');
    expect(surface.touched).not.toContain('asked');
  });
});
