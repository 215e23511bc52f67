import type { z } from 'zod';

/** Whether a value surely is what a schema accepts. */
export type QuickShape = (value: unknown) => boolean;

interface Definition {
  readonly type: string;
  readonly checks?: readonly z.core.$ZodCheck<unknown>[];
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>;
  readonly catchall?: z.core.$ZodType;
  readonly entries?: Readonly<Record<string, string | number>>;
  readonly values?: readonly unknown[];
  readonly innerType?: z.core.$ZodType;
  readonly element?: z.core.$ZodType;
  readonly options?: readonly z.core.$ZodType[];
  readonly keyType?: z.core.$ZodType;
  readonly valueType?: z.core.$ZodType;
  readonly coerce?: boolean;
  /** What a type checks by itself, as that of an address does. */
  readonly check?: string;
  readonly fn?: (value: unknown) => unknown;
}

interface CheckDefinition {
  readonly check: string;
  readonly format?: string;
  readonly pattern?: RegExp;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly value?: number | bigint;
  readonly inclusive?: boolean;
  readonly fn?: (value: unknown) => unknown;
}

/**
 * A predicate made from a schema, many times faster than the schema, which stays the source: true only where the schema
 * accepts the value as it is. Where it says no, the schema is asked, and says what is amiss. Null for a schema with a
 * part that has no quick form; then the schema is asked always.
 */
export function quickShape(schema: z.core.$ZodType): QuickShape | null {
  const definition = schema._zod.def as unknown as Definition;
  const form = quickForm(definition);
  const checks = (definition.checks ?? []).map(quickCheck);
  if (form === null || checks.includes(null)) return null;
  const all = checks.filter((check) => check !== null);
  return all.length === 0 ? form : (value) => form(value) && all.every((check) => check(value));
}

function quickForm(definition: Definition): QuickShape | null {
  const { type, coerce, check } = definition;
  if (coerce === true || (check !== undefined && type !== 'custom')) return null;
  switch (type) {
    case 'string':
      return (value) => typeof value === 'string';
    case 'number':
      return (value) => Number.isFinite(value);
    case 'boolean':
      return (value) => typeof value === 'boolean';
    case 'unknown':
      return () => true;
    case 'enum':
      return oneOf(Object.values(definition.entries ?? {}));
    case 'literal':
      return oneOf(definition.values ?? []);
    case 'nullable':
      return orElse(definition.innerType, null);
    case 'optional':
      return orElse(definition.innerType, undefined);
    case 'array':
      return quickArray(definition.element);
    case 'object':
      return quickObject(definition);
    case 'union':
      return quickUnion(definition.options ?? []);
    case 'record':
      return quickRecord(definition);
    case 'custom':
      return quickTest(definition.fn);
    default:
      return null;
  }
}

function oneOf(values: readonly unknown[]): QuickShape {
  const known = new Set(values);
  return (value) => known.has(value);
}

function orElse(inner: z.core.$ZodType | undefined, other: null | undefined): QuickShape | null {
  const quick = inner === undefined ? null : quickShape(inner);
  return quick && ((value) => value === other || quick(value));
}

function quickArray(element: z.core.$ZodType | undefined): QuickShape | null {
  const quick = element === undefined ? null : quickShape(element);
  return quick && ((value) => Array.isArray(value) && value.every(quick));
}

function quickUnion(options: readonly z.core.$ZodType[]): QuickShape | null {
  const quick = options.map(quickShape).filter((each) => each !== null);
  return quick.length === options.length ? (value) => quick.some((each) => each(value)) : null;
}

/** Under texts only: of a closed set of keys none may be missing. */
function quickRecord({ keyType, valueType }: Definition): QuickShape | null {
  if (keyType?._zod.def.type !== 'string') return null;
  const key = quickShape(keyType);
  const member = valueType === undefined ? null : quickShape(valueType);
  if (key === null || member === null) return null;
  return (value) =>
    isPlain(value) && Object.entries(value).every(([name, each]) => key(name) && member(each));
}

function quickTest(test: Definition['fn']): QuickShape | null {
  return test === undefined ? null : (value) => test(value) === true;
}

/** A check that adds what it finds by itself. It reads the value, and is asked as the schema would ask it. */
function findingNothing({ check }: z.core.$ZodCheckInternals<unknown>): QuickShape {
  return (value) => {
    const payload: z.core.ParsePayload = { value, issues: [] };
    return !(check(payload) instanceof Promise) && payload.issues.length === 0 && payload.value === value;
  };
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** Strict objects only: what has a field that is not named is for the schema. */
function quickObject({ shape = {}, catchall }: Definition): QuickShape | null {
  if ((catchall?._zod.def as Definition | undefined)?.type !== 'never') return null;
  const fields: (readonly [field: string, quick: QuickShape])[] = [];
  for (const [field, schema] of Object.entries(shape)) {
    const quick = quickShape(schema);
    if (quick === null) return null;
    // What may hold anything has to be there all the same.
    const needed: QuickShape = (value) => value !== undefined && quick(value);
    fields.push([field, schema._zod.def.type === 'optional' ? quick : needed]);
  }
  const known = new Set(Object.keys(shape));
  return (value) => {
    if (!isPlain(value)) return false;
    for (const field of Object.keys(value)) if (!known.has(field)) return false;
    return fields.every(([field, quick]) => quick(value[field]));
  };
}

function quickCheck({ _zod }: z.core.$ZodCheck<unknown>): QuickShape | null {
  const check = _zod.def as CheckDefinition;
  const { pattern, minimum = 0, maximum = 0, value: bound = 0, inclusive } = check;
  switch (check.check) {
    case 'min_length':
      return (value) => lengthOf(value) >= minimum;
    case 'max_length':
      return (value) => lengthOf(value) <= maximum;
    case 'number_format':
      return check.format === 'safeint' ? (value) => Number.isSafeInteger(value) : null;
    case 'greater_than':
      return (value) => typeof value === 'number' && (inclusive ? value >= bound : value > bound);
    case 'less_than':
      return (value) => typeof value === 'number' && (inclusive ? value <= bound : value < bound);
    case 'string_format':
      if (check.format !== 'regex' || pattern === undefined || pattern.global || pattern.sticky) return null;
      return (value) => typeof value === 'string' && pattern.test(value);
    case 'custom':
      return quickTest(check.fn) ?? findingNothing(_zod);
    default:
      return null;
  }
}

function lengthOf(value: unknown): number {
  return typeof value === 'string' || Array.isArray(value) ? value.length : Number.NaN;
}
