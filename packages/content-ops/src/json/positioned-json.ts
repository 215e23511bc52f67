import { type DocumentNode, type MemberNode, parse, type ValueNode } from '@humanwhocodes/momoa';
import type { z } from 'zod';

/** One mistake in a file that a person wrote. It names the place and never echoes a value. */
export interface FileProblem {
  /** Stable, for example `file.syntax`, `file.duplicate-key`, `file.shape`. */
  readonly rule: string;
  /** A JSON Pointer into the file; empty for the whole. */
  readonly path: string;
  /** Counted from 1. */
  readonly line: number;
  /** Counted from 1. */
  readonly column: number;
  readonly message: string;
}

export type FileVerdict<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problems: readonly FileProblem[] };

type Path = readonly PropertyKey[];

/** Reads a JSON file against a schema; every mistake comes with its line and column. Total: it never throws. */
export function parsePositionedJson<Schema extends z.ZodType>(
  text: string,
  schema: Schema,
): FileVerdict<z.output<Schema>> {
  const tree = parseTree(text);
  if ('problem' in tree) return { ok: false, problems: [tree.problem] };
  const duplicates = duplicateKeys(tree.document.body, []);
  if (duplicates.length > 0) return { ok: false, problems: duplicates };
  // The tree is well formed JSON by now, so this cannot throw.
  const result = schema.safeParse(JSON.parse(text));
  if (result.success) return { ok: true, value: result.data };
  return { ok: false, problems: result.error.issues.map((issue) => shapeProblem(tree.document, issue)) };
}

/** A problem at a path of the same text, for checks that a schema cannot express. */
export function problemAt(text: string, path: Path, rule: string, message: string): FileProblem {
  const tree = parseTree(text);
  return 'problem' in tree ? tree.problem : positioned(tree.document, path, rule, message);
}

/** A JSON Pointer (RFC 6901) for a path of keys and indexes. */
export function jsonPointer(path: Path): string {
  return path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

function parseTree(text: string): { document: DocumentNode } | { problem: FileProblem } {
  try {
    const document = parse(text, { mode: 'json' });
    JSON.parse(text);
    return { document };
  } catch (error) {
    return { problem: syntaxProblem(error) };
  }
}

function syntaxProblem(error: unknown): FileProblem {
  const place = error instanceof Error ? (error as { line?: unknown; column?: unknown }) : {};
  return {
    rule: 'file.syntax',
    path: '',
    line: typeof place.line === 'number' ? place.line : 1,
    column: typeof place.column === 'number' ? place.column : 1,
    message: 'This is not valid JSON from here on; look for a missing comma, quote or bracket.',
  };
}

function shapeProblem(document: DocumentNode, issue: z.core.$ZodIssue): FileProblem {
  const unknownKey = issue.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
  const path = unknownKey === undefined ? issue.path : [...issue.path, unknownKey];
  return positioned(document, path, 'file.shape', `${issue.message}.`);
}

function positioned(document: DocumentNode, path: Path, rule: string, message: string): FileProblem {
  const { line, column } = locate(document.body, path);
  return { rule, path: jsonPointer(path), line, column, message };
}

/** The place of the deepest part of the path that exists: a missing key is shown at the object that lacks it. */
function locate(node: ValueNode, path: Path): { line: number; column: number } {
  const [head, ...rest] = path;
  if (head === undefined) return node.loc.start;
  if (node.type === 'Object') {
    const member = node.members.find((candidate) => keyOf(candidate) === head);
    if (member === undefined) return node.loc.start;
    return rest.length === 0 ? member.loc.start : locate(member.value, rest);
  }
  const element = node.type === 'Array' && typeof head === 'number' ? node.elements[head] : undefined;
  return element === undefined ? node.loc.start : locate(element.value, rest);
}

function duplicateKeys(node: ValueNode, path: Path): FileProblem[] {
  if (node.type === 'Array') {
    return node.elements.flatMap((element, index) => duplicateKeys(element.value, [...path, index]));
  }
  if (node.type !== 'Object') return [];
  const seen = new Set<string>();
  return node.members.flatMap((member) => {
    const key = keyOf(member);
    const inner = duplicateKeys(member.value, [...path, key]);
    if (!seen.has(key)) {
      seen.add(key);
      return inner;
    }
    const { line, column } = member.loc.start;
    const message = 'This key is there twice; keep one.';
    return [
      { rule: 'file.duplicate-key', path: jsonPointer([...path, key]), line, column, message },
      ...inner,
    ];
  });
}

function keyOf(member: MemberNode): string {
  return member.name.type === 'String' ? member.name.value : member.name.name;
}
