import { judgeRecord, type PlainRecord, plainRecords, type Verdict } from '../../src/index.ts';
import { honestRecords, ids } from '../support/public-records.ts';
import { wire } from '../support/wire.ts';
import { changed } from './receipt.ts';
import { accepts, type RuleRow, refuses } from './row.ts';

const record =
  (name: PlainRecord, changes: Readonly<Record<string, unknown>> = {}) =>
  (): Verdict<unknown> =>
    judgeRecord(name, wire(changed(honestRecords[name], changes)));

/** What no record that leaves cux has a field for. */
const placement = [
  'placement',
  'provider_id',
  'allocation_id',
  'lease',
  'cdp_target_id',
  'display_id',
  'debugger_url',
  'credentials',
  'route',
];

const withToken = `opened with ghp_${'a1B2'.repeat(9)}`;

export const publicRecordRows: readonly RuleRow[] = [
  ...plainRecords.map((name) => accepts(`an honest ${name}`, record(name))),
  ...plainRecords.map((name) =>
    refuses('shape.unknown-key', `${name} has no other field`, record(name, { extra: 1 })),
  ),
  ...plainRecords
    .filter((name) => name !== 'cux_problem_v1' && name !== 'cux_attention_item_v1')
    .map((name) =>
      refuses('shape.wrong-literal', `${name} is of that version`, record(name, { schema_version: 'other' })),
    ),
  ...placement.map((field) =>
    refuses('shape.unknown-key', `a Computer has no ${field}`, record('cux_computer_v1', { [field]: 'x' })),
  ),
  ...placement.map((field) =>
    refuses('shape.unknown-key', `a Screen has no ${field}`, record('cux_screen_v1', { [field]: 'x' })),
  ),
  refuses('shape.not-in-set', 'a state that is none', record('cux_computer_v1', { lifecycle: 'running' })),
  refuses('shape.wrong-format', 'a label of the browser', record('cux_screen_v1', { active_target: 'E3F1' })),
  accepts(
    'a Screen that nothing is attached to',
    record('cux_screen_v1', { attachment: 'detached', active_target: null, observed_at: null }),
  ),
  refuses('shape.too-short', 'a Screen without width', record('cux_screen_v1', { width: 0 })),
  refuses('shape.too-long', 'a Screen beyond its bounds', record('cux_screen_v1', { height: 16_385 })),
  refuses('parse.number-not-integer', 'half a pixel', record('cux_screen_v1', { width: 1_280.5 })),
  refuses(
    'leak.token',
    'the page shows a key',
    record('cux_observation_v1', { tree: `button "${withToken}"` }),
  ),
  refuses(
    'shape.unknown-key',
    'bytes of an image',
    record('cux_observation_v1', { 'screenshot/bytes': 'iVBOR' }),
  ),
  refuses(
    'shape.wrong-literal',
    'a screenshot with values in it',
    record('cux_observation_v1', { 'screenshot/redacted': false }),
  ),
  refuses(
    'shape.too-long',
    'a tree beyond its bounds',
    record('cux_observation_v1', { tree: 'word '.repeat(5_000) }),
  ),
  refuses(
    'shape.wrong-type',
    'pending, and closed for a reason',
    record('cux_gate_v1', { 'decision/closed_for': 'expired' }),
  ),
  accepts(
    'a gate that is over says why',
    record('cux_gate_v1', { decision: { status: 'closed', closed_for: 'expired' }, revision: 2 }),
  ),
  refuses(
    'shape.not-in-set',
    'a gate that is over for no reason',
    record('cux_gate_v1', { decision: { status: 'closed', closed_for: 'forgotten' } }),
  ),
  refuses(
    'shape.invalid',
    'a standing approval to publish',
    record('cux_gate_v1', { 'about/kind': 'always' }),
  ),
  ...['question', 'attempted', 'forbidden', 'evidence', 'next_step', 'takeover'].map((field) =>
    refuses(
      'shape.missing-key',
      `a person is shown the ${field}`,
      record('cux_attention_item_v1', { [field]: undefined }),
    ),
  ),
  refuses('shape.too-short', 'nothing was attempted', record('cux_attention_item_v1', { attempted: [] })),
  refuses('shape.too-short', 'nothing stays forbidden', record('cux_attention_item_v1', { forbidden: [] })),
  refuses('shape.wrong-format', 'the id of another kind', record('cux_usage_v1', { usage_id: ids.gate })),
  refuses('shape.not-in-set', 'a unit that is not counted', record('cux_usage_v1', { measure: 'hours' })),
  refuses('shape.not-in-set', 'a kind of action of one’s own', record('cux_usage_v1', { action: 'drag' })),
  refuses('shape.not-in-set', 'what a page says of it', record('cux_usage_v1', { outcome: 'Thank you' })),
  refuses('shape.not-in-set', 'a state that the kernel has not', record('cux_todo_v1', { state: 'paused' })),
  refuses('shape.wrong-format', 'evidence without a digest', record('cux_evidence_v1', { digest: 'md5:1' })),
  refuses(
    'shape.not-in-set',
    'a problem type of one’s own',
    record('cux_problem_v1', { type: 'about:blank' }),
  ),
  refuses('leak.token', 'a problem that echoes', record('cux_problem_v1', { detail: withToken })),
];
