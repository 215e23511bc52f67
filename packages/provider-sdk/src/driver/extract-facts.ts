import {
  digestOf,
  type ExtractedValue,
  type Extraction,
  type Plan,
  redactText,
  type StoreSource,
} from '@cux/contracts';
import type { Surface } from '../surface/surface.ts';
import { verifiedValue } from './expected-value.ts';
import type { DriverLimits } from './limits.ts';
import type { TimeBox } from './time-box.ts';

type RawValue = string | number | boolean | null;

export interface ExtractedFacts {
  readonly values: Readonly<Record<string, ExtractedValue>>;
  /** A fact that the plan requires could not be had in its type. */
  readonly missing: boolean;
}

/** Where the facts are read: never by acting on the page. */
export interface ExtractionEnvironment {
  readonly surface: Surface;
  readonly box: TimeBox;
  /** `extraction`: how long a required fact is waited for; 0 asks once. */
  readonly limits: Pick<DriverLimits, 'extraction' | 'poll'>;
}

/** Reads the plan's facts, in their order. What does not have its declared type is not extracted. */
export async function extractFacts(
  { surface, box, limits }: ExtractionEnvironment,
  plan: Pick<Plan, 'extractions' | 'start_url' | 'allowed_origins'>,
): Promise<ExtractedFacts> {
  const values: Record<string, ExtractedValue> = {};
  let missing = false;
  for (const extraction of plan.extractions) {
    const limit = extraction.required ? limits.extraction : 0;
    const value = await box.until(limit, limits.poll, async () =>
      typedValue(extraction, await readSource(surface, plan, extraction, values)),
    );
    if (value !== null) values[extraction.name] = value;
    else missing ||= extraction.required;
  }
  return { values, missing };
}

async function readSource(
  surface: Surface,
  plan: Pick<Plan, 'start_url' | 'allowed_origins'>,
  { source }: Extraction,
  known: Readonly<Record<string, ExtractedValue>>,
): Promise<RawValue> {
  switch (source.kind) {
    case 'address':
      return surface.matchAddress(source.template);
    case 'target_present':
      return (await surface.resolve(source.target)).kind === 'found';
    case 'target_holds':
      return holdsValue(surface, source);
    case 'json':
      return readStore(surface, plan, source, known);
  }
}

async function holdsValue(
  surface: Surface,
  { target, value }: Extract<Extraction['source'], { kind: 'target_holds' }>,
): Promise<boolean | null> {
  const answer = await surface.holds(target, verifiedValue(target.role, value));
  return answer === 'gone' ? null : answer === 'held';
}

/** The scalar that the site's own store holds; null when it is none, or cannot be read. */
export async function readStore(
  surface: Pick<Surface, 'readJson'>,
  plan: Pick<Plan, 'start_url' | 'allowed_origins'>,
  source: StoreSource,
  known: Readonly<Record<string, ExtractedValue>>,
): Promise<RawValue> {
  const url = addressOf(source.url, plan, known);
  const header = source.header === undefined ? null : addressOf(source.header.url, plan, known);
  if (url === null || (source.header !== undefined && header === null)) return null;
  return surface.readJson(
    url,
    source.pointer,
    source.header === undefined || header === null ? null : { name: source.header.name, url: header },
  );
}

/** The absolute address, with `{name}` put in; null when a name is not known or it leaves the allowed origins. */
function addressOf(
  template: string,
  plan: Pick<Plan, 'start_url' | 'allowed_origins'>,
  known: Readonly<Record<string, ExtractedValue>>,
): string | null {
  let complete = true;
  const filled = template.replaceAll(/\{([a-z][a-z0-9_]{0,63})\}/g, (_whole, name: string) => {
    const value = Object.hasOwn(known, name) ? known[name] : undefined;
    if (value === undefined) complete = false;
    return encodeURIComponent(String(value ?? ''));
  });
  if (!complete || !URL.canParse(filled, plan.start_url)) return null;
  const url = new URL(filled, plan.start_url);
  return plan.allowed_origins.includes(url.origin) ? url.href : null;
}

/** The value in its declared type, or null. Text leaves through the redaction exit. */
export function typedValue({ type }: Pick<Extraction, 'type'>, raw: RawValue): ExtractedValue | null {
  if (raw === null) return null;
  switch (type.kind) {
    case 'integer':
      return integerOf(raw);
    case 'boolean':
      return typeof raw === 'boolean' ? raw : null;
    case 'one_of':
      return typeof raw === 'string' && type.values.includes(raw) ? raw : null;
    case 'text':
      return typeof raw === 'string' ? redactText(raw, type.maximum) : null;
    case 'digest':
      return digestOf('cux/content', typeof raw === 'string' ? withLineFeeds(raw) : raw);
  }
}

/** A store may keep lines as a form has sent them, with CRLF; content has none, so nothing else is made equal by this. */
function withLineFeeds(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

/** An address holds digits, a store holds a number; both are the same fact. */
function integerOf(raw: string | number | boolean): number | null {
  if (typeof raw === 'number') return Number.isSafeInteger(raw) ? raw : null;
  if (typeof raw !== 'string' || !/^(0|[1-9]\d{0,15})$/.test(raw)) return null;
  return Number.isSafeInteger(Number(raw)) ? Number(raw) : null;
}
