import type { z } from 'zod';

/**
 * A record read part by part, so that one with a broken shape still gets the findings of every rule whose parts are readable.
 * A list keeps its readable items at their places; those that are not are holes, which `flatMap` and `some` pass over.
 */
export interface ReadableParts<Record> {
  readonly record: Record;
  /** Parts that are missing, of another shape, or lists with a hole. */
  readonly broken: ReadonlySet<keyof Record>;
}

/** @param schema of an object; only the parts that it names are read */
export function readableParts<Record extends object>(
  schema: z.ZodType<Record>,
  value: Readonly<globalThis.Record<string, unknown>>,
): ReadableParts<Record> {
  const { shape } = schema as unknown as { readonly shape: Readonly<globalThis.Record<string, z.ZodType>> };
  const record: globalThis.Record<string, unknown> = {};
  const broken = new Set<string>();
  for (const [name, part] of Object.entries(shape)) {
    const reading = part.safeParse(value[name]);
    record[name] = reading.success ? reading.data : readableItems(part, value[name]);
    if (!reading.success) broken.add(name);
  }
  return { record: record as Record, broken: broken as ReadonlySet<string> as ReadonlySet<keyof Record> };
}

/** The readable items of a list, each at its place; an empty list where none is expected to be read. */
function readableItems(part: z.ZodType, value: unknown): unknown {
  const { element } = part as { readonly element?: z.ZodType };
  if (element === undefined) return undefined;
  const items: unknown[] = [];
  if (!Array.isArray(value)) return items;
  value.forEach((item, index) => {
    const reading = element.safeParse(item);
    if (reading.success) items[index] = reading.data;
  });
  return items;
}

/** What an object holds, by name; nothing where it is none. */
export const objectOrEmpty = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
