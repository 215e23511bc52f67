import type { Gate } from '@cux/kernel';
import type { AttemptDraft, Todo } from '@cux/kernel/capability';
import { openMemoryVault } from '@cux/vault';
import { describe, expect, it } from 'vitest';
import { findStoredSession } from '../src/attempt/find-stored-session.ts';
import { storedSessionName } from '../src/attempt/stored-session.ts';
import type { RunContext } from '../src/host/run-context.ts';

const account = { account: 'writer', origin: 'http://site.example' };
const standing = {
  gate_id: 'gate_standing',
  kind: 'standing',
  status: 'open',
  todo_id: 'enrol',
  subject: { principal_id: 'agent', ...account, window_ms: 60_000 },
  expires_at: 1_000,
  decided_by: { kind: 'human', id: 'editor' },
} as unknown as Gate;

async function find(gate: Gate): Promise<string | null> {
  const vault = openMemoryVault({ clock: { now: () => 0 } });
  await vault.putNamed(storedSessionName('w', account), new Uint8Array([1]));
  const context = {
    workspace: 'w',
    clock: { now: () => 500 },
    vault,
    kernel: { gates: async () => [gate], attempts: async () => [] },
  } as unknown as RunContext;
  const draft = { request: { effect_class: 'draft' }, stored_session: account } as unknown as AttemptDraft;
  const provenance = [
    { kind: 'agent', id: 'agent' },
    { kind: 'operator', id: 'host' },
  ] as const;
  return (await findStoredSession(context, draft, {} as Todo, provenance))?.gateId ?? null;
}

const rows: { gate: Gate; found: string | null; because: string }[] = [
  {
    gate: standing,
    found: 'gate_standing',
    because: 'it is open, of this agent and account, and in its window',
  },
  { gate: { ...standing, kind: 'item' }, found: null, because: 'an approval of an item lends no session' },
  { gate: { ...standing, expires_at: 500 }, found: null, because: 'its window is over' },
  {
    gate: { ...standing, subject: { ...standing.subject, principal_id: 'other' } as Gate['subject'] },
    found: null,
    because: 'it was approved for another principal',
  },
  {
    gate: { ...standing, subject: { ...standing.subject, account: 'other' } as Gate['subject'] },
    found: null,
    because: 'it is about another account',
  },
  {
    gate: { ...standing, decided_by: { kind: 'human', id: 'host' } },
    found: null,
    because: 'whoever approved it takes part in this attempt',
  },
];

describe('findStoredSession', () => {
  it.each(rows)('$found: $because', async ({ gate, found }) => {
    expect(await find(gate)).toBe(found);
  });
});
