import type { Plan, PlanStep } from '@cux/contracts';
import { describe, expect, it } from 'vitest';
import { permitted, planOf, publishPlan, run } from './support/run.ts';
import { scriptedGuard } from './support/scripted-guard.ts';
import { scriptedSurface } from './support/scripted-surface.ts';

const status: PlanStep = {
  kind: 'verify_fact',
  source: { kind: 'json', url: '/api/entries/7', pointer: '/status' },
  one_of: ['draft', 'auto-draft'],
};

function publishing(parts: Partial<Plan> = {}): Plan {
  const plan = publishPlan(parts);
  return { ...plan, steps: [status, ...plan.steps] };
}

/** A site whose store gives these answers, one after the other; the last one for ever. */
function storeSaying(answers: readonly (string | null)[]) {
  const asked: string[] = [];
  const surface = scriptedSurface({
    readJson: async (url, pointer) => {
      asked.push(`${url} ${pointer}`);
      return answers[Math.min(asked.length, answers.length) - 1] ?? null;
    },
  });
  return { surface, asked };
}

describe('a fact of the site’s own store', () => {
  it('is asked where it stands, right before the commit and right before the press', async () => {
    const { surface, asked } = storeSaying(['draft']);
    let before = 0;
    const plan = publishing();
    await run(plan, surface, scriptedGuard(), {
      hooks: {
        prepared: async () => {
          before = asked.length;
          return permitted(plan);
        },
      },
    });
    expect(surface.touched).toContain('press Publish');
    expect([before, asked.length]).toEqual([2, 3]);
    expect(new Set(asked)).toEqual(new Set(['https://site.example/api/entries/7 /status']));
  });

  it.each([
    { answers: ['published'], commits: 0, because: 'somebody published it before' },
    { answers: ['draft', 'published'], commits: 0, because: 'somebody published it meanwhile' },
    {
      answers: ['draft', 'draft', 'published'],
      commits: 1,
      because: 'somebody published it at the last moment',
    },
  ])('that differs stops without a press, since $because', async ({ answers, commits }) => {
    const { surface } = storeSaying(answers);
    const guard = scriptedGuard();
    let asked = 0;
    const plan = publishing();
    const { receipt, annex } = await run(plan, surface, guard, {
      hooks: {
        prepared: async () => {
          asked += 1;
          return permitted(plan);
        },
      },
    });
    expect(asked).toBe(commits);
    expect(receipt).toMatchObject({ stop_reason: 'failed', observed_facts: { final_action_clicked: false } });
    expect(annex).toMatchObject({ blocker: { code: 'fact_differs' }, press: 'not_attempted' });
    expect(guard.calls).not.toContain('arm');
    expect(surface.touched).not.toContain('press Publish');
  });

  it('is waited for while the store does not answer', async () => {
    const { surface } = storeSaying([null, null, 'draft']);
    const { annex } = await run(publishing(), surface, scriptedGuard(), { limits: { extraction: 2_000 } });
    expect(annex.blocker?.code).not.toBe('extraction_missing');
    expect(surface.touched).toContain('press Publish');
  });

  it('stops when the store does not say', async () => {
    const { surface, asked } = storeSaying([null]);
    const plan = planOf({ steps: [status, ...planOf().steps] });
    const { annex } = await run(plan, surface, scriptedGuard());
    expect(annex.blocker?.code).toBe('extraction_missing');
    expect(surface.touched).not.toContain('fill Title');
    expect(asked.length).toBeGreaterThan(0);
  });
});
