import { z } from 'zod';
import { manifestSchema } from './manifest.ts';
import {
  hostNotifications,
  methods,
  notificationSchema,
  protocolVersions,
  responseSchema,
} from './protocol.ts';

/** The protocol as JSON Schemas (draft 2020-12), for any language. */
export function protocolSchemas(): Readonly<Record<string, unknown>> {
  const schemaOf = (schema: z.ZodType) => z.toJSONSchema(schema, { target: 'draft-2020-12', io: 'input' });
  const pairs = Object.entries(methods).map(([name, { params, result }]) => [
    name,
    { params: schemaOf(params), result: schemaOf(result) },
  ]);
  return {
    protocol_versions: protocolVersions,
    manifest: schemaOf(manifestSchema),
    methods: Object.fromEntries(pairs),
    response: schemaOf(responseSchema),
    provider_notification: schemaOf(notificationSchema),
    host_notifications: { cancel: schemaOf(hostNotifications.cancel) },
  };
}
