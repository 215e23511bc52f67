import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as contracts from '../src/index.ts';

const source = new URL('../src/', import.meta.url);
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.ts'),
);

describe('the package', () => {
  it('has the functions that others call', () => {
    const functions = Object.entries(contracts)
      .filter(([, value]) => typeof value === 'function')
      .map(([name]) => name)
      .sort();
    expect(functions).toMatchInlineSnapshot(`
      [
        "NotPlainDataError",
        "allRules",
        "canonicalForm",
        "classifyReceipt",
        "digestOf",
        "digestOfBytes",
        "foreignId",
        "isModalBlocker",
        "issuedId",
        "judgePlan",
        "judgeProfile",
        "judgeProposal",
        "judgeReceipt",
        "judgeRequest",
        "judgeTruth",
        "makeIssuedId",
        "needsGate",
        "permitRulesDigest",
        "planDigest",
        "readStrictJson",
        "redactText",
        "samePrincipal",
        "screenText",
        "standingSubjectDigest",
        "subjectDigest",
        "toWireBytes",
        "tryWireBytes",
      ]
    `);
  });

  it('does no input or output, reads no clock and makes no randomness', () => {
    const forbidden =
      /from 'node:|\bBuffer\b|\bprocess\.[a-z]|Date\.now|Math\.random|new Date\(|setTimeout|performance\./;
    const guilty = files.filter((name) => forbidden.test(readFileSync(new URL(name, source), 'utf8')));
    expect(guilty).toEqual([]);
  });

  it('has no schema yet for the three deferred records', () => {
    // They are promoted when a second real capability needs the same shape (`spec/computer-use-runtime-v0`, Related
    // Contracts).
    const deferred = /computer_use_(?:session|replay_handle|handoff_gate)_v0/;
    expect(files.filter((name) => deferred.test(readFileSync(new URL(name, source), 'utf8')))).toEqual([]);
  });
});
