import type { ActionUnit } from '../records/action-unit.ts';
import type { EffectClass } from '../records/effect-class.ts';

/**
 * The class of every unit. A unit is named for what it may cause: with a lower class it would go around the gate that
 * its effect needs, with a higher one it would be admitted for more than its name says.
 */
const classOfUnit: Readonly<Record<ActionUnit, EffectClass>> = {
  inspect_screen: 'read',
  draft_until_review_gate: 'draft',
  fill_until_submit_gate: 'draft',
  publish_after_approved_gate: 'external_write',
  capture_replay_handle: 'read',
  recover_with_blocker_packet: 'read',
  enrol_stored_session: 'credential_use',
};

/** Whether a request for this unit may have this class. */
export function unitHasClass(unit: ActionUnit, effectClass: EffectClass): boolean {
  return classOfUnit[unit] === effectClass;
}
