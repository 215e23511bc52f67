import {
  type BlockerCode,
  blockerCodeSchema,
  evidenceClassSchema,
  planFileMaximum,
  planFileSchema,
  targetLabelSchema,
  targetSchema,
} from '@cux/contracts';
import { z } from 'zod';
import { outcomeSchema, readinessSchema } from '../surface/answer-schemas.ts';

/** The one version there is. A host and a provider agree on the highest that both have. */
export const protocolVersions = { minimum: 1, maximum: 1 } as const;

/** The longest line that a host reads, in bytes: room for a picture of 12 MB. */
export const longestLine = 16 * 1024 * 1024;
const longestEvidence = longestLine - 65_536;

const text = (maximum: number) => z.string().max(maximum);
const milliseconds = z.number().int().min(0).max(600_000);
const pixels = z.number().int().min(-16_384).max(16_384);
const nothing = z.strictObject({});
const base64 = (maximum: number) => z.base64().max(maximum);

export const wireElementSchema = z.strictObject({
  /** Opaque to the host; it comes back as it went. */
  ref: z.string().min(1).max(400),
  /** One that a plan may name, or any that an observation has shown. */
  role: z.string().min(1).max(100),
  /** The raw accessible name, code point by code point; of an observation what it showed. */
  name: text(8_000),
  /** Of an element in a frame of another origin than the page's own: that origin. A plan has to allow it. */
  origin: text(300).optional(),
});

const resolutionSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('found'), element: wireElementSchema }),
  z.strictObject({ kind: z.literal('missing') }),
  z.strictObject({ kind: z.literal('ambiguous'), count: z.number().int().min(2).max(1_000_000) }),
  z.strictObject({ kind: z.literal('lookalike') }),
  z.strictObject({ kind: z.literal('unreachable') }),
]);

const signSchema = z.strictObject({
  code: blockerCodeSchema as z.ZodType<BlockerCode>,
  role: text(100).nullable(),
  name: text(2_000).nullable(),
  dialog_kind: z.enum(['alert', 'confirm', 'prompt', 'beforeunload']).optional(),
});

const locationSchema = z.strictObject({
  location: z.strictObject({ origin: text(300), path: text(4_000) }).nullable(),
});

const expectedSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text'), value: text(65_536) }),
  z.strictObject({ kind: z.literal('option'), label: text(400) }),
  z.strictObject({ kind: z.literal('checked'), checked: z.boolean() }),
  z.strictObject({ kind: z.literal('files'), files: z.array(planFileSchema).max(10).readonly() }),
]);

const evidenceSchema = z.strictObject({
  evidence_class: evidenceClassSchema,
  media_type: text(100),
  /** True when field values and secrets were masked or cannot be in it. */
  redacted: z.boolean(),
  bytes: base64(longestEvidence),
});

/** A file as the host hands it in; those of one field are together no larger than the plan's bound. */
const fileSchema = z.strictObject({
  name: text(200),
  media_type: text(100),
  bytes: base64(Math.ceil(planFileMaximum / 3) * 4),
});

const scalar = z.union([text(65_536), z.number(), z.boolean(), z.null()]);
const onElement = z.strictObject({ element: wireElementSchema });
const onTarget = z.strictObject({ target: targetSchema });
const onLabel = z.strictObject({ label: targetLabelSchema });
const viewportSchema = z.strictObject({
  width: z.number().int().min(1).max(10_000),
  height: z.number().int().min(1).max(10_000),
});

/** Where all traffic of a session goes. */
export const wireGuardSchema = z.strictObject({
  /** `http://127.0.0.1:PORT`; out of reach where `confined` is true. */
  proxy_url: text(300),
  /** The same proxy on a Unix socket; null where the system has none. */
  proxy_socket: text(300).nullable(),
  /** The process has no network but this socket. */
  confined: z.boolean(),
  /** PEM file with the authority that the proxy's certificates are signed by. */
  certificate_authority_file: text(4_000),
  spki_sha256: text(100),
});

/** What a provider may be asked: parameters and result of each method. */
export const methods = {
  initialize: {
    params: z.strictObject({
      protocol_versions: z.strictObject({ minimum: z.number().int(), maximum: z.number().int() }),
      host: text(100),
    }),
    result: z.strictObject({ protocol_version: z.number().int(), provider_id: text(120) }),
  },
  doctor: {
    params: nothing,
    result: z.strictObject({
      lines: z.array(z.strictObject({ check: text(60), ok: z.boolean(), message: text(400) })).max(50),
    }),
  },
  'session/open': {
    params: z.strictObject({
      guard: wireGuardSchema,
      viewport: viewportSchema,
      /** What `session/export` answered before; base64. Never to be logged. */
      stored_session: z.string().nullable(),
      working_directory: text(4_000),
      /** `zdr`: nothing that a page says may reach a disk. Said only to a provider whose manifest promises it. */
      retention: z.literal('zdr').optional(),
      /** As the manifest's `config_schema` describes it. */
      config: z.record(z.string(), z.unknown()),
    }),
    result: z.strictObject({ session_reference: z.string().regex(/^[\x21-\x7e]{1,200}$/) }),
  },
  'session/export': { params: nothing, result: z.strictObject({ stored_session: base64(4_000_000) }) },
  /** What the engine itself measures, whatever viewport it was asked for. */
  'session/geometry': {
    params: nothing,
    result: viewportSchema.extend({ scale_percent: z.number().int().min(1).max(10_000) }),
  },
  'session/close': { params: nothing, result: nothing },
  'surface/open': {
    params: z.strictObject({ url: text(4_000), timeout_ms: milliseconds }),
    result: z.strictObject({ kind: z.enum(['reached', 'stopped', 'failed']) }),
  },
  'surface/location': { params: nothing, result: locationSchema },
  'surface/match_address': {
    params: z.strictObject({ template: text(2_000) }),
    result: z.strictObject({ match: text(4_000).nullable() }),
  },
  'surface/observe': {
    params: z.strictObject({
      nodes: z.number().int().min(0).max(1_000_000),
      bytes: z.number().int().min(0).max(1_000_000),
    }),
    result: z.strictObject({
      tree: text(1_000_000),
      truncated: z.boolean(),
      generation: z.number().int().min(0),
    }),
  },
  'surface/resolve': { params: onTarget, result: resolutionSchema },
  'surface/overlaps': {
    params: z.strictObject({ element: wireElementSchema, other: wireElementSchema }),
    result: z.strictObject({ overlaps: z.boolean() }),
  },
  'surface/readiness': { params: onElement, result: readinessSchema },
  'surface/stop_signs': { params: nothing, result: z.strictObject({ signs: z.array(signSchema).max(200) }) },
  'surface/fill': {
    params: z.strictObject({ element: wireElementSchema, value: text(65_536) }),
    result: outcomeSchema,
  },
  'surface/select': {
    params: z.strictObject({ element: wireElementSchema, option: text(400) }),
    result: outcomeSchema,
  },
  'surface/set_checked': {
    params: z.strictObject({ element: wireElementSchema, checked: z.boolean() }),
    result: outcomeSchema,
  },
  /** Asked only of one whose manifest has the feature `files`. They take the place of those that are in the field. */
  'surface/attach': {
    params: z.strictObject({ element: wireElementSchema, files: z.array(fileSchema).min(1).max(10) }),
    result: outcomeSchema,
  },
  'surface/press': {
    params: z.strictObject({ element: wireElementSchema, timeout_ms: milliseconds }),
    result: outcomeSchema,
  },
  'surface/holds': {
    params: z.strictObject({ target: targetSchema, expected: expectedSchema }),
    result: z.strictObject({ answer: z.enum(['held', 'not_held', 'gone']) }),
  },
  'surface/scroll': { params: onElement, result: outcomeSchema },
  /** `element` null: the page as a whole. One that does not answer in time may have pressed. */
  'surface/keypress': {
    params: z.strictObject({
      element: wireElementSchema.nullable(),
      keys: z.array(text(40)).min(1).max(10),
      timeout_ms: milliseconds,
    }),
    result: outcomeSchema,
  },
  'surface/scroll_by': {
    params: z.strictObject({ element: wireElementSchema.nullable(), x: pixels, y: pixels }),
    result: outcomeSchema,
  },
  'surface/targets': {
    params: nothing,
    result: z.strictObject({ labels: z.array(targetLabelSchema).max(200) }),
  },
  'surface/switch_target': { params: onLabel, result: outcomeSchema },
  'surface/close_target': { params: onLabel, result: outcomeSchema },
  'surface/read_json': {
    params: z.strictObject({
      url: text(4_000),
      pointer: text(400),
      header: z.strictObject({ name: text(200), url: text(4_000) }).nullable(),
    }),
    result: z.strictObject({ value: scalar }),
  },
  'surface/capture': {
    params: z.strictObject({ evidence_class: evidenceClassSchema }),
    result: z.strictObject({ evidence: evidenceSchema.nullable() }),
  },
  'takeover/start': { params: nothing, result: nothing },
  'takeover/type': {
    params: z.strictObject({ target: targetSchema, text: text(65_536) }),
    result: outcomeSchema,
  },
  'takeover/press': { params: onTarget, result: outcomeSchema },
  'takeover/screenshot': { params: nothing, result: z.strictObject({ bytes: base64(longestEvidence) }) },
  'takeover/location': { params: nothing, result: locationSchema },
  'takeover/release': { params: nothing, result: nothing },
} as const;

export type Method = keyof typeof methods;
export type Params<Name extends Method> = z.infer<(typeof methods)[Name]['params']>;
export type Result<Name extends Method> = z.infer<(typeof methods)[Name]['result']>;

/** What the host tells without being answered. */
export const hostNotifications = {
  /** Nobody waits for this answer any more. It may still come, once. */
  cancel: z.strictObject({ id: z.number().int().min(1) }),
} as const;

/** What a provider tells without being asked. */
export const providerNotifications = {
  /** A target has opened that nobody asked for. */
  'event/target_opened': nothing,
} as const;

/** The faults that a provider may name in `error.data.fault`. */
export const wireFaults = [
  'engine_missing',
  'engine_start_failed',
  'engine_gone',
  'guard_unreachable',
] as const;

const version = z.literal('2.0');
const id = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);

export const responseSchema = z.union([
  z.strictObject({ jsonrpc: version, id, result: z.record(z.string(), z.unknown()) }),
  z.strictObject({
    jsonrpc: version,
    id,
    error: z.strictObject({
      code: z.number().int(),
      /** For the provider's own log; a host shows none of it. */
      message: text(1_000),
      data: z.strictObject({ fault: z.enum(wireFaults) }).optional(),
    }),
  }),
]);

export const notificationSchema = z.strictObject({
  jsonrpc: version,
  method: text(100),
  params: nothing.optional(),
});
