import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type ActionRequest, allRules, digestOf, type Receipt, type ReceiptAuthority } from '@cux/contracts';
import { describe, expect, it, type TestContext } from 'vitest';
import { cuxHere } from './cux-here.ts';
import { runCux } from './run-cux.ts';
import { temporaryFolder } from './state-folder.ts';

const fixtures = new URL('./test/fixtures/', import.meta.resolve('@cux/contracts/package.json'));
const fixture = (name: string): string => readFileSync(new URL(name, fixtures), 'utf8');

const context = JSON.parse(fixture('hostile-context.json')) as {
  request: ActionRequest;
  honest_receipt: Receipt;
  issued: { idempotency_key: string; session_reference: string };
};

const digest = (letter: string): string => `sha256:${letter.repeat(64)}`;

/** What stands when a row of the corpus arrives, by the published schema. */
const authority: ReceiptAuthority = {
  request: context.request,
  request_digest: digestOf('cux/request', context.request),
  plan_digest: digest('a'),
  attempt: {
    attempt_id: 'attempt_01hzxkq7v3m8n4p2r6s9t0w1ya',
    state: 'running',
    dispatched: true,
    cancelled: false,
    lease_held: true,
    deadline_passed: false,
    fence_current: true,
    committed: false,
  },
  channel_provider_id: 'computer_use_runtime',
  issued: context.issued,
  gate: {
    gate_id: 'gate_example_draft_review',
    revision: 4,
    status: 'open',
    subject_digest: digest('b'),
    closed_for: null,
    consumed_by: null,
  },
  subject_digest: digest('b'),
  extractions: [],
};

interface HostileRow {
  readonly id: string;
  readonly outcome: string;
  readonly raw: string | null;
  readonly generate?: string;
  readonly issued?: object;
  readonly [field: string]: unknown;
}

/** A row as a line of the command; null for values that exist in a process only. */
function asLine(row: HostileRow): object | null {
  const standing = { ...authority, issued: { ...authority.issued, ...row.issued } };
  const { outcome: _, generate, ...line } = row;
  if (generate === undefined) return { ...line, authority: standing };
  const [kind, size] = generate.split(':');
  if (kind === 'keys') {
    const keys = Array.from({ length: Number(size) }, (_each, key) => [`k${key}`, key]);
    return { ...line, raw: JSON.stringify(Object.fromEntries(keys)), authority: standing };
  }
  if (kind === 'gzip') {
    const bytes_hex = gzipSync(Buffer.alloc(Number(size), 0x20)).toString('hex');
    return { ...line, raw: null, bytes_hex, authority: standing };
  }
  return null;
}

const rows = fixture('hostile.jsonl')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as HostileRow)
  .flatMap((row) => {
    const line = asLine(row);
    return line === null ? [] : [{ row, line }];
  });

interface Printed {
  readonly id: string | number;
  readonly outcome: string;
  readonly findings: readonly { readonly rule: string; readonly path: string }[];
}

async function judged(
  test: TestContext,
  lines: readonly (object | string | Uint8Array)[],
  run: typeof cuxHere = cuxHere,
) {
  const file = join(temporaryFolder(test), 'lines.jsonl');
  const bytes = lines.map((line) => {
    if (line instanceof Uint8Array) return Buffer.from(line);
    return Buffer.from(typeof line === 'string' ? line : JSON.stringify(line));
  });
  writeFileSync(file, Buffer.concat(bytes.flatMap((line) => [line, Buffer.from('\n')])));
  const end = await run(['contract', 'judge', '--jsonl', file]);
  const printed = end.output
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Printed);
  return { end, printed };
}

const honest = JSON.stringify(context.honest_receipt);
const honestLine = { id: 'honest', raw: honest, authority };
const numbered = JSON.stringify({ ...context.honest_receipt, idempotency_key: 7 });

const annex = (elapsed: number): string =>
  JSON.stringify({
    schema_version: 'cux_receipt_annex_v1',
    attempt_id: authority.attempt.attempt_id,
    idempotency_key: authority.issued.idempotency_key,
    request_digest: authority.request_digest,
    plan_digest: authority.plan_digest,
    blocker: null,
    write_blocked: false,
    blocked_writes: [],
    allowed_writes: [],
    draft: null,
    press: 'not_attempted',
    permit_spent: 0,
    unexpected_target_opened: false,
    observation_truncated: false,
    extractions: {},
    evidence: [],
    started_at: 0,
    ended_at: elapsed,
  });

const knownRules = new Set(allRules().map(({ id }) => id));

describe('cux contract judge', { concurrent: true }, () => {
  it('gives every record of a lying provider its right outcome', async (test) => {
    const { end, printed } = await judged(
      test,
      rows.map(({ line }) => line),
    );
    expect(printed.map(({ id, outcome }) => ({ id, outcome }))).toEqual(
      rows.map(({ row: { id, outcome } }) => ({ id, outcome })),
    );
    for (const { outcome, findings } of printed) {
      expect(findings.length > 0).toBe(outcome !== 'accept');
      for (const { rule } of findings) expect(knownRules).toContain(rule);
    }
    expect(end.code).toBe(0);
  });

  it('refuses the same records when nobody says what stands', async (test) => {
    const { printed } = await judged(
      test,
      rows.map(({ line }) => ({ ...line, authority: undefined, after: undefined })),
    );
    expect(printed.every(({ outcome }) => outcome === 'reject')).toBe(true);
    expect(printed.every(({ findings }) => findings.some(({ rule }) => rule === 'authority.missing'))).toBe(
      true,
    );
  });

  const lines: readonly (readonly [because: string, line: object, outcome: string, rule: string | null])[] = [
    ['an honest receipt, alone', honestLine, 'accept', null],
    [
      'an honest receipt as bytes',
      { bytes_hex: Buffer.from(honest).toString('hex'), authority },
      'accept',
      null,
    ],
    ['an annex that is empty', { ...honestLine, annex_raw: '' }, 'reject', 'parse.empty'],
    ['an annex of another shape', { ...honestLine, annex_raw: '{}' }, 'reject', 'shape.missing-key'],
    [
      'half an authority',
      { ...honestLine, authority: { request: context.request } },
      'reject',
      'authority.malformed',
    ],
    [
      'the request beside its receipt',
      { ...honestLine, request_raw: JSON.stringify(context.request) },
      'accept',
      null,
    ],
    [
      'another request beside it',
      { ...honestLine, request_raw: JSON.stringify({ ...context.request, goal_id: 'other' }) },
      'reject',
      'authority.malformed',
    ],
    [
      'a request on a snapshot for receipts',
      { request_raw: JSON.stringify(context.request), authority },
      'accept',
      null,
    ],
    [
      'a request on a snapshot of its own',
      {
        request_raw: JSON.stringify(context.request),
        authority: {
          gate: authority.gate,
          subject_digest: digest('b'),
          provider: { provider_id: 'computer_use_runtime', ready: false, external_write: 'gated' },
        },
      },
      'reject',
      'request.provider-not-ready',
    ],
    [
      'a request after its gate moved',
      { request_raw: JSON.stringify(context.request), authority, after: ['gate_revision:5'] },
      'reject',
      'gate.revision-behind',
    ],
    ['after a cancel', { ...honestLine, after: ['cancel'] }, 'reject', 'attempt.cancelled'],
    ['before dispatch', { ...honestLine, after: ['not_dispatched'] }, 'reject', 'attempt.not-dispatched'],
    [
      'after its deadline',
      { ...honestLine, after: ['deadline_passed'] },
      'reject',
      'attempt.deadline-passed',
    ],
    ['after a higher fence', { ...honestLine, after: ['fence:8'] }, 'reject', 'attempt.fence-behind'],
    ['the same again', { ...honestLine, after: [honest] }, 'replay', 'replay.same-content'],
    [
      'the same again, although it was cancelled since',
      { ...honestLine, after: [honest, 'cancel'] },
      'replay',
      'replay.same-content',
    ],
    [
      'the same receipt beside another annex',
      { ...honestLine, annex_raw: annex(1), after: [{ raw: honest, annex_raw: annex(2) }] },
      'conflict',
      'replay.conflict',
    ],
    [
      'the same receipt beside the same annex',
      { ...honestLine, annex_raw: annex(1), after: [{ raw: honest, annex_raw: annex(1) }] },
      'replay',
      'replay.same-content',
    ],
    [
      'the same receipt beside an annex that is none',
      { ...honestLine, annex_raw: '{"a":1}', after: [honest] },
      'reject',
      'shape.unknown-key',
    ],
    ['what was never a receipt, again', { raw: '{}', after: ['{}'] }, 'reject', 'line.malformed'],
    ['what is no receipt, after one', { raw: '{}', after: [honest] }, 'reject', 'shape.missing-key'],
    ['a number for a key, again', { raw: numbered, after: [numbered] }, 'reject', 'shape.wrong-type'],
    [
      'half a character after another',
      { raw: honest.replace('quarterly', 'q\ud800'), after: [honest.replace('quarterly', 'q\ud801')] },
      'reject',
      'parse.lone-surrogate',
    ],
    [
      'half a character in a receipt before',
      { ...honestLine, after: [honest.replace('quarterly', 'q\ud801')] },
      'reject',
      'line.malformed',
    ],
    [
      'half a character in the request beside',
      { ...honestLine, request_raw: JSON.stringify(context.request).replace('}', '\ud800}') },
      'reject',
      'parse.lone-surrogate',
    ],
    [
      'half a character in an authority',
      { ...honestLine, authority: { ...authority, channel_provider_id: '\ud800' } },
      'reject',
      'authority.malformed',
    ],
    [
      'half a character, raw',
      { ...honestLine, raw: honest.replace('quarterly', 'quarter\ud800') },
      'reject',
      'parse.lone-surrogate',
    ],
    ['an event that nobody knows', { ...honestLine, after: ['forgotten'] }, 'reject', 'line.malformed'],
    ['neither receipt nor request', { authority }, 'reject', 'line.malformed'],
    ['a receipt twice', { ...honestLine, bytes_hex: '7b7d' }, 'reject', 'line.malformed'],
    ['hexadecimal that is none', { bytes_hex: '7', authority }, 'reject', 'line.malformed'],
  ];
  it('judges each line by what it says', async (test) => {
    const { printed } = await judged(
      test,
      lines.map(([because, line]) => ({ ...line, id: because })),
    );
    const seen = printed.map(({ id, outcome, findings }, at) => {
      const rule = lines[at]?.[3] ?? null;
      const named = rule === null ? findings.length === 0 : findings.some((finding) => finding.rule === rule);
      return [id, outcome, named];
    });
    expect(seen).toEqual(lines.map(([because, , outcome]) => [because, outcome, true]));
  });

  it('goes on after lines that do not read, and says so', async (test) => {
    const { end, printed } = await judged(test, [
      honestLine,
      'not JSON',
      '[]',
      Uint8Array.from([0x22, 0xff, 0x22]),
      '',
      { ...honestLine, note: 'x'.repeat(9_000_000) },
      { ...honestLine, id: 7 },
    ]);
    expect(printed.map(({ id, outcome }) => [id, outcome])).toEqual([
      ['honest', 'accept'],
      [2, 'reject'],
      [3, 'reject'],
      [4, 'reject'],
      [6, 'reject'],
      [7, 'accept'],
    ]);
    expect(printed[4]?.findings).toEqual([{ rule: 'line.too-large', path: '' }]);
    expect(end.code).toBe(1);
    expect(end.errors).toMatch(/^cux: 4 of the lines [^\n]*\n$/);
  });

  it('reads a line as strictly as a record', async (test) => {
    const text = JSON.stringify(honestLine);
    const { end, printed } = await judged(test, [
      `{"id":"twice","raw":"[]",${text.slice(1)}`,
      text.replace('"channel_provider_id"', '"channel_provider_id":"other","channel_provider_id"'),
      text.replace('"attempt":{', '"attempt":{"__proto__":{"committed":true},'),
      Buffer.from(`\ufeff${text}`),
      `${text}{}`,
      text,
    ]);
    expect(printed.map(({ id, outcome, findings }) => [id, outcome, findings[0]?.rule])).toEqual([
      ...[1, 2, 3, 4, 5].map((number) => [number, 'reject', 'line.malformed']),
      ['honest', 'accept', undefined],
    ]);
    expect(end.code).toBe(1);
  });

  it('never echoes a value', async (test) => {
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    const { end, printed } = await judged(test, [
      { ...honestLine, raw: honest.replace('{', `{"${secret}":"${secret}",`) },
      `{"raw": ${secret}`,
    ]);
    expect(printed.map(({ outcome }) => outcome)).toEqual(['reject', 'reject']);
    for (let at = 0; at + 8 <= secret.length; at += 1) {
      expect(end.output + end.errors).not.toContain(secret.slice(at, at + 8));
    }
  });

  it('streams: thousands of lines come out as they went in', async (test) => {
    const ids = Array.from({ length: 3_000 }, (_each, id) => id);
    const { end, printed } = await judged(
      test,
      ids.map((id) => ({ ...honestLine, id })),
      runCux,
    );
    expect(printed.map(({ id }) => id)).toEqual(ids);
    expect(printed.every(({ outcome }) => outcome === 'accept')).toBe(true);
    expect(end.code).toBe(0);
  });

  it('says in one sentence that a file is not there', async () => {
    const end = await cuxHere(['contract', 'judge', '--jsonl', 'no-such-file.jsonl']);
    expect(end.code).toBe(1);
    expect(end.errors).toMatch(/^cux: [^\n]*\.\n$/);
    expect((await cuxHere(['contract', 'judge'])).code).toBe(2);
  });
});

describe('cux contract schemas and rules', { concurrent: true }, () => {
  it('writes every published schema', async (test) => {
    const folder = join(temporaryFolder(test), 'new', 'schemas');
    const end = await cuxHere(['contract', 'schemas', '--out', folder]);
    const names = readdirSync(folder).sort();
    expect(end.output.trim().split('\n')).toEqual(names);
    expect(names).toContain('computer_use_receipt_v0.schema.json');
    expect(names).toContain('receipt-authority.schema.json');
    for (const name of names) {
      expect(JSON.parse(readFileSync(join(folder, name), 'utf8'))).toMatchObject({
        $schema: 'https://json-schema.org/draft/2020-12/schema',
      });
    }
  });

  it('says that a folder cannot be written', async (test) => {
    const folder = temporaryFolder(test);
    mkdirSync(join(folder, 'schemas'));
    writeFileSync(join(folder, 'taken'), '');
    const end = await cuxHere(['contract', 'schemas', '--out', join(folder, 'taken', 'below')]);
    expect(end.code).toBe(1);
    expect(end.errors).toMatch(/^cux: [^\n]*\.\n$/);
  });

  it.runIf(process.platform === 'linux')('comes to an end where no folder can be made', async () => {
    const end = await cuxHere(['contract', 'schemas', '--out', '/proc/cux/schemas']);
    expect(end.code).toBe(1);
    expect(end.errors).toMatch(/^cux: [^\n]*\.\n$/);
  });

  it('lists every rule, for people and for programs', async () => {
    const text = await cuxHere(['contract', 'rules']);
    expect(text.output.trim().split('\n')).toHaveLength(knownRules.size);
    const { output } = await cuxHere(['contract', 'rules', '--json']);
    const { rules } = JSON.parse(output) as { rules: readonly { id: string; statement: string }[] };
    expect(rules.map(({ id }) => id)).toEqual([...knownRules]);
  });
});
