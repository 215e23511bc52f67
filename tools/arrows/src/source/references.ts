import type { Source } from './parse.ts';
import { child, constantText, isIdentifier, memberName, type SyntaxNode, walk } from './walk.ts';

/** How a file reaches for another module. */
export type ReferenceKind =
  | 'import'
  | 're-export'
  | 'dynamic import'
  | 'import type'
  | 'require'
  | 'resolve'
  | 'module url'
  | 'module declaration'
  | 'reference comment';

/** One reach of a file for another module. */
export interface Reference {
  kind: ReferenceKind;
  /** Undefined when it is computed at run time and therefore cannot be judged. */
  specifier: string | undefined;
  /** Offset in the text. */
  offset: number;
}

/**
 * Every reach for a module: with and without `type`, at run time and in types, through `require` and
 * `import.meta.resolve`, through `new URL(…, import.meta.url)` (how workers are started) and through
 * triple-slash comments.
 */
export function references(source: Source): Reference[] {
  const found: Reference[] = [];
  walk(source.program, (node) => {
    const reference = referenceOf(node);
    if (reference) found.push({ ...reference, offset: node.start });
  });
  for (const comment of source.comments) {
    const target = /^\/\s*<reference\s+(?:path|types)\s*=\s*["']([^"']+)["']/.exec(comment.value)?.[1];
    if (target) found.push({ kind: 'reference comment', specifier: target, offset: comment.start });
  }
  return found;
}

type Found = Omit<Reference, 'offset'>;

function referenceOf(node: SyntaxNode): Found | undefined {
  switch (node.type) {
    case 'ImportDeclaration':
      return from('import', child(node, 'source'));
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
      return child(node, 'source') && from('re-export', child(node, 'source'));
    case 'ImportExpression':
      return from('dynamic import', child(node, 'source'));
    case 'TSImportType':
      return from('import type', child(node, 'source') ?? child(node, 'argument'));
    case 'TSExternalModuleReference':
      return from('require', child(node, 'expression'));
    case 'TSModuleDeclaration':
      return child(node, 'id')?.type === 'Literal'
        ? from('module declaration', child(node, 'id'))
        : undefined;
    case 'CallExpression':
      return callReference(node);
    case 'NewExpression':
      return urlReference(node);
    default:
      return undefined;
  }
}

function from(kind: ReferenceKind, node: SyntaxNode | undefined): Found {
  return { kind, specifier: constantText(node) };
}

function firstArgument(node: SyntaxNode, index = 0): SyntaxNode | undefined {
  return (node.arguments as SyntaxNode[])[index];
}

function callReference(node: SyntaxNode): Found | undefined {
  const callee = child(node, 'callee');
  if (callee === undefined) return undefined;
  if (isIdentifier(callee, 'require')) return from('require', firstArgument(node));
  // `createRequire(import.meta.url)('x')`
  if (callee.type === 'CallExpression' && isIdentifier(child(callee, 'callee'), 'createRequire')) {
    return from('require', firstArgument(node));
  }
  if (callee.type !== 'MemberExpression' || memberName(callee) !== 'resolve') return undefined;
  const object = child(callee, 'object');
  const resolves = isIdentifier(object, 'require') || object?.type === 'MetaProperty';
  return resolves ? from('resolve', firstArgument(node)) : undefined;
}

function urlReference(node: SyntaxNode): Found | undefined {
  if (!isIdentifier(child(node, 'callee'), 'URL')) return undefined;
  const base = firstArgument(node, 1);
  const isModuleUrl =
    base?.type === 'MemberExpression' &&
    child(base, 'object')?.type === 'MetaProperty' &&
    memberName(base) === 'url';
  if (!isModuleUrl) return undefined;
  const specifier = constantText(firstArgument(node));
  if (specifier === undefined) return { kind: 'module url', specifier };
  // A URL without a leading dot is relative all the same.
  const relative = /^(\.|\/|[a-z]+:)/i.test(specifier) ? specifier : `./${specifier}`;
  return { kind: 'module url', specifier: relative };
}
