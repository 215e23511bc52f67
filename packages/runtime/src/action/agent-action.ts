import type { ActionIntent } from '@cux/contracts';
import type { AgentAction } from '@cux/provider-sdk';

/** The intent in the words of the driver. */
export function agentAction(intent: ActionIntent): AgentAction {
  switch (intent.kind) {
    case 'click':
      return { kind: 'click', ref: intent.ref };
    case 'keypress':
      return { kind: 'keypress', ref: intent.ref, keys: intent.keys };
    case 'scroll':
      return { kind: 'scroll', ref: intent.ref, x: intent.by_x, y: intent.by_y };
    case 'type_text':
      return { kind: 'type_text', ref: intent.ref, text: intent.text };
    case 'select_option':
      return { kind: 'select_option', ref: intent.ref, option: intent.option };
    case 'switch_target':
    case 'close_target':
      return { kind: intent.kind, target: intent.target };
  }
}
