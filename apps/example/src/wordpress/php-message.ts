import { z } from 'zod';

/** How the watchdog is told what to keep. */
export const phpSettingsSchema = z.strictObject({
  php: z.string().min(1),
  port: z.number().int().min(1).max(65_535),
  documentRoot: z.string().min(1),
  logFile: z.string().min(1),
});

export type PhpSettings = z.infer<typeof phpSettingsSchema>;

/** What the watchdog says to its parent. */
export const phpMessageSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('started') }),
  z.strictObject({ kind: z.literal('ended') }),
]);

export type PhpMessage = z.infer<typeof phpMessageSchema>;
