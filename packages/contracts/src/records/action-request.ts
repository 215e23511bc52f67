import { z } from 'zod';
import { foreignId } from '../ids/foreign-id.ts';
import { lazySchema } from '../lazy-schema.ts';
import { actionUnitSchema } from './action-unit.ts';
import { proseSchema } from './common.ts';
import { effectClassSchema, needsGate } from './effect-class.ts';
import { gateBindingSchema } from './gate-binding.ts';

/**
 * `computer_use_action_request_v0`: the bounded action that a capability asks a provider to attempt
 * (`spec/computer-use-runtime-v0`, Action Request Shape). Strict: an unknown key is a refusal, because the
 * receipt and the gate are judged against exactly this record.
 *
 * `stop_condition` is prose for people; it never enforces anything.
 */
export const actionRequestSchema = lazySchema(() =>
  z
    .strictObject({
      schema_version: z.literal('computer_use_action_request_v0'),
      goal_id: foreignId(200),
      todo_id: foreignId(200),
      provider_id: foreignId(120),
      action_unit: z.string().min(1).max(200).pipe(actionUnitSchema),
      effect_class: effectClassSchema,
      write_scope: z.strictObject({
        allowed_actions: z.array(proseSchema(200)).min(1).max(20),
        forbidden_effect_classes: z.array(effectClassSchema),
      }),
      gate_binding: gateBindingSchema.optional(),
      stop_condition: proseSchema(400),
      validation_target: proseSchema(400),
    })
    .superRefine((request, context) => {
      if (needsGate(request.effect_class) && request.gate_binding === undefined) {
        context.addIssue({
          code: 'custom',
          path: ['gate_binding'],
          message: 'this effect class needs a gate',
        });
      }
    }),
);

export type ActionRequest = z.infer<typeof actionRequestSchema>;
