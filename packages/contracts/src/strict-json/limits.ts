/** What a JSON text may be at most; checked before any object is built. */
export interface JsonLimits {
  /** In bytes of UTF-8. */
  readonly maximumBytes: number;
  /** Objects and arrays inside one another. */
  readonly maximumDepth: number;
  /** Keys of all objects together. */
  readonly maximumKeys: number;
  /** `integers`: fractions and exponents are refused wherever they stand. */
  readonly numbers: 'integers' | 'any';
}

/** v0 records: request, receipt, profile. */
export const recordLimits: JsonLimits = {
  maximumBytes: 65_536,
  maximumDepth: 32,
  maximumKeys: 256,
  numbers: 'integers',
};

/** The annex lists blocked writes and evidence, and so has more keys. */
export const annexLimits: JsonLimits = { ...recordLimits, maximumKeys: 1_024 };

/** A snapshot of what stands: a request, and the names and types of up to 40 extractions with their possible values. */
export const authorityLimits: JsonLimits = {
  maximumBytes: 4_194_304,
  maximumDepth: 32,
  maximumKeys: 2_048,
  numbers: 'integers',
};

/** A reducer's proposal: attention texts for several todos. */
export const proposalLimits: JsonLimits = {
  maximumBytes: 262_144,
  maximumDepth: 32,
  maximumKeys: 2_048,
  numbers: 'integers',
};

/** A plan holds approved content and body predicates, whose numbers may be fractions. */
export const planLimits: JsonLimits = {
  maximumBytes: 4_194_304,
  maximumDepth: 32,
  maximumKeys: 16_384,
  numbers: 'any',
};
