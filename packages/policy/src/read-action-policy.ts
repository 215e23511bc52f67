import { type Finding, type JsonLimits, readStrictJson } from '@cux/contracts';
import {
  findNodeAtLocation,
  getNodePath,
  type JSONPath,
  type Node,
  type ParseError,
  parseTree,
} from 'jsonc-parser';
import type { z } from 'zod';
import { type ActionPolicy, actionPolicySchema } from './action-policy.ts';
import { type PolicyProblem, placeOf } from './policy-problem.ts';
import { isWellFormed } from './well-formed.ts';

export type PolicyReading =
  | { readonly ok: true; readonly policy: ActionPolicy }
  | { readonly ok: false; readonly problems: readonly PolicyProblem[] };

/** A megabyte holds 500 rules with room to spare. Fractions are for the schema to refuse, which knows their place. */
const limits: JsonLimits = { maximumBytes: 1_048_576, maximumDepth: 32, maximumKeys: 16_384, numbers: 'any' };

/** Reads a policy file (JSON). Total: it never throws, and every mistake comes with its path, line and column. */
export function readActionPolicy(text: string): PolicyReading {
  if (!isWellFormed(text)) return refused([{ ...start, rule: 'parse.encoding', message: halfCharacter }]);
  const reading = readStrictJson(new TextEncoder().encode(text), limits);
  if (!reading.ok) {
    // One of each rule: where it can be located, all its places are.
    const rules = new Map(reading.findings.map((finding) => [finding.rule, finding]));
    return refused([...rules.values()].flatMap((finding) => textProblems(finding, text)));
  }
  const shape = actionPolicySchema.safeParse(reading.value);
  if (shape.success) return { ok: true, policy: shape.data };
  const { tree } = treeOf(text);
  return refused(shape.error.issues.map((issue) => shapeProblem(issue, text, tree)));
}

const start = { path: '', line: 1, column: 1 };
const halfCharacter = 'Half of a character is in this text; save it as UTF-8.';

function refused(problems: readonly PolicyProblem[]): PolicyReading {
  return { ok: false, problems };
}

/** What strict reading found, where a tree of the text shows the place: it names none itself. */
function textProblems({ rule, message }: Finding, text: string): readonly PolicyProblem[] {
  const at = (place: Pick<PolicyProblem, 'path' | 'line' | 'column'>) => ({ rule, ...place, message });
  if (rule === 'parse.syntax') {
    return [at({ path: '', ...placeOf(text, treeOf(text).broken) })];
  }
  if (rule !== 'parse.duplicate-key') return [at(start)];
  const twice = treeOf(text).tree;
  return repeatedKeys(twice).map((node) =>
    at({ path: pointerOf(getNodePath(node.children?.[1] ?? node)), ...placeOf(text, node.offset) }),
  );
}

/** The text as a tree, and the offset at which it ceases to be JSON. */
function treeOf(text: string): { readonly tree: Node | undefined; readonly broken: number } {
  const errors: ParseError[] = [];
  try {
    const tree = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
    return { tree, broken: errors[0]?.offset ?? 0 };
  } catch {
    // Nested beyond what a stack holds.
    return { tree: undefined, broken: 0 };
  }
}

/** Every property whose key its object has already had. */
function repeatedKeys(node: Node | undefined): readonly Node[] {
  const children = node?.children ?? [];
  const seen = new Set<unknown>();
  const repeated = children.filter((child) => {
    const key = child.type === 'property' ? child.children?.[0]?.value : undefined;
    if (key === undefined || !seen.has(key)) {
      seen.add(key);
      return false;
    }
    return true;
  });
  return [...repeated, ...children.flatMap(repeatedKeys)];
}

/** The deepest part of a path that exists: a missing key is shown at the object that lacks it. */
function deepest(tree: Node | undefined, path: JSONPath): Node | undefined {
  if (tree === undefined || path.length === 0) return tree;
  const node = findNodeAtLocation(tree, path);
  if (node === undefined) return deepest(tree, path.slice(0, -1));
  return node.parent?.type === 'property' ? node.parent : node;
}

function shapeProblem(issue: z.core.$ZodIssue, text: string, tree: Node | undefined): PolicyProblem {
  const unknown = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  const path = [...issue.path, ...unknown].map((key) => (typeof key === 'number' ? key : String(key)));
  const place = placeOf(text, deepest(tree, path)?.offset ?? 0);
  return { rule: 'policy.shape', path: pointerOf(path), ...place, message: `${issue.message}.` };
}

function pointerOf(path: JSONPath): string {
  return path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
