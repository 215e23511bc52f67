import { readFileSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { type Content, contentSchema } from '@cux/content-ops';
import { parse } from 'yaml';
import { CliFault } from '../cli-fault.ts';

/** What a file says is to be published. */
export interface ContentFile {
  readonly content: Content;
  /** A name for the item, from the file's own. */
  readonly id: string;
}

/**
 * Reads what is to be published: a JSON object of fields, or a text (Markdown, HTML) that begins with fields between two
 * lines `---`, as static site generators have it, and goes on with the body. Line breaks become line feeds.
 *
 * @throws CliFault `usage`
 */
export function readContentFile(path: string): ContentFile {
  const text = read(path)
    .replace(/^\uFEFF/, '')
    .replaceAll(/\r\n?/g, '\n');
  const parsed = contentSchema.safeParse(extname(path) === '.json' ? fromJson(text) : fromText(text));
  if (parsed.success) return { content: parsed.data, id: idOf(path) };
  const [issue] = parsed.error.issues;
  const field = issue?.path[0] === undefined ? '' : ` (field ${String(issue.path[0])})`;
  throw new CliFault(
    'usage',
    `The content is not made of named fields of text${field}: use names like title and body, and texts of at most 65 536 characters.`,
  );
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new CliFault('usage', 'The content file cannot be read; check its path.');
  }
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new CliFault('usage', 'The content file is not valid JSON; correct it, or end its name with .md.');
  }
}

function fromText(text: string): unknown {
  const [, head, body] = /^---\n(.*?)^---\n\n?(.*)$/ms.exec(text) ?? [];
  if (head === undefined || body === undefined) {
    throw new CliFault(
      'usage',
      'The content file has no fields: begin it with a line ---, then "title: …", then a line ---, then the text.',
    );
  }
  return { ...fieldsOf(head), body: body.replace(/\n+$/, '') };
}

function fieldsOf(head: string): Record<string, unknown> {
  let fields: unknown;
  try {
    // Every value is a text: a title that looks like a number or a date is one all the same.
    fields = parse(head, { schema: 'failsafe', maxAliasCount: 0 });
  } catch {
    throw new CliFault(
      'usage',
      'The fields at the head of the content file are no YAML; quote what has a colon in it.',
    );
  }
  return typeof fields === 'object' && fields !== null && !Array.isArray(fields) ? { ...fields } : {};
}

function idOf(path: string): string {
  const name = basename(path, extname(path))
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  return name === '' ? 'item' : name.slice(0, 60);
}
