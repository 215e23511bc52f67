import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const outcomes = z.object({
  stop_reason: z.string(),
  also_ok: z.array(z.string()).default([]),
  observed_facts: z.record(z.string(), z.unknown()).default({}),
  posts_allowed: z.number(),
  notes: z.string().optional(),
});

/** The first line of a case page: what a person approved, and what the right outcome is. */
const caseSchema = z.object({
  id: z.string(),
  kind: z.string(),
  fields: z.record(z.string(), z.string()),
  final_action: z.string().nullable(),
  expect: outcomes,
  truth: z.string().optional(),
  canaries: z.array(z.string()).default([]),
  test_action: z.string().optional(),
  fence: z
    .record(z.string(), z.unknown())
    .transform(({ then: mutation, click }) => ({ mutation: String(mutation), click: String(click) }))
    .optional(),
  approved_phase: z
    .object({
      posts_exact: z.number(),
      stop_reason: z.string(),
      also_ok: z.array(z.string()).default([]),
      evil_posts: z.number().optional(),
      test: z.string().optional(),
    })
    .optional(),
});

export interface CasePage extends z.infer<typeof caseSchema> {
  readonly file: string;
  readonly html: string;
}

function readCase(folder: string, file: string): CasePage {
  const html = readFileSync(path.join(folder, file), 'utf8');
  const head = /^<!--\s*(\{.*\})\s*-->/.exec(html.slice(0, html.indexOf('\n')))?.[1];
  if (head === undefined) {
    throw new Error(`${file}: the first line must be a comment that holds the case as JSON`);
  }
  return { ...caseSchema.parse(JSON.parse(head)), file, html };
}

/** Every case of a folder, by file name. */
export function readCases(folder: string): CasePage[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.html'))
    .sort()
    .map((file) => readCase(folder, file));
}

/** Which kind of field a label stands at; a case names labels only. */
export function roleOfField(page: CasePage, label: string): 'textbox' | 'combobox' {
  const literal = label.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`<label[^>]*>${literal}\\s*(</label>\\s*)?<select`).test(page.html)
    ? 'combobox'
    : 'textbox';
}
