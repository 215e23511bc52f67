import type { Content } from '../content/content.ts';

/** What the placeholders of a recipe stand for. */
export interface TemplateValues {
  readonly origin: string;
  readonly account: string;
  /** The site's own id of the item; null while it is not known. */
  readonly item: string | null;
  readonly content: Content;
}

const placeholder = /\{([a-z][a-z0-9_.]*)\}/g;

/** The names in braces, in order of appearance. */
export function placeholdersIn(text: string): readonly string[] {
  return [...text.matchAll(placeholder)].map((match) => match[1] ?? '');
}

/** Names that a plan understands itself and that are left as they are. */
export const planPlaceholders: ReadonlySet<string> = new Set(['integer', 'segment']);

/** Whether some string of a JSON value takes a field of the content. */
export function namesContent(value: unknown): boolean {
  if (typeof value === 'string') return placeholdersIn(value).some((name) => name.startsWith('content.'));
  return typeof value === 'object' && value !== null && Object.values(value).some(namesContent);
}

/** A placeholder that has no value. `name` is the recipe's own word, never content. */
export interface MissingValue {
  readonly name: string;
}

/**
 * Puts values in place of placeholders in every string of a JSON value, once: a value that looks like a
 * placeholder stays what it is. Names that are not the recipe's own are left alone.
 */
export function fillTemplates<Value>(value: Value, values: TemplateValues, missing: MissingValue[]): Value {
  return walk(value, values, missing) as Value;
}

function walk(value: unknown, values: TemplateValues, missing: MissingValue[]): unknown {
  if (typeof value === 'string') return fillText(value, values, missing);
  if (Array.isArray(value)) return value.map((element) => walk(element, values, missing));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, walk(inner, values, missing)]));
}

function fillText(text: string, values: TemplateValues, missing: MissingValue[]): string | number {
  if (text === '{item.number}') return itemNumber(values, missing);
  return text.replace(placeholder, (whole, name: string) => {
    const value = lookUp(name, values);
    if (value === null) missing.push({ name });
    return value === undefined ? whole : (value ?? whole);
  });
}

/** The value; null when it is due and not there; undefined when the name is not the recipe's own. */
function lookUp(name: string, values: TemplateValues): string | null | undefined {
  if (name === 'origin') return values.origin;
  if (name === 'account') return values.account;
  if (name === 'item') return values.item;
  if (name === 'item_or_integer') return values.item ?? '{integer}';
  if (!name.startsWith('content.')) return undefined;
  return values.content[name.slice('content.'.length)] ?? null;
}

function itemNumber(values: TemplateValues, missing: MissingValue[]): number {
  const number = values.item === null ? Number.NaN : Number(values.item);
  if (Number.isSafeInteger(number)) return number;
  missing.push({ name: 'item.number' });
  return 0;
}
