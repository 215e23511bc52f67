import { z } from 'zod';
import { foreignId } from '../ids/foreign-id.ts';
import { issuedId } from '../ids/issued-id.ts';
import { lazySchema } from '../lazy-schema.ts';
import { actionUnitSchema } from './action-unit.ts';
import { attentionItemSchema } from './attention-item.ts';
import { counterSchema, instantSchema } from './common.ts';
import { principalSchema } from './principal.ts';

/** Only `open` is runnable. `done` and `cancelled` are terminal. */
export const todoStateSchema = lazySchema(() =>
  z.enum(['open', 'running', 'awaiting_gate', 'reconciling', 'blocked', 'done', 'cancelled']),
);

export type TodoState = z.infer<typeof todoStateSchema>;

/**
 * `cux_todo_v1`: one unit of work of a goal (`spec/computer-use-runtime-v0`, Middle-Grained Action Pattern). The
 * kernel alone writes it.
 */
export const todoSchema = lazySchema(() =>
  z.strictObject({
    schema_version: z.literal('cux_todo_v1'),
    todo_id: foreignId(200),
    workspace_id: foreignId(200),
    goal_id: foreignId(200),
    revision: counterSchema.min(1),
    /** The product capability that owns it. */
    capability: foreignId(120),
    /** What its next attempt is to do. */
    action_unit: actionUnitSchema,
    state: todoStateSchema,
    /** The capability record that it is about. */
    record_id: foreignId(200).nullable(),
    /** Who asked for it, or for the todo that it follows from; takes part in every action of it. */
    requested_by: principalSchema,
    /** The gate that an attempt of this todo must be bound to, once it is raised. */
    gate_id: issuedId('gate').nullable(),
    /** Rises with each admission; a lower one is a late caller. */
    fence: counterSchema,
    attempt_id: issuedId('attempt').nullable(),
    /** For a read-back: the attempt whose outcome it finds out. */
    reconciles_attempt_id: issuedId('attempt').nullable(),
    /** Why it is blocked or done: a stable id of the capability's table, or a rule. */
    because: z
      .string()
      .regex(/^[a-z][a-z0-9.-]{0,99}$/)
      .nullable(),
    successor: foreignId(200).nullable(),
    /** Not admitted before this time: what left earlier may still arrive. Null when it may run at once. */
    not_before: instantSchema.nullable(),
    /** What a person is shown while it is blocked. */
    attention: attentionItemSchema.nullable(),
  }),
);

export type TodoRecord = z.infer<typeof todoSchema>;
