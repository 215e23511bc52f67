import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as contracts from '../src/index.ts';
import build from '../tsup.config.ts';

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
        "actionDigest",
        "allRules",
        "breadthOf",
        "canonicalForm",
        "classifyReceipt",
        "digestOf",
        "digestOfBytes",
        "foldedFormName",
        "foreignId",
        "holdsPlaceholder",
        "inCanonicalOrder",
        "isAddressPart",
        "isBytes",
        "isModalBlocker",
        "isOverrideField",
        "issuedId",
        "judge",
        "judgeAction",
        "judgePlan",
        "judgeProfile",
        "judgeProposal",
        "judgeReceipt",
        "judgeReceiptAlone",
        "judgeRecord",
        "judgeRequest",
        "judgeTruth",
        "leavingWrites",
        "makeIssuedId",
        "matchesTemplate",
        "needsGate",
        "observedInAnnex",
        "observedInSubject",
        "permitRulesDigest",
        "planDigest",
        "problemOf",
        "readAction",
        "readStrictJson",
        "redactText",
        "replayFinding",
        "ruleExcludes",
        "samePrincipal",
        "screenText",
        "standingSubjectDigest",
        "subjectDigest",
        "templatesMeet",
        "toWireBytes",
        "tryWireBytes",
        "unkeptAnnex",
        "unkeptQuestion",
        "unkeptSubject",
      ]
    `);
  });

  it('does no input or output, reads no clock and makes no randomness', () => {
    const forbidden =
      /from 'node:|\bBuffer\b|\bprocess\.[a-z]|Date\.now|Math\.random|new Date\(|setTimeout|performance\./;
    const guilty = files.filter((name) => forbidden.test(readFileSync(new URL(name, source), 'utf8')));
    expect(guilty).toEqual([]);
  });

  it('names every library whose code is compiled into it', () => {
    const { noExternal } = build as { readonly noExternal: readonly string[] };
    const notices = readFileSync(new URL('../THIRD-PARTY-NOTICES.md', import.meta.url), 'utf8');
    expect([...notices.matchAll(/^## (?!The MIT)(.*)/gm)].map(([, name]) => name).sort()).toEqual(
      [...noExternal].sort(),
    );
  });

  it.each(['computer_use_session_v0', 'computer_use_replay_handle_v0', 'computer_use_handoff_gate_v0'])(
    'has no record %s yet: it is promoted when a second real capability needs the same shape',
    (name) => {
      // `spec/computer-use-runtime-v0`, Related Contracts: extraction follows proof, not anticipation.
      expect(Object.keys(contracts.publishedRecords)).not.toContain(name);
      expect(readdirSync(new URL('../schemas/', import.meta.url)).join(' ')).not.toContain(name);
      expect(
        files.filter((file) => readFileSync(new URL(file, source), 'utf8').includes(`'${name}'`)),
      ).toEqual([]);
    },
  );
});
