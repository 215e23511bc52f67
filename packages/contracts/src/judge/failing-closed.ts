import { type Finding, refusedFor, type Verdict } from './finding.ts';
import { authorityStatements } from './rules/authority.ts';

/** An input with what stands; both may be anything when the caller is not typed. */
interface WithAuthority {
  readonly authority: unknown;
}

/**
 * Judges, and refuses where the authority turns out to be none that could be read: only that can throw, since
 * records are read strictly. The findings on the record itself are told all the same.
 */
export function failingClosed<Input extends WithAuthority, Record>(
  input: Input,
  judge: (input: Input) => Verdict<Record>,
): Verdict<Record> {
  try {
    return judge(input);
  } catch {
    return refusedFor([authorityMalformed(), ...withoutAuthority(input, judge)]);
  }
}

function withoutAuthority<Input extends WithAuthority>(
  input: Input,
  judge: (input: Input) => Verdict<unknown>,
): readonly Finding[] {
  try {
    const { findings } = judge({ ...input, authority: null });
    return findings.filter(({ rule }) => rule !== 'authority.missing');
  } catch {
    // The input itself runs code when it is looked at.
    return [];
  }
}

export function authorityMissing(): Finding {
  return { rule: 'authority.missing', path: '', message: authorityStatements['authority.missing'] };
}

export function authorityMalformed(): Finding {
  return { rule: 'authority.malformed', path: '', message: authorityStatements['authority.malformed'] };
}
