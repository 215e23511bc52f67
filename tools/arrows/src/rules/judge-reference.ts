import { dirname, join, resolve } from 'node:path';
import type { Reference } from '../source/references.ts';
import { slashed } from '../tree.ts';
import { listed, type PackageContext, type Verdict } from './context.ts';
import { judgeSourceArrow, judgeTestArrow } from './judge-arrow.ts';
import { type Target, targetOf } from './specifier.ts';

/** Judges one reach of one file of a bound package. `file` is absolute. */
export function judgeReference(context: PackageContext, file: string, reference: Reference): Verdict[] {
  const isSource = isWithin(join(context.directory, 'src'), file);
  if (reference.specifier === undefined) return judgeComputed(context, reference, isSource);
  const target = targetOf(reference.specifier);
  switch (target.kind) {
    case 'relative':
      return judgeRelative(context, file, target.path, isSource, reference.kind);
    case 'builtin':
      return isSource ? judgeBuiltin(context, target) : [];
    case 'package':
      return isSource ? judgeSourceArrow(context, target) : judgeTestArrow(context, target);
    case 'unfollowable':
      return [
        {
          rule: 'import.unfollowable',
          message: `${JSON.stringify(reference.specifier)} hides what is imported; name the package or the file.`,
        },
      ];
  }
}

/** A computed specifier can reach anything. Apps may (they compose); tests and URLs of files may. */
function judgeComputed(context: PackageContext, { kind }: Reference, isSource: boolean): Verdict[] {
  if (!isSource || context.row.imports === '*' || kind === 'module url') return [];
  return [
    {
      rule: 'import.computed',
      message: `This ${kind} is computed at run time and could reach anything; write the specifier out.`,
    },
  ];
}

function judgeRelative(
  context: PackageContext,
  file: string,
  path: string,
  isSource: boolean,
  kind: Reference['kind'],
): Verdict[] {
  const target = resolve(dirname(file), path);
  if (!isWithin(context.directory, target)) {
    return !isSource && isShared(context, target, kind)
      ? []
      : [
          {
            rule: 'relative.leaves_package',
            message: `${path} leaves ${context.row.directory}; import a package by its name instead.`,
          },
        ];
  }
  const staysInSource =
    isWithin(join(context.directory, 'src'), target) || target === join(context.directory, 'package.json');
  if (!isSource || staysInSource) return [];
  return [
    {
      rule: 'relative.leaves_source',
      message: `${path} leaves src, and only what comes from src is published; move the file into src.`,
    },
  ];
}

/** Tests and scripts may name the root's shared files, and by URL any file that is no other package's. */
function isShared({ table, root }: PackageContext, target: string, kind: Reference['kind']): boolean {
  const path = slashed(root, target);
  if (table.sharedFiles.includes(path)) return true;
  const directories = Object.values(table.packages).map((row) => row.directory);
  return kind === 'module url' && !directories.some((directory) => isWithin(directory, path));
}

function judgeBuiltin(context: PackageContext, { name }: Extract<Target, { kind: 'builtin' }>): Verdict[] {
  const { builtins } = context.row;
  if (builtins === '*' || builtins.includes(name)) return [];
  return [
    {
      rule: 'builtin.forbidden',
      message: `${context.name} may not use node:${name}; of Node's modules it may use ${listed(builtins)}.`,
    },
  ];
}

function isWithin(directory: string, path: string): boolean {
  return path === directory || path.startsWith(`${directory}/`) || path.startsWith(`${directory}\\`);
}
