import { z } from 'zod';
import { lazySchema } from '../lazy-schema.ts';

/** The named middle-grained units (`spec/computer-use-runtime-v0`, Middle-Grained Action Pattern). */
export const actionUnits = [
  'inspect_screen',
  'draft_until_review_gate',
  'fill_until_submit_gate',
  'publish_after_approved_gate',
  'capture_replay_handle',
  'recover_with_blocker_packet',
  'enrol_stored_session',
] as const;

export const actionUnitSchema = lazySchema(() => z.enum(actionUnits));

export type ActionUnit = z.infer<typeof actionUnitSchema>;
