import type { ActionUnit } from '../../records/action-unit.ts';
import { type EffectClass, needsGate } from '../../records/effect-class.ts';
import { claimsWork, type ReceiptCase } from '../receipt-case.ts';
import {
  type FactsRule,
  type GateStanding,
  judgeTruth,
  type Reach,
  truthStatements,
} from '../truth-table.ts';
import type { CaseRule } from './statement.ts';

const draftingUnits: ReadonlySet<ActionUnit> = new Set(['draft_until_review_gate', 'fill_until_submit_gate']);

/** What a unit of this class has to reach to be called completed. */
export function reachOf(unit: ActionUnit, effectClass: EffectClass): Reach {
  if (effectClass === 'external_write' || unit === 'publish_after_approved_gate') return 'press';
  return draftingUnits.has(unit) ? 'draft' : 'screen';
}

function gateStanding({ authority }: ReceiptCase): GateStanding {
  if (authority.attempt.committed) return 'committed';
  return authority.request.gate_binding === undefined ? 'unbound' : 'bound';
}

/** Each rule of the table asks for the same cell. */
const looked = new WeakMap<ReceiptCase, readonly FactsRule[] | null>();

/** The lines of the truth table that this receipt breaks; null when the table does not know the cell. */
function brokenLines(subject: ReceiptCase): readonly FactsRule[] | null {
  const before = looked.get(subject);
  if (before !== undefined) return before;
  const lines = lookUp(subject);
  looked.set(subject, lines);
  return lines;
}

function lookUp(subject: ReceiptCase): readonly FactsRule[] | null {
  const { stopReason, facts, authority } = subject;
  if (stopReason === undefined || facts === undefined) return [];
  const { action_unit: unit, effect_class: effectClass } = authority.request;
  return judgeTruth({
    stopReason,
    facts,
    effectClass,
    gate: gateStanding(subject),
    reach: reachOf(unit, effectClass),
  });
}

const tableRules: readonly CaseRule<ReceiptCase>[] = Object.entries(truthStatements).map(
  ([id, statement]) => ({
    id,
    statement,
    violations: (subject) =>
      brokenLines(subject)?.includes(id as FactsRule) ? ['/receipt/observed_facts'] : [],
  }),
);

/** What was seen must agree with itself, with the class of the effect and with the gate. */
export const factsRules: readonly CaseRule<ReceiptCase>[] = [
  ...tableRules,
  {
    id: 'facts.not-in-table',
    statement: 'A combination of stop reason, facts, class and gate must stand in the truth table.',
    violations: (subject) => (brokenLines(subject) === null ? ['/receipt/observed_facts'] : []),
  },
  {
    id: 'facts.effect-forbidden',
    statement: 'No effect must be observed that the write scope of the request forbids.',
    violations: ({ facts, annex, authority }) => {
      const { effect_class: effectClass, write_scope: scope } = authority.request;
      const forbidden = scope.forbidden_effect_classes;
      const pressed =
        facts?.final_action_clicked === true || (annex?.press ?? 'not_attempted') !== 'not_attempted';
      const acted = pressed || (annex?.permit_spent ?? 0) > 0;
      const acting = needsGate(effectClass) ? effectClass : 'external_write';
      const drafted = (annex?.allowed_writes.length ?? 0) > 0;
      return [
        ...(acted && forbidden.includes(acting) ? ['/receipt/observed_facts'] : []),
        // What leaves without a permit leaves by a draft rule.
        ...(drafted && forbidden.includes('draft') ? ['/annex/allowed_writes'] : []),
      ];
    },
  },
  {
    id: 'facts.effect-outside-scope',
    statement: 'An attempt of class read must let no write pass, not even that of a draft.',
    violations: ({ annex, authority }) =>
      authority.request.effect_class === 'read' && (annex?.allowed_writes.length ?? 0) > 0
        ? ['/annex/allowed_writes']
        : [],
  },
  {
    id: 'facts.claim-without-evidence',
    statement: 'Work that is claimed as done must have an evidence handle.',
    violations: (subject) =>
      claimsWork(subject) && subject.handleKind === 'none' ? ['/receipt/evidence/handle_kind'] : [],
  },
  {
    id: 'facts.private-source-unclear',
    statement:
      'An attempt whose source was not redacted, or may not have been, must report failed, with privacy_unclear where an annex says why.',
    violations: ({ stopReason, privateSourceRedacted }) =>
      privateSourceRedacted === false && stopReason !== 'failed'
        ? ['/receipt/evidence/private_source_redacted']
        : [],
  },
];
