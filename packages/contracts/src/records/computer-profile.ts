import { z } from 'zod';
import { foreignId } from '../ids/foreign-id.ts';
import { issuedId } from '../ids/issued-id.ts';
import { lazySchema } from '../lazy-schema.ts';
import { counterSchema, instantSchema, screenPixelsSchema } from './common.ts';

/** What comes back after a crash: nothing; a fresh browser with the stored session; the same targets. */
export const recoveryGradeSchema = lazySchema(() => z.enum(['none', 'cold', 'warm']));

export type RecoveryGrade = z.infer<typeof recoveryGradeSchema>;

/** Who may open a session on a Computer: the one session that holds it, or any of the workspace, in turn. */
export const sharingScopeSchema = lazySchema(() => z.enum(['exclusive', 'workspace']));

export type SharingScope = z.infer<typeof sharingScopeSchema>;

const need = lazySchema(() => z.enum(['required', 'not_needed']));

/**
 * `cux_computer_profile_v1`: one revision of what a Computer needs (`spec/computers-and-screens`, Computer is
 * capability, not provider placement). A revision never changes; a workspace has at most one active one of a profile.
 * It names needs and never a provider: no provider is the default for a Computer.
 */
export const computerProfileSchema = lazySchema(() =>
  z.strictObject({
    schema_version: z.literal('cux_computer_profile_v1'),
    profile_id: issuedId('profile'),
    workspace_id: foreignId(200),
    /** 1 for the first; a change is a new revision. */
    revision: counterSchema.min(1),
    /** Whether new Computers may be made from this revision. Those that pinned an earlier one keep it. */
    active: z.boolean(),
    host_kind: z.enum(['browser_runtime', 'desktop_runtime']),
    /** The primitives that a provider must advertise (`spec/computer-use-runtime-v0`, Runtime Profile). */
    needs: z.strictObject({
      screenshots: need,
      accessibility_tree: need,
      record_replay: need,
      external_write: need,
      private_source_read: need,
    }),
    /** The geometry that the Screen is initialised with. */
    screen: z.strictObject({
      width: screenPixelsSchema,
      height: screenPixelsSchema,
      /** Device pixels for 100 logical ones, 25 … 800. */
      scale_percent: z.number().int().min(25).max(800),
    }),
    recovery_grade: recoveryGradeSchema,
    sharing_scope: sharingScopeSchema,
    created_at: instantSchema,
  }),
);

export type ComputerProfile = z.infer<typeof computerProfileSchema>;
