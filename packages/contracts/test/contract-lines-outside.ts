import type { ContractLine } from './support/contract-line.ts';

const connection = 'packages/provider-sdk/test/process/connection.test.ts';
const process = 'packages/provider-sdk/test/process/process-provider.test.ts';

/** What the contract asks of more than one record: of what is told elsewhere, and of a provider in another process. */
export const outsideLines: Readonly<Record<string, readonly ContractLine[]>> = {
  telling: [
    {
      line: 'no finding holds a part of what was sent',
      rules: [],
      elsewhere: [
        {
          file: 'packages/contracts/test/judge-properties.test.ts',
          says: 'gives findings that hold no part of what was sent',
        },
        {
          file: 'packages/contracts/test/leak/corpus.test.ts',
          says: 'carries the path and no part of the secret',
        },
      ],
    },
    {
      line: 'no log, event or row holds what was read or typed',
      rules: [],
      elsewhere: [
        { file: 'packages/kernel/test/log-canaries.test.ts', says: 'whatever people, records and pages say' },
        {
          file: 'packages/runtime/test/canaries.test.ts',
          says: 'content, what was typed and the stored session are in no event, message or row',
        },
      ],
    },
    {
      line: 'no span, metric or fault holds a part of it',
      rules: [],
      elsewhere: [
        {
          file: 'packages/runtime/test/telemetry.proof.ts',
          says: 'has the form of an id, a rule or an outcome, or says nothing',
        },
      ],
    },
    { line: 'no problem body holds a part of it', rules: ['leak.token'], refuses: ['a problem that echoes'] },
  ],
  transport: [
    {
      line: 'it never answers: its outcome is unknown, and nothing is tried again',
      rules: [],
      elsewhere: [{ file: process, says: 'that does not answer a press leaves its outcome unknown' }],
    },
    {
      line: 'it answers a byte at a time: the deadline is on the whole answer',
      rules: [],
      elsewhere: [{ file: connection, says: 'gives an answer that trickles in no more time' }],
    },
    {
      line: 'it answers with something else, as a page',
      rules: [],
      elsewhere: [
        { file: connection, says: 'what a program prints for people is no line' },
        { file: connection, says: 'a page of HTML is no line' },
      ],
    },
    {
      line: 'it answers twice: the second is refused',
      rules: [],
      elsewhere: [{ file: connection, says: 'takes an answer once' }],
    },
    {
      line: 'it dies after the effect and before its receipt: the outcome is unknown, and the store says what it was',
      rules: [],
      elsewhere: [
        {
          file: 'apps/example/test/interruptions.proof.ts',
          says: 'finds out what happened when it was killed after the press',
        },
        { file: 'tools/store-suite/src/kill-tests.ts', says: 'between its commit and its press' },
      ],
    },
    {
      line: 'it speaks with another provider’s name: identity comes from the channel',
      rules: ['identity.channel'],
      elsewhere: [{ file: process, says: "['another name', 'initialize', 'manifest_invalid']" }],
    },
  ],
};
