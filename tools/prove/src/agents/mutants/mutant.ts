/** One place of the shipped sources, and what stands there in the mutant. */
export interface Edit {
  /** Within `packages`, for example `runtime/src/action/act.ts`. */
  readonly file: string;
  /** Stands in the file exactly once. */
  readonly from: string;
  /** Another expression, or what is done right before the statement that `from` begins. */
  readonly instead?: string;
  readonly before?: string;
}

/** A defect in the code under proof, and the law that has to find it. */
export interface Mutant {
  readonly name: string;
  readonly because: string;
  readonly edits: readonly Edit[];
  readonly law: RegExp;
  /** The first seed that is played; it is found there or soon after. */
  readonly from: number;
}

/** The text with every edit in it, each in force while its mutant is on. Throws where an edit has lost its place. */
export function mutated(file: string, text: string, mutants: readonly Mutant[]): string {
  let mutable = text;
  for (const { name, edits } of mutants) {
    for (const edit of edits.filter((each) => each.file === file)) {
      if (mutable.split(edit.from).length !== 2)
        throw new Error(`The mutant “${name}” has lost its place in ${file}; find it again.`);
      mutable = mutable.replace(edit.from, () => switched(name, edit));
    }
  }
  return mutable;
}

function switched(name: string, { from, instead, before }: Edit): string {
  const on = `globalThis.cuxMutant === ${JSON.stringify(name)}`;
  if (before !== undefined) return `if (${on}) { ${before} }\n${from}`;
  return `(${on} ? (${instead}) : (${from}))`;
}
