import { z } from 'zod';
import { digestSchema } from '../ids/digest-schema.ts';
import { foreignId } from '../ids/foreign-id.ts';
import { lazySchema } from '../lazy-schema.ts';
import { actionUnitSchema } from './action-unit.ts';
import { attentionItemSchema } from './attention-item.ts';
import { standingSubjectSchema, subjectSchema } from './subject.ts';

/** A todo that a reducer asks for beside the transition; the kernel creates it in the same transaction. */
export const followingTodoSchema = lazySchema(() =>
  z.strictObject({
    todo_id: foreignId(200),
    action_unit: actionUnitSchema,
    /** `open` is runnable; `awaiting_gate` waits for the gate that the same proposal raises; `blocked` for a person. */
    state: z.enum(['open', 'awaiting_gate', 'blocked']),
    record_id: foreignId(200).nullable(),
    /** Set for a read-back: the attempt whose outcome it finds out. */
    reconciles_attempt_id: foreignId(200).nullable(),
    attention: attentionItemSchema.nullable(),
  }),
);

export type FollowingTodo = z.infer<typeof followingTodoSchema>;

/**
 * What a capability's reducer returns (`spec/computer-use-runtime-v0`, Ownership): a proposal, which the kernel
 * accepts or refuses whole. It authors no kernel write.
 */
export const proposedTransitionSchema = lazySchema(() =>
  z.strictObject({
    schema_version: z.literal('cux_proposed_transition_v1'),
    /** Why, as a stable id of the capability's own table, for example `draft-held`. */
    because: z.string().regex(/^[a-z][a-z0-9-]{0,63}$/),
    todo: z.strictObject({
      /** `open`: may be tried again. `done` needs `successor`, or says that there is none. */
      state: z.enum(['open', 'awaiting_gate', 'reconciling', 'blocked', 'done']),
      /** What its next attempt is to do; null keeps the present one. */
      action_unit: actionUnitSchema.nullable(),
      successor: foreignId(200).nullable(),
      attention: attentionItemSchema.nullable(),
    }),
    /** Todos to create. A gate raised here belongs to `gate.todo_id`. */
    following: z.array(followingTodoSchema).max(5),
    /** The gate to raise. A pending gate on the same subject is reused. */
    gate: z
      .discriminatedUnion('kind', [
        z.strictObject({
          kind: z.literal('item'),
          todo_id: foreignId(200),
          subject: subjectSchema,
          attention: attentionItemSchema,
          expires_in_ms: z.number().int().min(1_000).max(2_592_000_000),
        }),
        z.strictObject({
          kind: z.literal('standing'),
          todo_id: foreignId(200),
          subject: standingSubjectSchema,
          attention: attentionItemSchema,
          expires_in_ms: z.number().int().min(1_000).max(2_592_000_000),
        }),
      ])
      .nullable(),
    /**
     * The record's next state. `content_digest: null` keeps it; a new digest is a new revision and supersedes
     * the gates of the old one, a state change alone is not.
     */
    record: z
      .strictObject({
        record_id: foreignId(200),
        expected_state: z.string().min(1).max(60),
        expected_revision: z.number().int().min(1),
        state: z.string().min(1).max(60),
        /** Facts of the target that the record keeps, for example the site's own id of the post. */
        facts: z.record(z.string().max(64), z.union([z.string().max(400), z.number().int(), z.boolean()])),
      })
      .nullable(),
    /** Evidence that the completion rests on; `done` without any is refused. */
    evidence: z.array(digestSchema).max(20),
    /**
     * A read-back that says what another attempt came to: it moves that attempt's `reconciling` todo, and settles
     * the attempt when its outcome was unknown.
     */
    settles: z
      .strictObject({
        attempt_id: foreignId(200),
        outcome: z.enum(['happened', 'not_happened']),
        /** Where the reconciling todo goes; `awaiting_gate` needs the gate that this proposal raises for it. */
        todo_state: z.enum(['done', 'awaiting_gate', 'blocked']),
        attention: attentionItemSchema.nullable(),
      })
      .nullable(),
    /** A blocked todo that waited for this one (its `successor`) and may now run again. */
    unblocks: foreignId(200).nullable(),
  }),
);

export type ProposedTransition = z.infer<typeof proposedTransitionSchema>;
