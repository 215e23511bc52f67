import { parseSync, visitorKeys } from 'oxc-parser';

/** One place at which a decider may say no. */
export interface GuardSite {
  readonly id: number;
  /** The file under `src/decide`, and the function. */
  readonly place: string;
  /** The rule that it refuses with, as far as it is written there; else whose refusal it hands on. */
  readonly rule: string;
  /**
   * - `guard`: a whole condition.
   * - `part`: one of several conditions of which each is enough.
   * - `quiet`: a condition under which nothing more is done, without a refusal.
   */
  readonly grain: 'guard' | 'part' | 'quiet';
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

/** From a node up to its function. */
interface Position {
  readonly parent: Node | null;
  readonly grandparent: Node | null;
  readonly functionName: string;
}

/** Functions that make nothing but a refusal. */
const makers = [
  'refuse',
  'refuseForGood',
  'wrongState',
  'notBlocked',
  'outcomeUnknown',
  'busy',
  'keepRefused',
  'otherStore',
];
/** Functions that answer a refusal or null, where they stand before a `??`. */
const asked = [
  'notYet',
  'againstState',
  'unkeptEvidence',
  'notOpen',
  'maySend',
  'notAtWork',
  'brokenCompletion',
  'brokenFollowing',
  'brokenSettlement',
];
const ruleWord = /^[a-z]+\.[a-z-]+$/;
const loops = ['ForOfStatement', 'ForStatement', 'WhileStatement'];

/**
 * Finds the guards of one file and makes each of them switchable: `guardIsOn(id)` is asked exactly when the guard would
 * refuse, and the guard lets pass where that answers false.
 */
export function switchable(
  file: string,
  source: string,
  firstId: number,
): { readonly text: string; readonly sites: readonly GuardSite[] } {
  const sites: GuardSite[] = [];
  const opening: { readonly at: number; readonly text: string }[] = [];
  const closing: { readonly at: number; readonly text: string }[] = [];
  const text = ({ start, end }: Node): string => source.slice(start, end);
  const add = (rule: string, functionName: string, grain: GuardSite['grain'] = 'guard'): number => {
    const id = firstId + sites.length;
    sites.push({ id, place: `${file} ${functionName}`, rule, grain });
    return id;
  };
  const wrap = (node: Node, before: string, after: string): void => {
    opening.push({ at: node.start, text: before });
    closing.push({ at: node.end, text: after });
  };
  /** `||` for a test that leads to a refusal, `&&` for one that spares from it. */
  const soften = (test: Node, rule: string, functionName: string, between: '||' | '&&'): void => {
    const lets = between === '||' ? '&& ' : '|| !';
    wrap(test, '((', `) ${lets}guardIsOn(${add(rule, functionName)}))`);
    const parts = operands(test, between);
    if (parts.length < 2) return;
    for (const part of parts) {
      const id = add(`${rule}: ${short(text(part))}`, functionName, 'part');
      wrap(part, '((', `) ${lets}guardIsOn(${id}))`);
    }
  };
  const visit = (node: Node, { parent, grandparent, functionName }: Position): void => {
    if (makers.includes(functionName)) return;
    const test = node.test as Node;
    if (node.type === 'IfStatement' && node.alternate === null && isQuiet(node.consequent as Node)) {
      wrap(test, '((', `) && guardIsOn(${add(short(text(test)), functionName, 'quiet')}))`);
      return;
    }
    if (node.type === 'IfStatement' && node.alternate === null) {
      const returned = soleReturn(node.consequent as Node);
      if (returned === null) return;
      if (isRefusing(returned, file)) soften(test, ruleOf(returned, text), functionName, '||');
      else if (handsOn(test, returned)) soften(test, `what ${text(returned)} says`, functionName, '||');
    }
    if (node.type === 'ConditionalExpression') {
      const [yes, no] = [node.consequent as Node, node.alternate as Node];
      if (isRefusing(yes, file) && isNull(no)) soften(test, ruleOf(yes, text), functionName, '||');
      if (isNull(yes) && isRefusing(no, file)) soften(test, ruleOf(no, text), functionName, '&&');
    }
    if (node.type === 'LogicalExpression' && node.operator === '??') {
      const name = calledName(node.left as Node);
      if (name === null || !asked.includes(name)) return;
      wrap(node.left as Node, `handedOn(${add(`what ${name} says`, functionName)}, `, ')');
    }
    if (node.type === 'ReturnStatement' && parent?.type === 'BlockStatement') {
      const returned = node.argument as Node | null;
      const ends = loops.includes(grandparent?.type ?? '') ? '' : ' else return null;';
      if (returned === null || grandparent?.type === 'IfStatement' || !isRefusing(returned, file)) return;
      wrap(node, `if (guardIsOn(${add(ruleOf(returned, text), functionName)})) { `, ` }${ends}`);
    }
    if (node.type === 'ReturnStatement' && parent?.type === 'FunctionBody') {
      const returned = node.argument as Node | null;
      if (returned === null || !isRefusing(returned, file)) return;
      wrap(node, `if (guardIsOn(${add(ruleOf(returned, text), functionName)})) { `, ' } else return null;');
    }
  };
  const program = parseSync(file, source, { sourceType: 'module', preserveParens: false }).program;
  walk(program as unknown as Node, { parent: null, grandparent: null, functionName: '' }, visit);
  return { text: inserted(source, opening, closing), sites };
}

function walk(node: Node, position: Position, visit: (node: Node, position: Position) => void): void {
  visit(node, position);
  const { parent, functionName } = position;
  const inside = nameOf(node) ?? functionName;
  for (const field of visitorKeys[node.type] ?? []) {
    const value = node[field];
    for (const each of Array.isArray(value) ? value : [value]) {
      if (isNode(each)) walk(each, { parent: node, grandparent: parent, functionName: inside }, visit);
    }
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** The name that a function is declared under. */
function nameOf(node: Node): string | null {
  if (node.type === 'FunctionDeclaration') return String((node.id as Node).name);
  const value = node.init;
  const named = node.type === 'VariableDeclarator' && isNode(value) && value.type.includes('Function');
  return named ? String((node.id as Node).name) : null;
}

function soleReturn(node: Node): Node | null {
  const statement = node.type === 'BlockStatement' ? (node.body as readonly Node[]) : [node];
  const [first] = statement;
  return statement.length === 1 && first?.type === 'ReturnStatement' ? (first.argument as Node | null) : null;
}

/** `return;` or `continue;`. */
function isQuiet(node: Node): boolean {
  return node.type === 'ContinueStatement' || (node.type === 'ReturnStatement' && node.argument === null);
}

function isRefusing(node: Node, file: string): boolean {
  if (node.type === 'CallExpression') return makers.includes(calledName(node) ?? '');
  if (node.type === 'ConditionalExpression') {
    return isRefusing(node.consequent as Node, file) && isRefusing(node.alternate as Node, file);
  }
  if (node.type === 'ObjectExpression') {
    return (node.properties as readonly Node[]).some((each) => isNode(each.key) && each.key.name === 'rule');
  }
  return file.startsWith('proposal/') && node.type === 'Literal' && ruleWord.test(String(node.value));
}

function isNull(node: Node): boolean {
  return node.type === 'Literal' && node.value === null;
}

/** `if (x !== null) return x`. */
function handsOn(test: Node, returned: Node): boolean {
  return (
    test.type === 'BinaryExpression' &&
    test.operator === '!==' &&
    isNull(test.right as Node) &&
    returned.type === 'Identifier' &&
    (test.left as Node).name === returned.name
  );
}

function calledName(node: Node): string | null {
  const call = node.type === 'YieldExpression' ? (node.argument as Node) : node;
  const callee = call.type === 'CallExpression' ? (call.callee as Node) : null;
  return callee?.type === 'Identifier' ? String(callee.name) : null;
}

function operands(node: Node, operator: string): readonly Node[] {
  if (node.type !== 'LogicalExpression' || node.operator !== operator) return [node];
  return [...operands(node.left as Node, operator), ...operands(node.right as Node, operator)];
}

function ruleOf(node: Node, text: (node: Node) => string): string {
  if (node.type === 'Literal') return String(node.value);
  if (node.type === 'ConditionalExpression') return ruleOf(node.consequent as Node, text);
  if (node.type === 'ObjectExpression') {
    const rule = (node.properties as readonly Node[]).find(
      (each) => isNode(each.key) && each.key.name === 'rule',
    );
    return ruleOf(rule?.value as Node, text);
  }
  const [first] = node.type === 'CallExpression' ? (node.arguments as readonly Node[]) : [];
  const isMaker = node.type === 'CallExpression' && calledName(node)?.startsWith('refuse') === true;
  if (isMaker && first !== undefined) return ruleOf(first, text);
  return short(node.type === 'CallExpression' ? `${calledName(node)}()` : text(node));
}

function short(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').slice(0, 80);
}

type Insertion = { readonly at: number; readonly text: string };

/** What encloses more begins earlier and ends later. */
function inserted(source: string, opening: readonly Insertion[], closing: readonly Insertion[]): string {
  const places = new Map<number, string>();
  for (const { at, text } of closing) places.set(at, text + (places.get(at) ?? ''));
  for (const { at, text } of opening) places.set(at, (places.get(at) ?? '') + text);
  const offsets = [...places.keys()].sort((left, right) => left - right);
  let result = '';
  let last = 0;
  for (const at of offsets) {
    result += source.slice(last, at) + (places.get(at) ?? '');
    last = at;
  }
  return result + source.slice(last);
}
