import { readFileSync } from 'node:fs';
import {
  createBuiltInPolicy,
  describeRule,
  type PolicyDecider,
  type PolicyProblem,
  readActionPolicy,
} from '@cux/policy';
import { CliFault } from '../cli-fault.ts';

/** A policy file: ready to decide, or everything that is wrong with it. */
export type PolicyFile =
  | {
      readonly ok: true;
      readonly policy: PolicyDecider;
      /** One sentence for each rule. */
      readonly rules: readonly string[];
      readonly warnings: readonly PolicyProblem[];
    }
  | { readonly ok: false; readonly problems: readonly PolicyProblem[] };

/** Reads a policy file, by its name. */
export async function readPolicyFile(file: string): Promise<PolicyFile> {
  return policyFromText(file, textOf(file));
}

/** Reads the text of a policy file: Cedar where its name says so, a document of built-in rules otherwise. */
export async function policyFromText(file: string, text: string): Promise<PolicyFile> {
  if (file.endsWith('.cedar')) {
    // Cedar is some megabytes of WebAssembly that no other command needs.
    const { createCedarPolicy } = await import('@cux/policy-cedar');
    const verdict = createCedarPolicy(text);
    return verdict.ok
      ? {
          ...verdict,
          rules: verdict.rules.map(({ id, effect, text: reason }) => `${id} ${effect}: ${reason}`),
        }
      : verdict;
  }
  const reading = readActionPolicy(text);
  if (!reading.ok) return reading;
  const rules = reading.policy.rules.map(describeRule);
  return { ok: true, policy: createBuiltInPolicy(reading.policy), rules, warnings: [] };
}

function textOf(file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(file));
  } catch (error) {
    const unreadable = error instanceof TypeError;
    throw unreadable
      ? new CliFault('refused', 'The policy file is not UTF-8; save it as UTF-8.')
      : new CliFault('not_found', 'The policy file cannot be read; name one that is there.');
  }
}
