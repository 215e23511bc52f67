import type { Principal } from '@cux/contracts';
import type { CommandKind } from './command.ts';

type Kind = Principal['kind'];

const host: readonly Kind[] = ['operator'];
const reducer: readonly Kind[] = ['capability'];
const person: readonly Kind[] = ['human'];

/**
 * Which kinds of principal send which command. An attempt is carried by the host alone; a proposal comes from the
 * capability that owns the todo (under its own id) and from nobody else; what is to be written, by that capability or a
 * person. An agent sends nothing: what it wants is put into a request by the capability. A provider reports to the host.
 */
export const senders: { readonly [Command in CommandKind]: readonly Kind[] } = {
  'create-goal': ['human', 'operator'],
  'pause-goal': ['human', 'operator'],
  'close-goal': ['human', 'operator'],
  'set-quota': ['human', 'operator'],
  'set-retention': ['human', 'operator'],
  'create-todo': ['human', 'capability', 'operator'],
  'reopen-todo': person,
  'cancel-todo': ['human', 'operator'],
  'put-record': ['human', 'capability'],
  'admit-attempt': host,
  'start-attempt': host,
  'renew-lease': host,
  'prepare-attempt': host,
  'commit-attempt': host,
  'report-attempt': host,
  'add-evidence': host,
  'abandon-attempt': host,
  'take-over-attempt': host,
  'settle-attempt': reducer,
  'void-attempt': reducer,
  'settle-outcome': person,
  'decide-gate': person,
  'decide-gates': person,
  'revoke-gate': person,
  'expire-gate': ['human', 'operator'],
  'drop-gate': host,
  'raise-standing-gate': ['human', 'capability', 'operator'],
  'open-session': host,
  'close-session': ['human', 'operator'],
  'note-session': host,
  'begin-action': host,
  'settle-action': host,
  'raise-approval': host,
  'join-approval': host,
  'supersede-approval': host,
  'put-profile': ['human', 'operator'],
  'activate-profile': ['human', 'operator'],
  'create-computer': ['human', 'operator'],
  'wake-computer': host,
  'attach-screen': host,
  'release-computer': host,
  'archive-computer': ['human', 'operator'],
  'settle-observation': host,
  'begin-takeover': person,
  'finish-draining': host,
  'hand-back': person,
  'retire-workspace': ['human', 'operator'],
  'arrive-workspace': ['human', 'operator'],
  'take-back-workspace': ['human', 'operator'],
};
