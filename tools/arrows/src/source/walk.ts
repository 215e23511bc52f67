import { visitorKeys } from 'oxc-parser';

/** A syntax node, read structurally: the checker needs few of the several hundred node types. */
export interface SyntaxNode {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

/** Where a node hangs: its parent and the field of the parent that holds it. */
export interface Position {
  parent: SyntaxNode | undefined;
  field: string;
}

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && typeof (value as SyntaxNode).type === 'string';
}

/** The child node in this field, if there is one. */
export function child(node: SyntaxNode, field: string): SyntaxNode | undefined {
  const value = node[field];
  return isNode(value) ? value : undefined;
}

/** Calls `visit` on every node, parents first. */
export function walk(
  node: SyntaxNode,
  visit: (node: SyntaxNode, position: Position) => void,
  position: Position = { parent: undefined, field: '' },
): void {
  visit(node, position);
  for (const field of visitorKeys[node.type] ?? []) {
    const value = node[field];
    for (const item of Array.isArray(value) ? value : [value]) {
      if (isNode(item)) walk(item, visit, { parent: node, field });
    }
  }
}

/** The text of a string literal, or of a template without expressions; undefined when it is computed. */
export function constantText(node: SyntaxNode | undefined): string | undefined {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type === 'TSLiteralType') return constantText(child(node, 'literal'));
  if (node?.type === 'ParenthesizedExpression') return constantText(child(node, 'expression'));
  if (node?.type !== 'TemplateLiteral') return undefined;
  const quasis = node.quasis as { value: { cooked: string | null } }[];
  return quasis.length === 1 ? (quasis[0]?.value.cooked ?? undefined) : undefined;
}

/** The name of an identifier, or of a member reached by name (`a.name`, `a['name']`). */
export function memberName(node: SyntaxNode): string | undefined {
  const property = child(node, 'property');
  if (property === undefined) return undefined;
  return node.computed === true ? constantText(property) : (property.name as string | undefined);
}

/** True when the node is the identifier `name`. */
export function isIdentifier(node: SyntaxNode | undefined, name: string): boolean {
  return node?.type === 'Identifier' && node.name === name;
}
