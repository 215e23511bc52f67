import { digestSchema } from '../ids/digest-schema.ts';
import type { ExtractedValue } from '../records/annex.ts';
import type { Extraction } from '../records/extraction.ts';

/** Whether a value has the type that the plan gave its extraction. */
export function extractedValueFits(value: ExtractedValue, type: Extraction['type']): boolean {
  switch (type.kind) {
    case 'integer':
      return typeof value === 'number' && Number.isSafeInteger(value);
    case 'boolean':
      return typeof value === 'boolean';
    case 'one_of':
      return typeof value === 'string' && type.values.includes(value);
    case 'text':
      return typeof value === 'string' && value.length <= type.maximum;
    case 'digest':
      return digestSchema.safeParse(value).success;
  }
}
