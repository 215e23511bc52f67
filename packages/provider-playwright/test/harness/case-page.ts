import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const reasons = { stop_reason: z.string(), also_ok: z.array(z.string()).default([]) };

const expectation = z.strictObject({
  ...reasons,
  /** The four facts of a receipt, and facts of the annex by meaning. What is left out is free. */
  observed_facts: z.record(z.string(), z.unknown()).default({}),
  posts_allowed: z.int().min(0),
  notes: z.string().optional(),
});

/** `mutation` is called `then` in the page. */
const fence = z.strictObject({
  observe: z.string().optional(),
  mutation: z.string(),
  click: z.string(),
  expect: z.string(),
  posts: z.int().min(0),
});

/** The first line of a case page: what a person approved, and what the right outcome is. */
const caseSchema = z.strictObject({
  id: z.string().min(1),
  kind: z.string(),
  /** Approved values by the label of their field. */
  fields: z.record(z.string(), z.string()),
  final_action: z.string().nullable(),
  /** The name of the frame that fields and final action are in; the page itself when left out. */
  frame: z.string().optional(),
  /** Hosts whose origins the plan allows beside the page's own; the site answers under them as well. */
  also_allowed: z.array(z.literal('localhost')).default([]),
  expect: expectation,
  /** An expression for what the fields really hold, by label. */
  truth: z.string().optional(),
  /** Strings that may occur in nothing that leaves the provider. */
  canaries: z.array(z.string()).default([]),
  /** What is done to the browser meanwhile, in words. */
  test_action: z.string().optional(),
  /** Take an observation, run `then` in the page, click that element with the old observation. */
  fence: z
    .record(z.string(), z.unknown())
    .transform(({ then: mutation, ...rest }) => ({ mutation, ...rest }))
    .pipe(fence)
    .optional(),
  /** What happens once the final action is approved. */
  approved_phase: z
    .strictObject({
      ...reasons,
      posts_exact: z.int().min(0),
      evil_posts: z.int().min(0).optional(),
      test: z.string().optional(),
    })
    .optional(),
  known_limit: z.string().optional(),
  companion: z.string().optional(),
});

export interface CasePage extends z.infer<typeof caseSchema> {
  readonly file: string;
  readonly html: string;
}

/** A folder or page that is no case, in one sentence for whoever wrote it. */
export class CaseFault extends Error {
  override readonly name = 'CaseFault';
}

/** Reads one page. Throws a `CaseFault` that names the file and what to correct. */
export function readCase(folder: string, file: string): CasePage {
  const html = readFileSync(path.join(folder, file), 'utf8');
  const [first = ''] = html.split('\n', 1);
  const head = /^<!--\s*(\{.*\})\s*-->/.exec(first)?.[1];
  if (head === undefined) {
    throw new CaseFault(`${file}: its first line must be a comment that holds the case as one JSON object.`);
  }
  const parsed = caseSchema.safeParse(readJson(file, head));
  if (parsed.success) return { ...parsed.data, file, html };
  const [issue] = parsed.error.issues;
  const where = issue?.path.join('.') ?? '';
  throw new CaseFault(`${file}: ${where === '' ? '' : `${where}: `}${issue?.message ?? 'not a case'}.`);
}

function readJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new CaseFault(`${file}: the comment in its first line is not JSON; correct it.`);
  }
}

/** Every case of a folder, by file name. Throws a `CaseFault` when there is none, or two of one id. */
export function readCases(folder: string): CasePage[] {
  const pages = namesIn(folder)
    .filter((file) => file.endsWith('.html'))
    .sort()
    .map((file) => readCase(folder, file));
  if (pages.length === 0)
    throw new CaseFault(`${folder}: no .html page is in it; name a folder of case pages.`);
  const twin = pages.find((page, index) => pages.findIndex(({ id }) => id === page.id) !== index);
  if (twin !== undefined)
    throw new CaseFault(`${twin.file}: another page has the id ${twin.id}; give it its own.`);
  return pages;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    throw new CaseFault(`${folder}: not a folder that can be read; name a folder of case pages.`);
  }
}
