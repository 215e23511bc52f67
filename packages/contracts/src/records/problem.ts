import { z } from 'zod';
import { lazySchema } from '../lazy-schema.ts';

/** What can go wrong with a request over HTTP: status and title of each problem type (RFC 9457). */
export const problemTypes = {
  'invalid-request': { status: 400, title: 'The request does not follow its schema.' },
  'not-authenticated': { status: 401, title: 'Nobody is signed in.' },
  'not-allowed': { status: 403, title: 'This principal may not do that.' },
  'not-found': { status: 404, title: 'There is no such resource.' },
  'idempotency-conflict': { status: 409, title: 'The key was used for something else.' },
  'state-conflict': { status: 409, title: 'The state does not allow it.' },
  'precondition-failed': { status: 412, title: 'The resource has changed since it was read.' },
  'too-large': { status: 413, title: 'The request is larger than its limit.' },
  'unsupported-media-type': { status: 415, title: 'The body is not of a type that is read here.' },
  'record-refused': { status: 422, title: 'The record was judged and refused.' },
  'precondition-required': { status: 428, title: 'A change must name the version that it saw.' },
  'quota-spent': { status: 429, title: 'The quota or the rate is spent.' },
  'unexpected-fault': { status: 500, title: 'Something failed that should not.' },
  'not-ready': { status: 503, title: 'A part that is needed is not ready.' },
} as const satisfies Readonly<Record<string, { readonly status: number; readonly title: string }>>;

export type ProblemType = keyof typeof problemTypes;

const typeUris = Object.keys(problemTypes).map((name) => `urn:cux:problem:${name}`) as [string, ...string[]];

/**
 * `cux_problem_v1`, the body of `application/problem+json` (RFC 9457). `type` is one of the closed set above; texts
 * are cux's own and never echo a value of the request.
 */
export const problemSchema = lazySchema(() =>
  z.strictObject({
    type: z.enum(typeUris),
    title: z.string().min(1).max(200),
    status: z.number().int().min(400).max(599),
    /** One sentence with the next step. */
    detail: z.string().min(1).max(400).optional(),
    /** The resource, as a path without its query. */
    instance: z
      .string()
      .regex(/^\/[A-Za-z0-9/_.~-]{0,499}$/)
      .optional(),
    /** Every rule that refused, and where; at most 256. */
    findings: z
      .array(
        z.strictObject({
          rule: z.string().regex(/^[a-z]+(?:\.[a-z0-9-]+)+$/),
          path: z.string().max(2_000),
        }),
      )
      .max(256)
      .optional(),
  }),
);

export type Problem = z.infer<typeof problemSchema>;

/** A problem of this type, with what is particular to it. */
export function problemOf(
  type: ProblemType,
  particulars: Partial<Pick<Problem, 'detail' | 'instance' | 'findings'>> = {},
): Problem {
  return { type: `urn:cux:problem:${type}`, ...problemTypes[type], ...particulars };
}
