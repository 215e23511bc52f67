import { z } from 'zod';

/** The days of the week, as they follow each other from the Unix epoch's Thursday on. */
export const weekdays = [
  'thursday',
  'friday',
  'saturday',
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
] as const;

export type Weekday = (typeof weekdays)[number];

/** A time of day in UTC, `00:00` … `24:00`. */
const timeOfDay = z
  .string()
  .regex(
    /^(?:(?:[01][0-9]|2[0-3]):[0-5][0-9]|24:00)$/,
    'A time is written HH:MM, from 00:00 to 24:00, in UTC',
  );

/**
 * When a rule holds: on these days, from a time of day (inclusive) until another (exclusive), and between two moments.
 * All in UTC. A window over midnight is two rules.
 */
export const timeWindowSchema = z
  .strictObject({
    days: z.array(z.enum(weekdays)).min(1).optional(),
    from: timeOfDay.optional(),
    until: timeOfDay.optional(),
    /** From this moment on, in milliseconds since the Unix epoch. */
    not_before: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
    /** Up to this moment, exclusive, in milliseconds since the Unix epoch. */
    not_after: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
  })
  .superRefine((window, context) => {
    const refuse = (key: string, message: string) =>
      context.addIssue({ code: 'custom', path: [key], message });
    if (Object.values(window).every((value) => value === undefined))
      return context.addIssue({
        code: 'custom',
        message: 'A time without a bound says nothing; leave it out',
      });
    if (minuteOf(window.from ?? '00:00') >= minuteOf(window.until ?? '24:00'))
      refuse('until', 'It ends before it begins; write two rules for a window over midnight');
    if ((window.not_before ?? -1) >= (window.not_after ?? Number.MAX_SAFE_INTEGER))
      refuse('not_after', 'It ends before it begins; give a later moment');
  });

export type TimeWindow = z.infer<typeof timeWindowSchema>;

/** Minutes since midnight of a time of day; unreadable ones are NaN, which is before and after nothing. */
export function minuteOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

/** Day and minute of the day of a moment, in UTC. */
export function dayAndMinute(at: number): { readonly day: Weekday; readonly minute: number } {
  const minutes = Math.floor(at / 60_000);
  const day = weekdays[Math.floor(minutes / 1_440) % 7] ?? 'thursday';
  return { day, minute: minutes % 1_440 };
}
