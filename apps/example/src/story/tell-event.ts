import type { ActionRequest } from '@cux/contracts';
import type { HostEvent } from '@cux/runtime';
import type { Narrator } from './narrator.ts';
import { tellReceipt } from './tell-receipt.ts';

/** Tells what the host reports while it works, and knows which todo it is about. */
export function createEventTeller(narrator: Narrator): (event: HostEvent) => void {
  let present: ActionRequest | null = null;
  return (event) => {
    if (event.kind === 'request-built') present = event.request;
    if (event.kind === 'settled') tellSettled(narrator, event, present);
    else tellEvent(narrator, event);
    // What is settled next without a request is of an earlier run; recovery names its attempt.
    if (event.kind === 'settled' || event.kind === 'attempt-refused') present = null;
  };
}

function tellEvent(narrator: Narrator, event: Exclude<HostEvent, { kind: 'settled' }>): void {
  switch (event.kind) {
    case 'request-built':
      tellRequest(narrator, event);
      break;
    case 'attempt-admitted':
      narrator.good(`admitted by the kernel as ${event.attempt_id}, fence ${event.fence}`);
      break;
    case 'attempt-refused':
      narrator.warn(`refused (${event.rule}): ${event.message}`);
      break;
    case 'session-opened':
      narrator.line(
        `${event.provider_id} starts behind the guard${event.stored_session ? ', with the stored session' : ''}; every write is denied unless a rule allows it`,
      );
      break;
    case 'evidence-kept':
      narrator.good(`${event.evidence_class} kept in the vault`);
      break;
    case 'prepared':
      narrator.good('prepared: everything is resolved, checked and equal to what was approved');
      break;
    case 'committed':
      narrator.good(`committed: ${event.gate_id} is consumed, one permit is issued`);
      break;
    case 'pressed':
      narrator.good('pressed, once');
      break;
    case 'reported':
      tellReceipt(narrator, event.receipt, event.annex);
      break;
    case 'voided':
      narrator.warn('void: nothing of the permit was spent; the approval is asked for again');
      break;
    case 'takeover-started':
      narrator.line(`the guard lets ${event.account} sign in at ${event.origin}, and nothing else`);
      break;
    case 'takeover-ended':
      narrator.good('handed back; the session stays in the vault, the password was never kept');
      break;
    case 'recovered':
      narrator.line(event.explanation);
      break;
    case 'left-behind':
      narrator.warn(
        `the ${event.what.replace('-', ' ')} of the session could not be put away; look after it`,
      );
      break;
  }
}

function tellSettled(
  narrator: Narrator,
  event: Extract<HostEvent, { kind: 'settled' }>,
  request: ActionRequest | null,
): void {
  if (request !== null)
    narrator.fact('settled', `${event.because}; ${todoName(request)} is ${event.todo_state}`);
  if (event.todo_state === 'blocked' && event.attention !== null) narrator.warn(event.attention.question);
}

/** The todos that follow from another have ids that nobody wants to read. */
function todoName({ action_unit, todo_id }: ActionRequest): string {
  if (action_unit === 'inspect_screen') return 'the todo of this read-back';
  return action_unit === 'enrol_stored_session' ? 'the todo of this sign-in' : `the todo ${todo_id}`;
}

function tellRequest(narrator: Narrator, { request }: Extract<HostEvent, { kind: 'request-built' }>): void {
  narrator.fact('request', `${request.action_unit}, effect class ${request.effect_class}`);
  narrator.fact('may', request.write_scope.allowed_actions.join('; '));
  const forbidden = request.write_scope.forbidden_effect_classes.join(', ');
  if (forbidden !== '') narrator.fact('must not', `cause any effect of class ${forbidden}`);
  narrator.fact('stops when', request.stop_condition);
}
