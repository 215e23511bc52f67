import { forbiddenGroup, listed, type PackageContext, type Verdict } from './context.ts';
import { isExported, isListed, type Target } from './specifier.ts';

type PackageTarget = Extract<Target, { kind: 'package' }>;

const isOurs = (name: string) => name.startsWith('@cux/');

/** May this package's source reach for that package? Only what the table allows, what is exported and declared. */
export function judgeSourceArrow(context: PackageContext, target: PackageTarget): Verdict[] {
  const { manifest, row } = context;
  const declared = {
    ...only(manifest.devDependencies, row.compiledIn ?? []),
    ...manifest.dependencies,
    ...manifest.peerDependencies,
    ...manifest.optionalDependencies,
  };
  return [
    isOurs(target.name) ? judgeOwnPackage(context, target) : judgeLibrary(context, target.name),
    judgeDepth(context, target),
    target.name === context.name ? undefined : judgeDeclared(target.name, declared, 'dependencies'),
  ].filter((verdict) => verdict !== undefined);
}

/** Tests may reach wider, for whatever is declared; nobody may reach deeper than the `exports` map. */
export function judgeTestArrow(context: PackageContext, target: PackageTarget): Verdict[] {
  const { manifest, rootManifest } = context;
  const declared = {
    ...rootManifest.devDependencies,
    ...manifest.devDependencies,
    ...manifest.dependencies,
    ...manifest.peerDependencies,
    ...manifest.optionalDependencies,
  };
  return [
    judgeDepth(context, target),
    target.name === context.name ? undefined : judgeDeclared(target.name, declared, 'devDependencies'),
  ].filter((verdict) => verdict !== undefined);
}

function _only(dependencies: Record<string, string> | undefined, names: readonly string[]) {
  return Object.fromEntries(Object.entries(dependencies ?? {}).filter(([name]) => names.includes(name)));
}

function only(dependencies: Record<string, string> | undefined, names: readonly string[]) {
  return Object.fromEntries(Object.entries(dependencies ?? {}).filter(([name]) => names.includes(name)));
}

/** Is this `@cux` package, through this subpath, in the row's imports? */
function judgeOwnPackage(context: PackageContext, target: PackageTarget): Verdict | undefined {
  const { imports } = context.row;
  const specifier = target.name + target.subpath.slice(1);
  if (target.name === context.name) {
    return {
      rule: 'import.self',
      message: `${context.name} imports itself by name; within a package use a relative import.`,
    };
  }
  if (imports === '*' || isListed(specifier, imports) || target.subpath === './package.json')
    return undefined;
  const siblings = imports.filter((entry) => entry === target.name || entry.startsWith(`${target.name}/`));
  if (siblings.length > 0) {
    return {
      rule: 'arrow.forbidden_subpath',
      message: `${context.name} may not import ${specifier}; of ${target.name} it may import ${listed(siblings)}.`,
    };
  }
  return {
    rule: 'arrow.forbidden_package',
    message: `${context.name} may not import ${specifier}; it may import ${listed(imports)}.`,
  };
}

function judgeLibrary(context: PackageContext, library: string): Verdict | undefined {
  const group = forbiddenGroup(context, library, isListed);
  if (group === undefined) return undefined;
  return {
    rule: 'library.forbidden',
    message: `${context.name} may not use ${library}: ${group} are not for it (it must not ${context.row.mustNot}).`,
  };
}

function judgeDepth(context: PackageContext, target: PackageTarget): Verdict | undefined {
  const manifest = isOurs(target.name) ? context.manifests.get(target.name) : undefined;
  if (manifest === undefined || isExported(manifest.exports, target.subpath)) return undefined;
  return {
    rule: 'import.deep',
    message: `${target.name} does not export ${target.subpath}; it exports ${listed(Object.keys(manifest.exports ?? { '.': 0 }))}.`,
  };
}

function judgeDeclared(name: string, declared: object, field: string): Verdict | undefined {
  const types = `@types/${name.replace(/^@(.+)\/(.+)$/, '$1__$2')}`;
  if (Object.hasOwn(declared, name) || Object.hasOwn(declared, types)) return undefined;
  return {
    rule: 'manifest.undeclared',
    message: `${name} is imported here but not declared; add it to ${field} of this package.`,
  };
}
