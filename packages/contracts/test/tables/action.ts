import { type ActionAuthority, judgeAction, readAction, type Verdict } from '../../src/index.ts';
import { actionAuthority, click, ids } from '../support/public-records.ts';
import { wire } from '../support/wire.ts';
import { changed } from './receipt.ts';
import { accepts, type RuleRow, refuses, spares } from './row.ts';

const act =
  (changes: Readonly<Record<string, unknown>> = {}, authority: Readonly<Record<string, unknown>> = {}) =>
  (): Verdict<unknown> =>
    judgeAction({
      action: wire(changed(click, changes)),
      authority: changed(actionAuthority, authority) as unknown as ActionAuthority,
    });

const intent = (value: unknown) => act({ intent: value });
const source = { observation_id: ids.observation, observation_generation: 9 };

const keypress = (key: string) => ({
  kind: 'keypress',
  ref: null,
  keys: [key],
  source_observation: source,
});

export const actionRows: readonly RuleRow[] = [
  spares(
    [
      'identity.computer-screen',
      'identity.workspace',
      'action.not-attached',
      'action.generation',
      'action.not-in-control',
      'action.observation-behind',
      'action.observation-ahead',
    ],
    'a click on what was just observed',
    act(),
  ),
  accepts(
    'a chord on the page as a whole',
    intent({ kind: 'keypress', ref: null, keys: ['Control+a', 'Delete'], source_observation: source }),
  ),
  ...['Enter', 'Space', 'Shift+Tab', 'Control+Shift+End', 'x', '~'].map((key) =>
    accepts(`${key} stays within the page`, intent(keypress(key))),
  ),
  ...[
    'Control+t',
    'Control+l',
    'Control+w',
    'Control+Shift+i',
    'Control+c',
    'Meta+q',
    'Alt+F4',
    'Alt+ArrowLeft',
    'F11',
    'F12',
    'Shift+Escape',
    'Control+Shift+Delete',
    'Control+Tab',
    'BrowserBack',
    'some text',
    '',
  ].map((key) => refuses('shape.wrong-format', `“${key}” is no key of the page`, intent(keypress(key)))),
  refuses('shape.too-short', 'no key at all', intent({ ...keypress('a'), keys: [] })),
  accepts(
    'a text that takes the place of what a field holds',
    intent({ kind: 'type_text', ref: 'e3', text: 'two\nlines', source_observation: source }),
  ),
  refuses(
    'shape.too-long',
    'more text than one action may bring',
    intent({ kind: 'type_text', ref: 'e3', text: 'word '.repeat(3_300), source_observation: source }),
  ),
  accepts(
    'an option by its whole label',
    intent({ kind: 'select_option', ref: 'e3', option: 'Culture', source_observation: source }),
  ),
  refuses('shape.too-short', 'an action without time', act({ deadline_ms: 0 })),
  refuses('shape.too-long', 'an action with too much time', act({ deadline_ms: 60_001 })),
  refuses(
    'shape.too-long',
    'a scroll to nowhere',
    intent({ kind: 'scroll', ref: null, by_x: 0, by_y: 1e9, source_observation: source }),
  ),
  accepts('an action that is read without a look at what stands', () => readAction(wire(click))),
  refuses('shape.wrong-type', 'a ref that is none, read alone', () =>
    readAction(wire(changed(click, { 'intent/ref': 7 }))),
  ),
  accepts(
    'a scroll in logical Screen pixels',
    intent({ kind: 'scroll', ref: null, by_x: 0, by_y: -400, source_observation: source }),
  ),
  spares(
    ['action.observation-behind'],
    'switching names a target by its label: no DOM, no observation',
    act({ intent: { kind: 'switch_target', target: 't2' } }, { 'screen/observation_generation': 12 }),
  ),
  refuses('identity.computer-screen', 'there is no such Computer', act({}, { computer: null })),
  refuses('identity.computer-screen', 'there is no such Screen', act({}, { screen: null })),
  refuses(
    'identity.computer-screen',
    'both exist, and are no pair',
    act({}, { 'screen/computer_id': ids.otherComputer }),
  ),
  refuses(
    'identity.computer-screen',
    'another Computer was addressed',
    act({}, { 'addressed/computer_id': ids.otherComputer }),
  ),
  refuses(
    'identity.computer-screen',
    'another Screen was addressed',
    act({}, { 'addressed/screen_id': 'x' }),
  ),
  refuses('identity.workspace', 'the Computer of a neighbour', act({}, { 'computer/workspace_id': 'other' })),
  refuses('identity.workspace', 'the Screen of a neighbour', act({}, { 'screen/workspace_id': 'other' })),
  ...['sleeping', 'waking', 'archiving', 'archived'].map((lifecycle) =>
    refuses(
      'action.not-attached',
      `a Computer that is ${lifecycle}`,
      act({}, { 'computer/lifecycle': lifecycle }),
    ),
  ),
  refuses('action.not-attached', 'nothing is attached', act({}, { 'screen/attachment': 'detached' })),
  refuses('action.generation', 'a session of an earlier life', act({}, { session_generation: 1 })),
  refuses('action.generation', 'a Screen of a later life', act({}, { 'screen/generation': 3 })),
  refuses('action.generation', 'a Computer of an earlier life', act({}, { 'computer/generation': 1 })),
  refuses('action.not-in-control', 'a person is at it', act({}, { 'screen/control': 'human' })),
  refuses('action.not-in-control', 'a person is about to be', act({}, { 'screen/control': 'draining' })),
  refuses(
    'action.observation-behind',
    'a stale observer cannot act on a newer Screen',
    act({}, { 'screen/observation_generation': 10 }),
  ),
  refuses(
    'action.observation-ahead',
    'nobody can have seen that',
    act({ 'intent/source_observation/observation_generation': 10 }),
  ),
  refuses(
    'shape.missing-key',
    'a click that rests on no observation',
    act({ 'intent/source_observation': undefined }),
  ),
  refuses('shape.unknown-key', 'coordinates of a provider', act({ 'intent/backend_node_id': 7 })),
  refuses('shape.unknown-key', 'an approval that the caller brings along', act({ gate_id: ids.gate })),
  refuses(
    'shape.wrong-format',
    'text to type is no key',
    intent({ kind: 'keypress', ref: null, keys: ['rm -rf'], source_observation: source }),
  ),
  refuses(
    'shape.wrong-format',
    'a target id of the browser',
    intent({ kind: 'close_target', target: 'E3F1A0' }),
  ),
  refuses('shape.too-long', 'a deadline that is not short', act({ deadline_ms: 600_000 })),
  refuses('shape.too-short', 'no time at all', act({ deadline_ms: 0 })),
  refuses('writeback.key', 'an action that approves itself', act({ approve_gate: true })),
  refuses('authority.missing', 'nobody says what stands', () =>
    judgeAction({ action: wire(click), authority: null }),
  ),
];
