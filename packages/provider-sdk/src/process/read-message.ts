import { type JsonLimits, readStrictJson } from '@cux/contracts';
import { longestLine, notificationSchema, providerNotifications, responseSchema } from './protocol.ts';

const limits: JsonLimits = {
  maximumBytes: longestLine,
  maximumDepth: 16,
  maximumKeys: 4_096,
  numbers: 'any',
};

export type LineRule =
  | 'line_malformed'
  | 'line_too_large'
  | 'line_wrong_shape'
  | 'line_unknown_type'
  | 'line_unknown_id'
  | 'line_duplicate_id'
  | 'line_too_many';

export type ProviderMessage =
  | { readonly kind: 'result'; readonly id: number; readonly result: Readonly<Record<string, unknown>> }
  | { readonly kind: 'error'; readonly id: number; readonly fault: string | null }
  | { readonly kind: 'target-opened' }
  | { readonly kind: 'broken'; readonly rule: LineRule };

const broken = (rule: LineRule): ProviderMessage => ({ kind: 'broken', rule });

/** One line of a provider. Total: whatever stands in it, the answer is a value. */
export function readMessage(line: Uint8Array): ProviderMessage {
  const reading = readStrictJson(line, limits);
  if (!reading.ok) return broken('line_malformed');
  const { value } = reading;
  if ('method' in value) return readNotification(value);
  if (!('result' in value) && !('error' in value)) return broken('line_unknown_type');
  const parsed = responseSchema.safeParse(value);
  if (!parsed.success) return broken('line_wrong_shape');
  const { data } = parsed;
  if ('result' in data) return { kind: 'result', id: data.id, result: data.result };
  return { kind: 'error', id: data.id, fault: data.error.data?.fault ?? null };
}

/** A provider asks the host nothing: a line with a method and an id is of an unknown type as well. */
function readNotification(value: Readonly<Record<string, unknown>>): ProviderMessage {
  if ('id' in value || !Object.hasOwn(providerNotifications, String(value.method))) {
    return broken('line_unknown_type');
  }
  return notificationSchema.safeParse(value).success ? { kind: 'target-opened' } : broken('line_wrong_shape');
}
