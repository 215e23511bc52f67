import { z } from 'zod';
import { lazySchema } from '../lazy-schema.ts';

/** The four facts of a v0 receipt (`spec/computer-use-runtime-v0`, Receipt Shape). Facts, never verdicts. */
export const observedFactsSchema = lazySchema(() =>
  z.strictObject({
    /** The screen that the plan names was reached. */
    screen_reached: z.boolean(),
    /** Every approved value is held by its field (or by the site's own store), read back after a settle delay. */
    draft_present: z.boolean(),
    /** The final action was pressed. */
    final_action_clicked: z.boolean(),
    /** Something stood in the way that the plan does not know. */
    unknown_modal: z.boolean(),
  }),
);

export type ObservedFacts = z.infer<typeof observedFactsSchema>;
