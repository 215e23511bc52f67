import type { HostEvent } from '@cux/runtime';
import { describe, expect, it } from 'vitest';
import { Interruption } from '../src/interruption.ts';
import { tellInterruption } from '../src/run-program.ts';

const attempt = { attempt_id: 'attempt_1' };
const lost = 'interrupted; nothing is lost, and the same command goes on from here.';

function asked(goal_id: string, gated = true): HostEvent {
  const request = { goal_id, ...(gated ? { gate_binding: {} } : {}) };
  return { kind: 'request-built', request, policy: {} } as unknown as HostEvent;
}

function after(...events: readonly HostEvent[]): string {
  const interruption = new Interruption();
  for (const event of events) interruption.note(event);
  return interruption.message();
}

describe('what Ctrl-C has cut off', () => {
  const committed = { kind: 'committed', ...attempt, gate_id: 'gate_1' } as const;

  it('is nothing before an approval may have been used, and after it is known what came of it', () => {
    const prepared = { kind: 'prepared', ...attempt } as const;
    const settled = {
      kind: 'settled',
      because: '',
      todo_state: 'done',
      gate_id: null,
      attention: null,
    } as const;
    expect(after()).toBe(lost);
    expect(after(asked('content-third'))).toBe(lost);
    expect(after(asked('content-third', false), prepared)).toBe(lost);
    expect(after(asked('content-third'), prepared, { kind: 'voided', ...attempt })).toBe(lost);
    expect(after(asked('content-third'), prepared, committed, settled)).toBe(lost);
  });

  it('is perhaps a publication from the commit on, and the command that finds out is named', () => {
    const events = [asked('content-third'), { kind: 'prepared', ...attempt }, committed] as const;
    const told =
      'interrupted; what was approved may have been used. Next: cux content publish third finds out at the site, and presses nothing twice.';
    // The commit is told only once it is on disk.
    expect(after(...events.slice(0, 2))).toBe(told);
    expect(after(...events)).toBe(told);
    expect(after(...events, { kind: 'pressed', ...attempt })).toBe(told);
    expect(after(asked('another'), ...events.slice(1))).toContain('Next: the same command again finds out');
  });

  it('is one JSON value where JSON was asked for', () => {
    let errors = '';
    const surroundings = {
      write: () => {},
      writeError: (told: string) => {
        errors += told;
      },
      environment: {},
      interactive: false,
      interruption: new Interruption(),
    };
    expect(tellInterruption(['--json', 'doctor'], surroundings)).toBe(130);
    expect(JSON.parse(errors)).toEqual({ error: { code: 'interrupted', message: lost } });
  });
});
