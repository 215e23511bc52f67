import { describe, expect, it } from 'vitest';
import {
  type EffectClass,
  effectClassSchema,
  type GateStanding,
  judgeTruth,
  type Reach,
  stopReasonSchema,
  type TruthCase,
} from '../src/index.ts';
import { truthStatements, truthTable } from '../src/judge/truth-table.ts';

const gates: readonly GateStanding[] = ['unbound', 'bound', 'committed'];
const reaches: readonly Reach[] = ['screen', 'draft', 'press'];
const booleans = [false, true];

const cells: readonly TruthCase[] = stopReasonSchema.options.flatMap((stopReason) =>
  effectClassSchema.options.flatMap((effectClass) =>
    gates.flatMap((gate) =>
      reaches.flatMap((reach) =>
        booleans.flatMap((screen_reached) =>
          booleans.flatMap((draft_present) =>
            booleans.flatMap((final_action_clicked) =>
              booleans.map((unknown_modal) => ({
                stopReason,
                effectClass,
                gate,
                reach,
                facts: { screen_reached, draft_present, final_action_clicked, unknown_modal },
              })),
            ),
          ),
        ),
      ),
    ),
  ),
);

const writes = (effectClass: EffectClass) =>
  effectClass === 'external_write' || effectClass === 'credential_use';

/** The same law in words of its own: what must be so for a cell to be acceptable. */
function isAcceptable({ stopReason, effectClass, gate, reach, facts }: TruthCase): boolean {
  const {
    screen_reached: screen,
    draft_present: draft,
    final_action_clicked: pressed,
    unknown_modal: modal,
  } = facts;
  if (!screen && (draft || pressed)) return false;
  if (pressed && !(writes(effectClass) && gate === 'committed')) return false;
  switch (stopReason) {
    case 'completed':
      if (modal || !screen) return false;
      if (reach === 'draft') return draft;
      return reach === 'press' ? pressed : true;
    case 'stopped_at_gate':
      return screen && !pressed && !modal && gate !== 'committed' && (reach !== 'draft' || draft);
    case 'blocked_by_unknown_modal':
      return modal && !pressed;
    case 'failed':
      return !modal || pressed;
  }
}

describe('the truth table', () => {
  it('is walked completely', () => {
    expect(cells.length).toBe(4 * 4 * 3 * 3 * 16);
  });

  it('has a line for every cell', () => {
    expect(cells.filter((cell) => judgeTruth(cell) === null)).toEqual([]);
  });

  it('accepts exactly what the law accepts', () => {
    const differing = cells.filter((cell) => (judgeTruth(cell)?.length === 0) !== isAcceptable(cell));
    expect(differing).toEqual([]);
  });

  it('never accepts a pressed final action of class read or draft', () => {
    const accepted = cells.filter(
      (cell) =>
        !writes(cell.effectClass) && cell.facts.final_action_clicked && judgeTruth(cell)?.length === 0,
    );
    expect(accepted).toEqual([]);
  });

  it('has no line without effect, and every refusing line names a rule', () => {
    const outcomes = new Set(truthTable.map(({ outcome }) => outcome));
    expect([...outcomes].sort()).toEqual(['accept', ...Object.keys(truthStatements)].sort());
    for (const line of truthTable) {
      expect(Object.values(line).every((column) => column !== undefined && column !== '')).toBe(true);
    }
  });
});
