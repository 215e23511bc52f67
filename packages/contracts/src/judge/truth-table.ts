import type { EffectClass } from '../records/effect-class.ts';
import type { ObservedFacts } from '../records/observed-facts.ts';
import type { StopReason } from '../records/stop-reason.ts';

/** What a completed unit had to reach. */
export type Reach = 'screen' | 'draft' | 'press';

/** How the attempt stands to its gate: without one, bound to one, or past its commit. */
export type GateStanding = 'unbound' | 'bound' | 'committed';

/** One cell of the table. */
export interface TruthCase {
  readonly stopReason: StopReason;
  readonly facts: ObservedFacts;
  readonly effectClass: EffectClass;
  readonly gate: GateStanding;
  readonly reach: Reach;
}

type Yes = 'yes' | 'no' | 'any';

/** The classes that each word of the column `effect` stands for; a press is committed by an external write alone. */
const classes = {
  any: ['read', 'draft', 'external_write', 'credential_use'],
  read: ['read', 'draft'],
  write: ['external_write', 'credential_use'],
  press: ['external_write'],
  enrol: ['credential_use'],
} as const satisfies Readonly<Record<string, readonly EffectClass[]>>;

/** One line: where all columns match, the cell has this outcome. */
interface Line {
  readonly stop: StopReason | 'any';
  readonly effect: keyof typeof classes;
  readonly gate: GateStanding | 'not committed' | 'any';
  readonly screen: Yes;
  readonly draft: Yes;
  readonly pressed: Yes;
  readonly modal: Yes;
  readonly reach: Reach | 'any';
  readonly outcome: 'accept' | FactsRule;
}

/** The statements of the family facts, as far as the table decides them. */
export const truthStatements = {
  'facts.final-action-in-draft':
    'An attempt of class read or draft must never have pressed the final action.',
  'facts.press-without-commit':
    'The final action must not be pressed before the attempt has committed its gate.',
  'facts.press-without-screen': 'The final action cannot have been pressed on a screen that was not reached.',
  'facts.draft-without-screen': 'A draft cannot be present on a screen that was not reached.',
  'facts.stopped-but-pressed': 'An attempt that stopped at its gate must not have pressed the final action.',
  'facts.stopped-after-commit': 'An attempt that has committed must not report that it stopped at its gate.',
  'facts.stopped-without-screen': 'An attempt that stopped at its gate must have reached its screen.',
  'facts.stopped-without-draft':
    'A draft attempt that stopped at its gate must hold the draft; otherwise it failed.',
  'facts.completed-without-screen': 'A completed unit must have reached its screen.',
  'facts.completed-without-draft': 'A completed drafting unit must hold the draft.',
  'facts.completed-without-press': 'A completed external write must have pressed the final action.',
  'facts.modal-not-reported':
    'An unknown modal must be reported as blocked_by_unknown_modal, except after the press of an external write, which failed.',
  'facts.modal-not-observed': 'blocked_by_unknown_modal must come with unknown_modal true.',
  'facts.blocked-after-press':
    'A modal after the press leaves its result unknown: the attempt must report failed, not blocked_by_unknown_modal.',
} as const;

export type FactsRule = keyof typeof truthStatements;

/**
 * The truth table. Every refusing line that matches is reported; a cell without one must match an accepting
 * line. Both are enumerated, so a cell that nobody thought of is refused, and a test finds it. The last line is
 * the press whose result is unknown: the kernel moves it from committed to outcome_unknown, where it is
 * found out and never tried again.
 */
const table = `
  stop_reason              | effect | gate          | screen | draft | pressed | modal | reach  | outcome

  any                      | read   | any           | any    | any   | yes     | any   | any    | facts.final-action-in-draft
  any                      | write  | not committed | any    | any   | yes     | any   | any    | facts.press-without-commit
  any                      | enrol  | any           | any    | any   | yes     | any   | any    | facts.press-without-commit
  any                      | any    | any           | no     | any   | yes     | any   | any    | facts.press-without-screen
  any                      | any    | any           | no     | yes   | any     | any   | any    | facts.draft-without-screen

  stopped_at_gate          | any    | any           | any    | any   | yes     | any   | any    | facts.stopped-but-pressed
  stopped_at_gate          | any    | committed     | any    | any   | any     | any   | any    | facts.stopped-after-commit
  stopped_at_gate          | any    | any           | no     | any   | any     | any   | any    | facts.stopped-without-screen
  stopped_at_gate          | any    | any           | any    | no    | any     | any   | draft  | facts.stopped-without-draft
  stopped_at_gate          | any    | any           | any    | any   | any     | yes   | any    | facts.modal-not-reported

  completed                | any    | any           | no     | any   | any     | any   | any    | facts.completed-without-screen
  completed                | any    | any           | any    | no    | any     | any   | draft  | facts.completed-without-draft
  completed                | any    | any           | any    | any   | no      | any   | press  | facts.completed-without-press
  completed                | any    | any           | any    | any   | any     | yes   | any    | facts.modal-not-reported

  blocked_by_unknown_modal | any    | any           | any    | any   | any     | no    | any    | facts.modal-not-observed
  blocked_by_unknown_modal | any    | any           | any    | any   | yes     | any   | any    | facts.blocked-after-press

  failed                   | read   | any           | any    | any   | any     | yes   | any    | facts.modal-not-reported
  failed                   | write  | any           | any    | any   | no      | yes   | any    | facts.modal-not-reported

  completed                | read   | any           | yes    | any   | no      | no    | screen | accept
  completed                | read   | any           | yes    | yes   | no      | no    | draft  | accept
  completed                | enrol  | any           | yes    | any   | no      | no    | screen | accept
  completed                | press  | committed     | yes    | any   | yes     | no    | press  | accept
  stopped_at_gate          | any    | not committed | yes    | any   | no      | no    | screen | accept
  stopped_at_gate          | any    | not committed | yes    | yes   | no      | no    | draft  | accept
  stopped_at_gate          | any    | not committed | yes    | any   | no      | no    | press  | accept
  blocked_by_unknown_modal | any    | any           | yes    | any   | no      | yes   | any    | accept
  blocked_by_unknown_modal | any    | any           | no     | no    | no      | yes   | any    | accept
  failed                   | any    | any           | yes    | any   | no      | no    | any    | accept
  failed                   | any    | any           | no     | no    | no      | no    | any    | accept
  failed                   | press  | committed     | yes    | any   | yes     | any   | any    | accept
`;

/** The table, read once. */
export const truthTable: readonly Line[] = table
  .split('\n')
  .filter((row) => row.includes('|'))
  .slice(1)
  .map((row) => {
    const [stop, effect, gate, screen, draft, pressed, modal, reach, outcome] = row
      .split('|')
      .map((cell) => cell.trim());
    return { stop, effect, gate, screen, draft, pressed, modal, reach, outcome } as Line;
  });

/** The rules that a cell breaks; null when the table has no line for it, which is a refusal too. */
export function judgeTruth(cell: TruthCase): readonly FactsRule[] | null {
  const matching = truthTable.filter((candidate) => matches(candidate, cell));
  const broken = matching.map(({ outcome }) => outcome).filter((outcome) => outcome !== 'accept');
  if (broken.length > 0) return [...new Set(broken)];
  return matching.length > 0 ? [] : null;
}

function matches(candidate: Line, { stopReason, facts, effectClass, gate, reach }: TruthCase): boolean {
  const meant: readonly EffectClass[] = classes[candidate.effect];
  return (
    (candidate.stop === 'any' || candidate.stop === stopReason) &&
    meant.includes(effectClass) &&
    gateMatches(candidate.gate, gate) &&
    factMatches(candidate.screen, facts.screen_reached) &&
    factMatches(candidate.draft, facts.draft_present) &&
    factMatches(candidate.pressed, facts.final_action_clicked) &&
    factMatches(candidate.modal, facts.unknown_modal) &&
    (candidate.reach === 'any' || candidate.reach === reach)
  );
}

function gateMatches(wanted: Line['gate'], standing: GateStanding): boolean {
  if (wanted === 'not committed') return standing !== 'committed';
  return wanted === 'any' || wanted === standing;
}

function factMatches(wanted: Yes, fact: boolean): boolean {
  return wanted === 'any' || (wanted === 'yes') === fact;
}
