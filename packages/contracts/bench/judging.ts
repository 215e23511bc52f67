import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { annexSchema, judgeReceipt, receiptSchema } from '../src/index.ts';
import { type Arrived, fourKilobytes, ordinary } from './records.ts';
import { type Timing, timeInRounds } from './rounds.ts';

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

function compiled(name: string): (value: unknown) => boolean {
  const url = new URL(`../schemas/${name}.schema.json`, import.meta.url);
  const schema = JSON.parse(readFileSync(url, 'utf8')) as Record<string, unknown>;
  return new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
}

const ajvReceipt = compiled('computer_use_receipt_v0');
const ajvAnnex = compiled('cux_receipt_annex_v1');

/** Bytes to verdict with every rule on, beside what only parses and what only checks the shape. */
function candidates({ receipt, annex, authority }: Arrived): Readonly<Record<string, () => unknown>> {
  if (!judgeReceipt({ receipt, annex, authority }).ok) throw new Error('the honest receipt is refused');
  const values = (): readonly [unknown, unknown] => [JSON.parse(text(receipt)), JSON.parse(text(annex))];
  if (!ajvReceipt(values()[0]) || !ajvAnnex(values()[1])) throw new Error('ajv refuses the honest receipt');
  return {
    'JSON.parse alone': values,
    'JSON.parse and ajv': () => {
      const [first, second] = values();
      return ajvReceipt(first) && ajvAnnex(second);
    },
    'JSON.parse and zod': () => {
      const [first, second] = values();
      return receiptSchema.safeParse(first).success && annexSchema.safeParse(second).success;
    },
    judgeReceipt: () => judgeReceipt({ receipt, annex, authority }),
  };
}

export function timeJudging(): readonly (readonly [title: string, timings: readonly Timing[]])[] {
  const rows = [ordinary(), fourKilobytes()];
  const tables = [];
  for (const arrived of rows) {
    const bytes = arrived.receipt.length + arrived.annex.length;
    tables.push([`${bytes} bytes`, timeInRounds(candidates(arrived))] as const);
  }
  return tables;
}
