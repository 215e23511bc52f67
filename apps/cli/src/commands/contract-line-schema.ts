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

export function readContractLine(bytes: Uint8Array): LineReading {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    const id = contractLineSchema.shape.id.safeParse((value as { id?: unknown } | null)?.id).data;
    return { id, line: contractLineSchema.refine(holdsOneRecord).safeParse(value).data ?? null };
  } catch {
    return { id: undefined, line: null };
  }
}

/** A receipt as text or as bytes, a request, or a receipt and its request. */
function holdsOneRecord({ raw, bytes_hex, request_raw }: ContractLine): boolean {
  const receipts = [raw, bytes_hex].filter((each) => typeof each === 'string').length;
  return receipts === 1 || (receipts === 0 && typeof request_raw === 'string');
}
