import { builtinModules } from 'node:module';

/** What a specifier points at, told from its text alone. */
export type Target =
  | { kind: 'relative'; path: string }
  | { kind: 'builtin'; name: string }
  | { kind: 'package'; name: string; subpath: string }
  /** `#name`, `data:`, `https:` and the like: reaches that the table cannot follow. */
  | { kind: 'unfollowable' };

const builtins = new Set(builtinModules.map((name) => name.replace(/^node:/, '')));

/** Tells what a specifier points at. `subpath` is `.` or begins with `./`, as in an `exports` map. */
export function targetOf(specifier: string): Target {
  if (/^(\.|\/)/.test(specifier)) return { kind: 'relative', path: specifier };
  if (specifier.startsWith('file:'))
    return { kind: 'relative', path: decodeURI(new URL(specifier).pathname) };
  if (specifier.startsWith('node:')) return { kind: 'builtin', name: specifier.slice('node:'.length) };
  if (builtins.has(specifier)) return { kind: 'builtin', name: specifier };
  const parts = /^(@[^/]+\/[^/]+|[^@/#:][^/:]*)(\/.*)?$/.exec(specifier);
  if (!parts?.[1]) return { kind: 'unfollowable' };
  return { kind: 'package', name: parts[1], subpath: parts[2] ? `.${parts[2]}` : '.' };
}

/** True when a library's name is in the list, where `@scope/*` stands for a whole scope. */
export function isListed(library: string, list: readonly string[]): boolean {
  return list.some((entry) =>
    entry.endsWith('/*') ? library.startsWith(entry.slice(0, -1)) : entry === library,
  );
}

/** True when the `exports` map of a package offers this subpath. A package without a map offers only its root. */
export function isExported(exports: Record<string, unknown> | undefined, subpath: string): boolean {
  if (exports === undefined) return subpath === '.';
  return Object.keys(exports).some((key) => {
    const [head, tail] = key.split('*');
    if (tail === undefined || head === undefined) return key === subpath;
    return subpath.length >= head.length + tail.length && subpath.startsWith(head) && subpath.endsWith(tail);
  });
}
