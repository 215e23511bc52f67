import {
  blockerCodeSchema,
  evidenceClassSchema,
  isBytes,
  redactText,
  targetLabelSchema,
} from '@cux/contracts';
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

/**
 * In UTF-16 code units: the longest address of a browser has half of that. The protocol of a provider in another process is
 * narrower; here it only keeps what is read finite.
 */
const text = z.string().max(4_000_000);

/** A list of so many at most, whose entries are looked at only then. */
const listOf = <Value>(maximum: number, entry: z.ZodType<Value>) =>
  z
    .custom<readonly unknown[]>((value) => Array.isArray(value) && value.length <= maximum)
    .pipe(z.array(entry));

const bytes = z.custom<Uint8Array>(isBytes);
const place = z.object({ origin: z.string().max(300), path: text }).nullable();
const element = z.object({ ref: text, role: text, name: text, origin: text.optional() });
const labels = listOf(10_000, targetLabelSchema);
const found = z.object({ kind: z.literal('found'), element });
const dialogKind = z.enum(['alert', 'confirm', 'prompt', 'beforeunload']);

/** Whatever is answered where nothing is asked for. */
const nothing = z.unknown().transform(() => undefined);

/** What each call of a surface in this process may answer. What is more than that is left out. */
export const surfaceAnswers = {
  open: z.object({ kind: z.enum(['reached', 'stopped', 'failed']) }),
  location: place,
  matchAddress: text.nullable(),
  observe: z.object({ tree: text, truncated: z.boolean(), generation: z.number() }),
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
  stopSigns: listOf(
    10_000,
    z.object({
      code: blockerCodeSchema,
      role: text.nullable(),
      name: text.nullable(),
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
  targets: labels,
  switchTarget: outcomeSchema,
  closeTarget: outcomeSchema,
  readJson: z.union([text, z.number(), z.boolean(), z.null()]),
  capture: z
    .object({ evidenceClass: evidenceClassSchema, bytes, mediaType: text, redacted: z.boolean() })
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
    target: targetLabelSchema,
    targets: labels,
    dialog: z.object({ kind: dialogKind, text }).nullable(),
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
export const sentence = text.transform((text) => redactText(text, longestSentence));

export const doctorAnswer = listOf(1_000, z.object({ check: sentence, ok: z.boolean(), message: sentence }));
