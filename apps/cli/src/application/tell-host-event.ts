import { plainLine } from '@cux/content-ops';
import type { HostEvent } from '@cux/runtime';
import type { Output } from '../output.ts';

/** What a host tells while it works, a line each, beside the answer; nothing where JSON was asked for. What recovery finds again is told once. */
export function hostEventTeller({ json, writeError }: Output): (event: HostEvent) => void {
  const found = new Set<string>();
  return (event) => {
    const line = json ? null : lineOf(event);
    if (line === null || (event.kind === 'recovered' && found.has(line))) return;
    if (event.kind === 'recovered') found.add(line);
    writeError?.(`  ${plainLine(line)}\n`);
  };
}

function lineOf(event: HostEvent): string | null {
  switch (event.kind) {
    case 'request-built':
      return `asks for ${event.request.action_unit}, effect class ${event.request.effect_class}`;
    case 'attempt-admitted':
      return `admitted as ${event.attempt_id}`;
    case 'session-opened':
      return `${event.provider_id} starts behind the guard${event.stored_session ? ', with the stored session' : ''}`;
    case 'prepared':
      return 'prepared: everything is equal to what was approved';
    case 'committed':
      return `committed: ${event.gate_id} is consumed, one permit is issued`;
    case 'pressed':
      return 'pressed, once';
    case 'reported':
      return `receipt: ${event.receipt.stop_reason}${event.annex.blocker === null ? '' : ` (${event.annex.blocker.code})`}`;
    case 'voided':
      return 'void: nothing was sent; the approval is asked for again';
    case 'settled':
      return `settled: ${event.because}; the todo is ${event.todo_state}`;
    case 'takeover-started':
      return `the guard lets ${event.account} sign in at ${event.origin}, and nothing else`;
    case 'takeover-ended':
      return 'handed back';
    case 'recovered':
      return event.explanation;
    case 'left-behind':
      return `the ${event.what.replace('-', ' ')} of the session could not be put away; look after it`;
    default:
      return null;
  }
}
