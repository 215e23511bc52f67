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
const allReaches: readonly Reach[] = ['screen', 'draft', 'press'];
const booleans = [false, true];

/** Every combination, also those that no unit of the class can come to. */
export const everyCell: readonly TruthCase[] = stopReasonSchema.options.flatMap((stopReason) =>
  effectClassSchema.options.flatMap((effectClass) =>
    gates.flatMap((gate) =>
      allReaches.flatMap((reach) =>
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

/** What an attempt of a class can have to reach: an external write its press, an enrolment no more than its screen. */
function reaches(effectClass: EffectClass): readonly Reach[] {
  if (effectClass === 'external_write') return ['press'];
  return effectClass === 'credential_use' ? ['screen'] : ['screen', 'draft'];
}

/** Every cell of the truth table. */
export const truthCells: readonly TruthCase[] = everyCell.filter(({ effectClass, reach }) =>
  reaches(effectClass).includes(reach),
);

/** The same law in words of its own: what must be so for a cell to be acceptable. */
function isAcceptable({ stopReason, effectClass, gate, reach, facts }: TruthCase): boolean {
  const {
    screen_reached: screen,
    draft_present: draft,
    final_action_clicked: pressed,
    unknown_modal: modal,
  } = facts;
  if (!screen && (draft || pressed)) return false;
  // Only an external write commits.
  if (pressed && !(effectClass === 'external_write' && gate === 'committed')) return false;
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
