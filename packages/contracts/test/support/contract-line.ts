/** One thing that the contract must catch, and where that is decided. */
export interface ContractLine {
  /** What must be caught, in the words of the contract. */
  readonly line: string;
  /** Rules of this package (`docs/rules.md`); each has an accepting and a refusing row in `test/tables`. */
  readonly rules: readonly string[];
  /** Rules of the kernel, where it takes the kernel's state; each is refused by a row of `packages/kernel/test`. */
  readonly kernel?: readonly KernelRule[];
  /** The `because` of rows that accept, where the line says what must not be refused. */
  readonly accepts?: readonly string[];
  /** The `because` of rows that refuse by one of the rules, where the rules are of more than this line. */
  readonly refuses?: readonly string[];
  /** Tests of other packages, where it is about something else than one record. */
  readonly elsewhere?: readonly ElsewhereTest[];
}

/** A test file of the repository, and words that stand in it. */
export interface ElsewhereTest {
  readonly file: string;
  readonly says: string;
}

/** A rule of the kernel, and the words (`because`, or a test's title) of a test that refuses by it. */
export interface KernelRule {
  readonly rule: string;
  readonly file: string;
  readonly says: string;
}
