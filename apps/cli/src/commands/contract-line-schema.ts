import { type Finding, type JsonLimits, readStrictJson } from '@cux/contracts';
import { z } from 'zod';

const text = z.string().nullish();

/**
 * One line of `cux contract judge`. Other fields are ignored, so that a corpus may carry names and notes. A line
 * holds a receipt (`raw` or `bytes_hex`) or a request.
 */
const contractLineSchema = z.object({
  id: z.union([z.string().max(200), z.number()]).optional(),
  request_raw: text,
  raw: text,
  bytes_hex: z
    .string()
    .regex(/^(?:[0-9a-fA-F]{2})*$/)
    .nullish(),
  annex_raw: text,
  authority: z.unknown().optional(),
  after: z
    .array(z.union([z.string(), z.strictObject({ raw: z.string(), annex_raw: text })]))
    .max(1_000)
    .nullish(),
});

export type ContractLine = z.infer<typeof contractLineSchema>;

/** A line as it was read: its id where it has one, and the line itself unless it is malformed. */
export interface LineReading {
  readonly id: string | number | undefined;
  readonly line: ContractLine | null;
}

/** A line may hold a receipt, an annex and a snapshot, and what was accepted before. */
export const lineLimits: JsonLimits = {
  maximumBytes: 8_388_608,
  maximumDepth: 64,
  maximumKeys: 16_384,
  numbers: 'any',
};

/** What a text inside a line may hold, for the judge to refuse there: the line itself reads. */
const rulesOfTexts: ReadonlySet<string> = new Set([
  'parse.nul',
  'parse.lone-surrogate',
  'parse.noncharacter',
]);

/** With so many findings the reader may have left the line before its end. */
const manyFindings = 100;

/** Reads a line as strictly as a record: of two readings that other programs could have, none is chosen here. */
export function readContractLine(bytes: Uint8Array): LineReading {
  const value = strictly(bytes);
  if (value === undefined) return { id: undefined, line: null };
  const id = contractLineSchema.shape.id.safeParse(value.id).data;
  return { id, line: contractLineSchema.refine(holdsOneRecord).safeParse(value).data ?? null };
}

function strictly(bytes: Uint8Array): Readonly<Record<string, unknown>> | undefined {
  const reading = readStrictJson(bytes, lineLimits);
  if (reading.ok) return reading.value;
  if (!concernsTextsOnly(reading.findings)) return undefined;
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

function concernsTextsOnly(findings: readonly Finding[]): boolean {
  return findings.length < manyFindings && findings.every(({ rule }) => rulesOfTexts.has(rule));
}

/** A receipt as text or as bytes, a request, or a receipt and its request. */
function holdsOneRecord({ raw, bytes_hex, request_raw }: ContractLine): boolean {
  const receipts = [raw, bytes_hex].filter((each) => typeof each === 'string').length;
  return receipts === 1 || (receipts === 0 && typeof request_raw === 'string');
}
