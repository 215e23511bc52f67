import { z } from 'zod';

/** How the server process is told what to serve: one JSON argument. */
export const newsroomSettingsSchema = z.strictObject({
  directory: z.string().min(1),
  /** 0 takes any free port. */
  port: z.number().int().min(0).max(65_535),
  unexpectedDialog: z.boolean(),
});

export type NewsroomSettings = z.infer<typeof newsroomSettingsSchema>;

/** What the server process says to its parent, once. */
export const newsroomMessageSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('listening'), port: z.number().int() }),
  z.strictObject({ kind: z.literal('port-taken') }),
  z.strictObject({ kind: z.literal('failed'), message: z.string() }),
]);

export type NewsroomMessage = z.infer<typeof newsroomMessageSchema>;
