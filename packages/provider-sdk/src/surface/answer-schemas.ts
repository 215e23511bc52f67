import { blockerCodeSchema, evidenceClassSchema, isBytes, redactText } from '@cux/contracts';
import { z } from 'zod';

/** What came of an input, the same in this process and over the wire. */
export const outcomeSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('done') }),
  z.strictObject({
    kind: z.literal('refused'),
    readiness: z.strictObject({ kind: z.enum(['covered', 'stale', 'disabled', 'hidden', 'moving']) }),
  }),
  z.strictObject({ kind: z.literal('outcome_unknown') }),
  z.strictObject({ kind: z.literal('lost') }),
]);

/** Whether an element may be acted on, the same in this process and over the wire. */
export const readinessSchema = z.strictObject({
  kind: z.enum(['ready', 'covered', 'stale', 'disabled', 'hidden', 'moving']),
});

const bytes = z.custom<Uint8Array>(isBytes);
const place = z.object({ origin: z.string(), path: z.string() }).nullable();
const element = z.object({
  ref: z.string(),
  role: z.string(),
  name: z.string(),
  origin: z.string().optional(),
});
const found = z.object({ kind: z.literal('found'), element });
const dialogKind = z.enum(['alert', 'confirm', 'prompt', 'beforeunload']);

/** Whatever is answered where nothing is asked for. */
const nothing = z.unknown().transform(() => undefined);

/** What each call of a surface in this process may answer. What is more than that is left out. */
export const surfaceAnswers = {
  open: z.object({ kind: z.enum(['reached', 'stopped', 'failed']) }),
  location: place,
  matchAddress: z.string().nullable(),
  observe: z.object({ tree: z.string(), truncated: z.boolean(), generation: z.number() }),
  lookup: z.discriminatedUnion('kind', [
    found,
    z.object({ kind: z.literal('stale') }),
    z.object({ kind: z.literal('unknown') }),
  ]),
  resolve: z.discriminatedUnion('kind', [
    found,
    z.object({ kind: z.literal('missing') }),
    z.object({ kind: z.literal('ambiguous'), count: z.number() }),
    z.object({ kind: z.literal('lookalike') }),
    z.object({ kind: z.literal('unreachable') }),
  ]),
  overlaps: z.boolean(),
  readiness: readinessSchema,
  stopSigns: z.array(
    z.object({
      code: blockerCodeSchema,
      role: z.string().nullable(),
      name: z.string().nullable(),
      dialogKind: dialogKind.optional(),
    }),
  ),
  fill: outcomeSchema,
  select: outcomeSchema,
  setChecked: outcomeSchema,
  attach: outcomeSchema,
  press: outcomeSchema,
  holds: z.enum(['held', 'not_held', 'gone']),
  holdLateAnswers: nothing,
  scroll: outcomeSchema,
  keypress: outcomeSchema,
  scrollBy: outcomeSchema,
  targets: z.array(z.string()),
  switchTarget: outcomeSchema,
  closeTarget: outcomeSchema,
  readJson: z.union([z.string(), z.number(), z.boolean(), z.null()]),
  capture: z
    .object({ evidenceClass: evidenceClassSchema, bytes, mediaType: z.string(), redacted: z.boolean() })
    .nullable(),
} as const;

/** What each call of a takeover and of its live view may answer. */
export const takeoverAnswers = {
  type: outcomeSchema,
  press: outcomeSchema,
  screenshot: bytes,
  location: place,
  release: nothing,
  input: outcomeSchema,
  frame: z.object({
    bytes,
    mediaType: z.enum(['image/jpeg', 'image/png']),
    target: z.string(),
    targets: z.array(z.string()),
    dialog: z.object({ kind: dialogKind, text: z.string() }).nullable(),
  }),
} as const;

/** What a session itself may answer. */
export const sessionAnswers = {
  geometry: z.object({ width: z.number(), height: z.number(), scale_percent: z.number() }),
  exportStoredSession: bytes,
} as const;

/** How long a sentence of a provider may be, in UTF-16 code units: the message of a fault, a line of a doctor. */
const longestSentence = 1_000;

/** A sentence of a provider as it may be shown: through the one exit of text, since anything may be quoted in it. */
export const sentence = z.string().transform((text) => redactText(text, longestSentence));

export const doctorAnswer = z.array(z.object({ check: sentence, ok: z.boolean(), message: sentence }));
