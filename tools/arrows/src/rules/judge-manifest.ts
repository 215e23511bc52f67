import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { files, slashed } from '../tree.ts';
import { forbiddenGroup, listed, type PackageContext, type Verdict } from './context.ts';
import { isListed } from './specifier.ts';

/** A finding about a manifest, with the text to look for when its line is wanted. */
export interface ManifestVerdict extends Verdict {
  near: string;
}

const published = ['dependencies', 'peerDependencies', 'optionalDependencies'] as const;

/** A version that says "that package" and not "another one under this name". */
const honestVersion = /^(workspace:[\^~*\d]|catalog:|[\^~]?\d|[<>=*])/;

/** Judges what a package declares. devDependencies may be wider: they are for tests. */
export function judgeManifest(context: PackageContext): ManifestVerdict[] {
  const verdicts: ManifestVerdict[] = [];
  for (const field of published) {
    for (const name of Object.keys(context.manifest[field] ?? {})) {
      const verdict = judgeDependency(context, field, name);
      if (verdict) verdicts.push({ ...verdict, near: `"${name}"` });
    }
  }
  for (const field of [...published, 'devDependencies'] as const) {
    for (const [name, version] of Object.entries(context.manifest[field] ?? {})) {
      if (honestVersion.test(version)) continue;
      verdicts.push({
        rule: 'manifest.alias',
        near: `"${name}"`,
        message: `${field}.${name} is "${version}", which may be another package under this name; use workspace:^, catalog: or a version.`,
      });
    }
  }
  if (context.manifest.imports !== undefined) {
    verdicts.push({
      rule: 'manifest.imports_map',
      near: '"imports"',
      message: 'An imports map lets # names hide what is imported; import by package name.',
    });
  }
  return verdicts;
}

function judgeDependency(context: PackageContext, field: string, name: string): Verdict | undefined {
  const { imports } = context.row;
  const group = forbiddenGroup(context, name, isListed);
  if (group !== undefined) {
    return {
      rule: 'manifest.forbidden_library',
      message: `${context.name} may not have ${name} in ${field}: ${group} are not for it.`,
    };
  }
  if (!name.startsWith('@cux/') || imports === '*') return undefined;
  if (imports.some((entry) => entry === name || entry.startsWith(`${name}/`))) return undefined;
  return {
    rule: 'manifest.forbidden_package',
    message: `${context.name} may not have ${name} in ${field}; it may import ${listed(imports)}.`,
  };
}

/** Path aliases of the compiler would let a specifier mean something else. Returns the offending files. */
export function aliasedTsconfigs(context: PackageContext): { file: string; text: string; index: number }[] {
  return files(context.directory)
    .filter((file) => /^tsconfig.*\.json$/.test(basename(file)))
    .map((file) => ({ file: slashed(context.root, file), text: readFileSync(file, 'utf8') }))
    .map((entry) => ({ ...entry, index: entry.text.search(/"(paths|baseUrl|rootDirs)"\s*:/) }))
    .filter((entry) => entry.index >= 0);
}
