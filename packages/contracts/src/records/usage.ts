import { z } from 'zod';
import { foreignId } from '../ids/foreign-id.ts';
import { issuedId } from '../ids/issued-id.ts';
import { lazySchema } from '../lazy-schema.ts';
import { counterSchema, instantSchema } from './common.ts';
import { actionIntentSchema } from './structural-action.ts';

/**
 * What is counted; a unit other than one of a kind is in the name.
 *
 * - `awake_milliseconds`: the Screen was attached, and records prove it.
 * - `unproved_milliseconds`: it may have been attached beyond that: nothing is proved of a holder from its last record on,
 *   until its placement is released, or shown to be lost.
 * - `actions`: keys under which an action was asked for, and what came of each; refusals, by themselves.
 * - `observations`: settled ones.
 * - `approvals`: questions about one action, and what became of each.
 * - `interventions`: what people did: decisions, other commands, takeovers.
 * - `evidence_bytes`: what attempts have kept.
 */
export const usageMeasureSchema = lazySchema(() =>
  z.enum([
    'awake_milliseconds',
    'unproved_milliseconds',
    'actions',
    'observations',
    'approvals',
    'interventions',
    'evidence_bytes',
  ]),
);

export type UsageMeasure = z.infer<typeof usageMeasureSchema>;

/**
 * What came of what is counted.
 *
 * - of an action: `performed`, `stopped`, `outcome_unknown`; `waiting` for a person; `not_done`, where the approval that it
 *   waited for is over, or served another key; `refused`, before anybody was contacted.
 * - of an approval: `asked`, and of each that was: `approved`, `rejected`, `revoked`, `expired`, `superseded`, `content_gone`, `consumed`.
 * - of an intervention: `decided` a question, `acted` otherwise, `took_over` the Screen.
 */
export const usageOutcomeSchema = lazySchema(() =>
  z.enum([
    'performed',
    'stopped',
    'outcome_unknown',
    'waiting',
    'not_done',
    'refused',
    'asked',
    'approved',
    'rejected',
    'revoked',
    'expired',
    'superseded',
    'content_gone',
    'consumed',
    'decided',
    'acted',
    'took_over',
  ]),
);

export type UsageOutcome = z.infer<typeof usageOutcomeSchema>;

/**
 * `cux_usage_v1`: one line of the authoritative usage ledger (`spec/computers-and-screens`, Computer is capability,
 * not provider placement). Paid activity is attributed here and never by tracing. Lines of one measure add up.
 */
export const usageSchema = lazySchema(() =>
  z.strictObject({
    schema_version: z.literal('cux_usage_v1'),
    /** Of the line: the same one as long as what it is about is the same, also while its quantity grows. */
    usage_id: issuedId('usage'),
    workspace_id: foreignId(200),
    computer_id: issuedId('computer'),
    /** The Computer's generation during the activity; 0 before its first waking. */
    generation: counterSchema,
    /** Null for activity that no session or attempt asked for, for example waking. */
    session_id: issuedId('session').nullable(),
    attempt_id: issuedId('attempt').nullable(),
    measure: usageMeasureSchema,
    /** Of actions only, and null of a refused one: it was never kept what it would have been. */
    action: z.enum(actionKinds()).nullable(),
    /** Null where nothing comes of it. */
    outcome: usageOutcomeSchema.nullable(),
    quantity: counterSchema,
    /** The stretch of time that it covers, by the kernel's clock: from inclusive, until exclusive. */
    from: instantSchema,
    until: instantSchema,
  }),
);

function actionKinds() {
  return actionIntentSchema.options.map(({ shape }) => shape.kind.value);
}

export type Usage = z.infer<typeof usageSchema>;
