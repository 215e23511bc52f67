import { z } from 'zod';
import { digestSchema } from '../ids/digest-schema.ts';
import { lazySchema } from '../lazy-schema.ts';
import { evidenceClassSchema } from './evidence-class.ts';

/**
 * What a person is shown (`spec/computer-use-runtime-v0`, Human Attention Contract). A gate or a blocker
 * without one is refused by the kernel: the question names the exact decision, never "waiting for user".
 */
export const attentionItemSchema = lazySchema(() =>
  z.strictObject({
    /** The exact decision, for example: Publish “Q3 notes” to newsroom.example as drafted at 14:02? */
    question: z.string().min(12).max(400),
    /** What it is trying to do. */
    attempted: z.array(z.string().min(1).max(200)).min(1).max(20),
    /** What it is explicitly forbidden to do: a question always says what an answer does not allow. */
    forbidden: z.array(z.string().min(1).max(200)).min(1).max(20),
    evidence: z.array(z.strictObject({ evidence_class: evidenceClassSchema, digest: digestSchema })).max(20),
    next_step: z.enum(['human_review', 'agent_todo', 'none']),
    /** How a person takes over the host surface when the provider is stuck. */
    takeover: z.string().min(1).max(400),
  }),
);

export type AttentionItem = z.infer<typeof attentionItemSchema>;
