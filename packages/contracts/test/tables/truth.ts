import {
  type EffectClass,
  effectClassSchema,
  type GateStanding,
  judgeTruth,
  type Reach,
  stopReasonSchema,
  type TruthCase,
} from '../../src/index.ts';

const gates: readonly GateStanding[] = ['unbound', 'bound', 'committed'];
const reaches: readonly Reach[] = ['screen', 'draft', 'press'];
const booleans = [false, true];

/** Every cell of the truth table. */
export const truthCells: readonly TruthCase[] = stopReasonSchema.options.flatMap((stopReason) =>
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

export const writes = (effectClass: EffectClass) =>
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

/** The cells on which the table and the law disagree. */
export function disagreeingCells(): readonly TruthCase[] {
  return truthCells.filter((cell) => (judgeTruth(cell)?.length === 0) !== isAcceptable(cell));
}
