/** One thing that breaks the ownership table. */
export interface Finding {
  /** Stable id, `family.name`. */
  rule: string;
  /** Relative to the root, with forward slashes. */
  file: string;
  /** From 1. */
  line: number;
  /** From 1. */
  column: number;
  /** What is wrong and what would be allowed, in one sentence. */
  message: string;
}

/** A place in a file. */
export interface Place {
  line: number;
  column: number;
}

/** Orders findings by file, then by place, so that two runs read the same. */
export function byPlace(left: Finding, right: Finding): number {
  return left.file.localeCompare(right.file) || left.line - right.line || left.column - right.column;
}

/** One line for a terminal or an editor: `file:line:column rule message`. */
export function printFinding(finding: Finding): string {
  return `${finding.file}:${finding.line}:${finding.column} ${finding.rule} ${finding.message}`;
}
