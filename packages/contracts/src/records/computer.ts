import { z } from 'zod';
import { foreignId } from '../ids/foreign-id.ts';
import { issuedId } from '../ids/issued-id.ts';
import { lazySchema } from '../lazy-schema.ts';
import { counterSchema, instantSchema } from './common.ts';
import { recoveryGradeSchema, sharingScopeSchema } from './computer-profile.ts';

/**
 * `sleeping → waking → awake → sleeping`, and from sleeping or awake `→ archiving → archived`, which is terminal.
 * Create answers with `sleeping` and contacts no provider.
 */
export const computerLifecycleSchema = lazySchema(() =>
  z.enum(['sleeping', 'waking', 'awake', 'archiving', 'archived']),
);

export type ComputerLifecycle = z.infer<typeof computerLifecycleSchema>;

/**
 * `cux_computer_v1`: a provider-neutral Computer (`spec/computers-and-screens`, Computer is capability, not provider
 * placement). Strict: there is no field in which an allocation, a lease, a credential or a route could stand.
 */
export const computerSchema = lazySchema(() =>
  z.strictObject({
    schema_version: z.literal('cux_computer_v1'),
    computer_id: issuedId('computer'),
    workspace_id: foreignId(200),
    lifecycle: computerLifecycleSchema,
    /** Rises with each waking; what names an older one is stale. */
    generation: counterSchema,
    /** The immutable profile revision that it was made from. */
    profile: z.strictObject({ profile_id: issuedId('profile'), revision: counterSchema.min(1) }),
    recovery_grade: recoveryGradeSchema,
    sharing_scope: sharingScopeSchema,
    /** Rises with every change of this record; a write names the version it saw (`If-Match`), or is refused. */
    resource_version: counterSchema.min(1),
    created_at: instantSchema,
    updated_at: instantSchema,
  }),
);

export type Computer = z.infer<typeof computerSchema>;
