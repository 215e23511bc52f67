import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  type ActionRequest,
  type Annex,
  type AnsweredReceipt,
  classifyReceipt,
  digestOf,
  type GateHead,
  judgeReceipt,
  judgeRequest,
  type Receipt,
  type ReceiptAuthority,
  tryWireBytes,
} from '../src/index.ts';
import { draftAnnex } from './support/honest.ts';
import { wire } from './support/wire.ts';

/** Records of a lying provider, each with its right outcome. */
interface HostileRow {
  readonly id: string;
  readonly layer: string;
  readonly outcome: 'accept' | 'reject' | 'replay' | 'conflict';
  readonly name: string;
  readonly raw: string | null;
  readonly request_raw?: string;
  readonly bytes_hex?: string;
  readonly generate?: string;
  readonly issued?: { session_reference?: string; idempotency_key?: string };
  readonly after?: readonly string[];
}

const fixture = (name: string): string =>
  readFileSync(new URL(`./fixtures/${name}`, import.meta.url), 'utf8');

const context = JSON.parse(fixture('hostile-context.json')) as {
  request: ActionRequest;
  honest_receipt: Receipt;
  issued: { idempotency_key: string; session_reference: string };
};

const rows = fixture('hostile.jsonl')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as HostileRow);

const attemptId = draftAnnex().attempt_id;

function annexFor(authority: ReceiptAuthority): Annex {
  return {
    ...draftAnnex(),
    attempt_id: attemptId,
    idempotency_key: authority.issued.idempotency_key,
    request_digest: authority.request_digest,
    plan_digest: authority.plan_digest,
    extractions: {},
  };
}

/** What stands when the row arrives. */
function authorityOf(row: HostileRow): ReceiptAuthority {
  const subject = digestOf('cux/subject', { subject: "the request's own" });
  const gate: GateHead = {
    gate_id: 'gate_example_draft_review',
    revision: revisionOf(row),
    status: 'open',
    subject_digest: subject,
    closed_for: null,
    consumed_by: null,
  };
  return {
    request: context.request,
    request_digest: digestOf('cux/request', context.request),
    plan_digest: digestOf('cux/plan', {}),
    attempt: {
      attempt_id: attemptId,
      state: acceptedBefore(row).length > 0 ? 'reported' : 'running',
      dispatched: !row.after?.includes('not_dispatched'),
      cancelled: row.after?.includes('cancel') ?? false,
      lease_held: true,
      deadline_passed: row.after?.includes('deadline_passed') ?? false,
      fence_current: !row.after?.some((event) => event.startsWith('fence:')),
      committed: false,
    },
    channel_provider_id: 'computer_use_runtime',
    issued: { ...context.issued, ...row.issued },
    gate,
    subject_digest: subject,
    extractions: [],
  };
}

function revisionOf(row: HostileRow): number {
  const moved = row.after?.find((event) => event.startsWith('gate_revision:'));
  return moved === undefined ? 4 : Number(moved.split(':')[1]);
}

function acceptedBefore(row: HostileRow): readonly AnsweredReceipt[] {
  return (row.after ?? [])
    .filter((event) => event.startsWith('{'))
    .map((text) => ({ receipt: JSON.parse(text) as Receipt, annex: null }));
}

/** Bytes of a receipt that is too large, or too strange, to keep as a text. */
function generated(kind: string): Uint8Array {
  const [name, size] = kind.split(':');
  switch (name) {
    case 'keys':
      return wire(
        Object.fromEntries(Array.from({ length: Number(size) }, (_, index) => [`k${index}`, index])),
      );
    case 'gzip':
      return gzipSync(Buffer.alloc(Number(size), 0x20));
    default: {
      const value = strange(name ?? '');
      const bytes = tryWireBytes(value);
      return bytes.ok ? bytes.bytes : new Uint8Array();
    }
  }
}

function strange(name: string): unknown {
  const honest: Record<string, unknown> = { ...context.honest_receipt };
  let reads = 0;
  const liar = () => {
    reads += 1;
    return reads === 1 ? honest.todo_id : 'todo_other';
  };
  switch (name) {
    case 'getter':
      return Object.defineProperty({ ...honest }, 'todo_id', { enumerable: true, get: liar });
    case 'proxy':
      return new Proxy(honest, {
        get: (target, key) => (key === 'todo_id' ? liar() : Reflect.get(target, key)),
      });
    case 'exotic':
      return { ...honest, extra: [1n, new Date(0), new Map(), () => 0, Symbol('x')] };
    default:
      throw new Error(`no generator for ${name}`);
  }
}

function bytesOf(row: HostileRow): Uint8Array {
  if (row.raw !== null && row.raw !== undefined) return wire(row.raw);
  if (row.bytes_hex !== undefined) return Uint8Array.from(Buffer.from(row.bytes_hex, 'hex'));
  if (row.generate !== undefined) return generated(row.generate);
  throw new Error(`${row.id} has no bytes`);
}

function outcomeOf(row: HostileRow): { outcome: string; rules: readonly string[] } {
  const authority = authorityOf(row);
  if (row.request_raw !== undefined) {
    const verdict = judgeRequest({
      request: wire(row.request_raw),
      authority: {
        gate: authority.gate,
        subject_digest: authority.subject_digest,
        provider: { provider_id: 'computer_use_runtime', ready: true, external_write: 'gated' },
      },
    });
    return {
      outcome: verdict.ok ? 'accept' : 'reject',
      rules: verdict.findings.map(({ rule }) => rule),
    };
  }
  const receipt = bytesOf(row);
  const classification = classifyReceipt(acceptedBefore(row), { receipt, annex: null });
  if (classification !== 'new') return { outcome: classification, rules: [] };
  const verdict = judgeReceipt({ receipt, annex: wire(annexFor(authority)), authority });
  return {
    outcome: verdict.ok ? 'accept' : 'reject',
    rules: verdict.findings.map(({ rule }) => rule),
  };
}

/** The family that a refusal must name, where the layer of the row is a family. */
const familyOf: Readonly<Record<string, RegExp>> = {
  identity: /^identity\./,
  shape: /^shape\.|^parse\.nul$/,
  writeback: /^writeback\./,
  parse: /^parse\.|^shape\.unknown-key$/,
  gate: /^gate\.|^request\.class-forbidden$|^attempt\.fence-behind$|^shape\.|^parse\./,
  leak: /^leak\./,
  facts: /^facts\./,
  time: /^attempt\./,
  replay: /^identity\./,
};

describe('records of a lying provider', () => {
  it('covers every layer that concerns records', () => {
    expect(new Set(rows.map(({ layer }) => layer))).toEqual(new Set(Object.keys(familyOf)));
    expect(rows.length).toBeGreaterThan(100);
  });

  it.each(rows.map((row) => [`${row.id} ${row.layer}: ${row.name}`, row] as const))('%s', (_title, row) => {
    const { outcome, rules } = outcomeOf(row);
    expect({ outcome, rules: outcome === row.outcome ? [] : rules }).toEqual({
      outcome: row.outcome,
      rules: [],
    });
    if (row.outcome === 'reject') {
      expect(rules.some((rule) => familyOf[row.layer]?.test(rule))).toBe(true);
    }
  });

  it('leaves the prototype of objects untouched', () => {
    for (const row of rows.filter(({ raw }) => typeof raw === 'string')) outcomeOf(row);
    expect(({} as { approved?: unknown }).approved).toBeUndefined();
  });
});
