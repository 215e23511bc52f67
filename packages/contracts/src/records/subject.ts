import { z } from 'zod';
import { type Digest, digestOf } from '../ids/digest.ts';
import { digestSchema } from '../ids/digest-schema.ts';
import { foreignId } from '../ids/foreign-id.ts';
import { lazySchema } from '../lazy-schema.ts';
import { actionBindingSchema } from './action-binding.ts';
import { actionUnitSchema } from './action-unit.ts';
import { targetSchema } from './target.ts';

/**
 * What a gate is about. This list of fields is closed: everything in it is hashed, nothing else is,
 * and the attempt that consumes the gate must present an equal one. Trace ids, labels and the order of keys
 * are therefore no part of an approval; content, target and permit rules are.
 */
export const subjectSchema = lazySchema(() =>
  z.strictObject({
    action_unit: actionUnitSchema,
    capability: foreignId(120),
    /** Where it acts. `item` is the site's own id of the thing, where it is known. */
    target: z.strictObject({
      site: foreignId(300),
      account: foreignId(200),
      item: foreignId(200).nullable(),
    }),
    record_id: foreignId(200),
    record_revision: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
    content_digest: digestSchema,
    /** The whole target: the same button in another container or frame is another final action. */
    final_action: targetSchema,
    permit_rules_digest: digestSchema,
    /**
     * The rules that the approval was asked under. The runtime fills it with a digest over the action policy and all rules of
     * the capability, so that no version has to be kept by hand.
     */
    policy_version: z.string().min(1).max(100),
    /** The one structural action that it is about; left out where it is a plan's final action. */
    action: actionBindingSchema.optional(),
  }),
);

export type Subject = z.infer<typeof subjectSchema>;

export function subjectDigest(subject: Subject): Digest {
  return digestOf('cux/subject', subject);
}

/** What a standing gate is about: a revocable approval to read with, or to enrol, a stored session. */
export const standingSubjectSchema = lazySchema(() =>
  z.strictObject({
    principal_id: foreignId(200),
    account: foreignId(200),
    origin: foreignId(300),
    /** How long it stands once open, in milliseconds. */
    window_ms: z.number().int().min(60_000).max(31_536_000_000),
  }),
);

export type StandingSubject = z.infer<typeof standingSubjectSchema>;

export function standingSubjectDigest(subject: StandingSubject): Digest {
  return digestOf('cux/standing-subject', subject);
}
