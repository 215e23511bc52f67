import type { Source } from './parse.ts';
import { child, constantText, memberName, type Position, type SyntaxNode, walk } from './walk.ts';

/** One use of a clock or of randomness. */
export interface AmbientUse {
  rule: 'time.clock' | 'chance.random';
  /** What was used, for the message. */
  what: string;
  offset: number;
}

/** Names that make an id or a random value, however they are reached (member, import, destructuring). */
const randomNames = new Set(['randomUUID', 'randomBytes', 'randomInt', 'getRandomValues', 'randomFillSync']);

/** Members of `Date` that read no clock. */
const clocklessDateMembers = new Set(['parse', 'UTC', 'prototype']);

/**
 * Every use of a clock or of randomness. `Date` and `Math` are followed as names: whatever is not plainly
 * harmless (`new Date(value)`, `Date.parse`, `instanceof Date`, `Math.max`) counts, so an alias hides nothing.
 */
export function timeAndChance(source: Source): AmbientUse[] {
  const found: AmbientUse[] = [];
  walk(source.program, (node, position) => {
    const use = useOf(node, position);
    if (use) found.push({ ...use, offset: node.start });
  });
  return found;
}

type Found = Omit<AmbientUse, 'offset'>;

function useOf(node: SyntaxNode, position: Position): Found | undefined {
  if (node.type === 'Literal') return computedUse(node, position);
  if (node.type !== 'Identifier') return undefined;
  const name = node.name as string;
  if (randomNames.has(name)) return randomUse(name, position);
  if (!isReference(position)) return undefined;
  if (name === 'Date') return dateUse(position);
  if (name === 'Math') return mathUse(position);
  if (name === 'performance') return { rule: 'time.clock', what: 'performance' };
  return undefined;
}

/** `crypto['randomUUID']`, `globalThis['Date']`. */
function computedUse(node: SyntaxNode, { parent, field }: Position): Found | undefined {
  if (parent?.type !== 'MemberExpression' || field !== 'property') return undefined;
  const name = constantText(node) ?? '';
  if (randomNames.has(name)) return { rule: 'chance.random', what: name };
  return name === 'Date' ? { rule: 'time.clock', what: 'Date' } : undefined;
}

/**
 * None of these names is global: each use goes through a member, an import or a destructuring. A parameter of
 * such a name is a port.
 */
function randomUse(name: string, { parent, field }: Position): Found | undefined {
  const reaches =
    (parent?.type === 'MemberExpression' && field === 'property') ||
    (parent?.type === 'ImportSpecifier' && field === 'imported') ||
    (parent?.type === 'ExportSpecifier' && field === 'local') ||
    (parent?.type === 'Property' && field === 'key');
  return reaches ? { rule: 'chance.random', what: name } : undefined;
}

/** True when the identifier stands for the global: not a key, not a type, not somebody's own member. */
function isReference({ parent, field }: Position): boolean {
  if (parent === undefined) return false;
  if (parent.type === 'MemberExpression' && field === 'property' && parent.computed !== true) {
    const object = child(parent, 'object');
    return object?.type === 'Identifier' && ['globalThis', 'global', 'self'].includes(String(object.name));
  }
  if (parent.type === 'Property' && field === 'key') return parent.computed === true;
  if (/^(PropertyDefinition|MethodDefinition|ImportSpecifier|ExportSpecifier)$/.test(parent.type)) {
    return field === 'value';
  }
  return !parent.type.startsWith('TS') || /^TS(As|Satisfies|NonNull)/.test(parent.type);
}

function dateUse({ parent }: Position): Found | undefined {
  if (parent?.type === 'NewExpression' && (parent.arguments as unknown[]).length > 0) return undefined;
  if (parent?.type === 'BinaryExpression' && parent.operator === 'instanceof') return undefined;
  if (parent?.type === 'NewExpression') return { rule: 'time.clock', what: 'new Date()' };
  const member = parent?.type === 'MemberExpression' ? memberName(parent) : undefined;
  if (member !== undefined && clocklessDateMembers.has(member)) return undefined;
  return { rule: 'time.clock', what: member ? `Date.${member}` : 'Date' };
}

function mathUse({ parent, field }: Position): Found | undefined {
  const member = parent?.type === 'MemberExpression' && field === 'object' ? memberName(parent) : undefined;
  if (member !== undefined && member !== 'random') return undefined;
  return { rule: 'chance.random', what: member ? 'Math.random' : 'Math' };
}
