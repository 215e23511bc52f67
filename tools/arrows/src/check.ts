import { existsSync, readFileSync } from 'node:fs';
import { basename, join, matchesGlob } from 'node:path';
import { byPlace, type Finding } from './finding.ts';
import type { PackageContext } from './rules/context.ts';
import { aliasedTsconfigs, judgeManifest } from './rules/judge-manifest.ts';
import { judgeReference } from './rules/judge-reference.ts';
import { parseSource, type Source } from './source/parse.ts';
import { references } from './source/references.ts';
import { timeAndChance } from './source/time-and-chance.ts';
import type { Table } from './table.ts';
import {
  codeFiles,
  type Manifest,
  type PackageOnDisk,
  packagesOnDisk,
  readManifest,
  slashed,
} from './tree.ts';

/** Holds the tree at `root` (absolute) to the table. An empty list means that every arrow is allowed. */
export function checkTree(root: string, table: Table): Finding[] {
  const packages = packagesOnDisk(root);
  const manifests = new Map(packages.map((entry) => [entry.name, entry.manifest]));
  const rootManifest: Manifest = existsSync(join(root, 'package.json')) ? readManifest(root) : {};
  return packages
    .flatMap((entry) => {
      const row = table.packages[entry.name];
      if (row === undefined || row.directory !== entry.directory) return judgeUnlisted(table, entry);
      const { name, manifest } = entry;
      const directory = join(root, entry.directory);
      return checkPackage({ table, name, row, root, directory, manifest, manifests, rootManifest });
    })
    .sort(byPlace);
}

/** A package that the table does not name at this place is refused, unless it is a private tool. */
function judgeUnlisted(table: Table, entry: PackageOnDisk): Finding[] {
  const group = entry.directory.split('/')[0] ?? '';
  const finding = { file: `${entry.directory}/package.json`, line: 1, column: 1 };
  if (!table.unbound.directories.includes(group)) {
    const message = `${entry.name || 'A package'} at ${entry.directory} is not in the ownership table; give it a row in tools/arrows/arrows.json.`;
    return [{ ...finding, rule: 'table.unlisted', message }];
  }
  if (entry.manifest.private === true) return [];
  const message = `${entry.name} may import anything and must therefore be private.`;
  return [{ ...finding, rule: 'table.unbound_not_private', message }];
}

function checkPackage(context: PackageContext): Finding[] {
  return [
    ...checkManifest(context),
    ...codeFiles(context.directory).flatMap((file) => checkFile(context, file)),
  ];
}

function checkManifest(context: PackageContext): Finding[] {
  const file = `${context.row.directory}/package.json`;
  const lines = readFileSync(join(context.root, file), 'utf8').split('\n');
  const findings = judgeManifest(context).map(({ rule, message, near }) => {
    const index = Math.max(
      0,
      lines.findIndex((line) => line.includes(near)),
    );
    return { rule, file, line: index + 1, column: (lines[index]?.indexOf(near) ?? 0) + 1, message };
  });
  const aliases = aliasedTsconfigs(context).map((entry) => ({
    rule: 'manifest.tsconfig_alias',
    file: entry.file,
    line: entry.text.slice(0, entry.index).split('\n').length,
    column: 1,
    message: 'A path alias lets a specifier mean another file; import by package name.',
  }));
  return [...findings, ...aliases];
}

function checkFile(context: PackageContext, path: string): Finding[] {
  const file = slashed(context.root, path);
  const source = parseSource(basename(path), readFileSync(path, 'utf8'));
  if (source.error !== undefined) {
    return [
      { rule: 'source.unreadable', file, line: 1, column: 1, message: `Cannot be parsed: ${source.error}.` },
    ];
  }
  const arrows = references(source).flatMap((reference) =>
    judgeReference(context, path, reference).map((verdict) => ({
      ...verdict,
      file,
      ...source.place(reference.offset),
    })),
  );
  return [...arrows, ...checkTimeAndChance(context, path, source)];
}

function checkTimeAndChance(context: PackageContext, path: string, source: Source): Finding[] {
  const limit = context.row.timeAndChance;
  const inside = slashed(context.directory, path);
  if (limit === undefined || !inside.startsWith('src/')) return [];
  if (limit.through.some((glob) => matchesGlob(inside, glob))) return [];
  return timeAndChance(source).map((use) => ({
    rule: use.rule,
    file: slashed(context.root, path),
    ...source.place(use.offset),
    message: `${use.what} is not for ${context.name}: time and randomness come through ports${
      limit.through.length > 0 ? ` (made in ${limit.through.join(', ')})` : ''
    }.`,
  }));
}
