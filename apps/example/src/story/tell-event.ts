import type { HostEvent } from '@cux/runtime';
import type { Narrator } from './narrator.ts';

/** Tells what the host reports while it works. */
export function tellEvent(narrator: Narrator, event: HostEvent): void {
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
      tellReceipt(narrator, event);
      break;
    case 'voided':
      narrator.warn('void: nothing of the permit was spent; the approval is asked for again');
      break;
    case 'settled':
      narrator.fact('settled', `${event.because}; the todo is ${event.todo_state}`);
      if (event.todo_state === 'blocked' && event.attention !== null) narrator.warn(event.attention.question);
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

function tellRequest(narrator: Narrator, { request }: Extract<HostEvent, { kind: 'request-built' }>): void {
  narrator.fact('request', `${request.action_unit}, effect class ${request.effect_class}`);
  narrator.fact('may', request.write_scope.allowed_actions.join('; '));
  const forbidden = request.write_scope.forbidden_effect_classes.join(', ');
  if (forbidden !== '') narrator.fact('must not', `cause any effect of class ${forbidden}`);
  narrator.fact('stops when', request.stop_condition);
}

function tellReceipt(narrator: Narrator, event: Extract<HostEvent, { kind: 'reported' }>): void {
  const { receipt, annex } = event;
  const facts = receipt.observed_facts;
  narrator.fact('receipt', receipt.stop_reason);
  narrator.fact(
    'saw',
    [
      facts.screen_reached ? 'screen reached' : 'screen not reached',
      facts.draft_present ? 'draft present' : 'draft not present',
      facts.final_action_clicked ? 'final action clicked' : 'final action not clicked',
      facts.unknown_modal ? 'an unknown modal' : 'no unknown modal',
    ].join(', '),
  );
  if (annex.blocker !== null) narrator.fact('stopped by', annex.blocker.code);
  for (const { rule, count } of annex.allowed_writes)
    narrator.fact('guard let through', `${rule}, ${count} times`);
  for (const write of annex.blocked_writes) {
    narrator.fact('guard blocked', `${write.method} ${write.path} (${write.rule}), ${write.count} times`);
  }
}
