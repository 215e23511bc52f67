import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HostEvent } from '@cux/runtime';
import { describe, expect, it } from 'vitest';
import { Interruption } from '../src/interruption.ts';
import { runProgram, tellInterruption } from '../src/run-program.ts';
import { temporaryFolder } from './state-folder.ts';

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

  it('is told with a fault, too, that ends the work then', async (test) => {
    const folder = temporaryFolder(test);
    writeFileSync(join(folder, 'cux.sqlite'), 'no store');
    const faultAfter = async (...events: readonly HostEvent[]) => {
      const interruption = new Interruption();
      for (const event of events) interruption.note(event);
      let errors = '';
      const surroundings = {
        write: () => {},
        writeError: (told: string) => {
          errors += told;
        },
        environment: {},
        interactive: false,
        interruption,
      };
      expect(await runProgram(['--state', folder, 'quota'], surroundings)).toBe(1);
      return errors;
    };
    const damaged = 'cux: The store file is damaged or is no cux store; restore it from a backup.';
    expect(await faultAfter()).toBe(`${damaged}\n`);
    const events = [asked('content-third'), { kind: 'prepared', ...attempt }, committed] as const;
    expect(await faultAfter(...events)).toBe(
      `${damaged} What was approved may have been used. Next: cux content publish third --state ${folder} finds out at the site, and presses nothing twice.\n`,
    );
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
