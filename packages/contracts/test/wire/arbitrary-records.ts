import fc from 'fast-check';
import { draftReceipt, draftRequest, publishRequest } from '../support/honest.ts';
import { profile } from '../tables/request.ts';
import type { V0Kind } from './v0-schemas.ts';

type Json = Readonly<Record<string, unknown>>;

const flag = fc.boolean();
const optionality = fc.constantFrom('optional', 'supported', 'unsupported');
const gated = fc.constantFrom('gated', 'unsupported');
const classes = fc.constantFrom('read', 'draft', 'external_write', 'credential_use');

/** Records of the right shape, across their closed sets. */
const honest: Readonly<Record<V0Kind, fc.Arbitrary<Json>>> = {
  receipt: fc
    .record({
      stop_reason: fc.constantFrom('completed', 'stopped_at_gate', 'blocked_by_unknown_modal', 'failed'),
      observed_facts: fc.record({
        screen_reached: flag,
        draft_present: flag,
        final_action_clicked: flag,
        unknown_modal: flag,
      }),
    })
    .map((fields) => ({ ...draftReceipt(), ...fields })),
  request: fc
    .tuple(
      fc.constantFrom(draftRequest, publishRequest),
      classes,
      fc.uniqueArray(classes),
      fc.record({
        gate_id: fc.constantFrom('gate_example_draft_review', 'g'),
        revision: fc.nat(9),
        status: fc.constantFrom('open', 'closed', 'pending'),
      }),
    )
    .map(([request, effect_class, forbidden_effect_classes, gate_binding]) => ({
      ...request,
      effect_class,
      write_scope: { ...request.write_scope, forbidden_effect_classes },
      gate_binding,
    })),
  profile: fc
    .record({
      host_kind: fc.constantFrom('browser_runtime', 'desktop_runtime', 'browser_or_desktop_runtime'),
      visibility: fc.constantFrom('visible', 'replayable', 'visible_or_replayable'),
      provider_primitives: fc.record(
        {
          screenshots: fc.constantFrom('host_owned', 'unsupported'),
          accessibility_tree: optionality,
          browser_session: optionality,
          record_replay: optionality,
          external_write: gated,
          private_source_read: gated,
        },
        { requiredKeys: ['screenshots', 'external_write', 'private_source_read'] },
      ),
    })
    .map((fields) => ({ ...profile, ...fields })),
};

/** Texts at the bounds of the schemas, in letters of one, two and three UTF-16 units, and words of the enums. */
const texts = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('a', 'é', '文', '😀', ' '),
      fc.constantFrom(0, 1, 2, 119, 120, 121, 199, 200, 201, 399, 400, 401),
    )
    .map(([letter, length]) => letter.repeat(length)),
  fc.constantFrom(
    'read',
    'draft',
    'external_write',
    'credential_use',
    'Draft',
    ' draft',
    'open',
    'closed',
    'pending',
    'Open',
    'completed',
    'failed',
    'stopped_at_gate',
    'success',
    'gated',
    'unsupported',
    'optional',
    'supported',
    'host_owned',
    'visible',
    'replayable',
    'browser_runtime',
    'inspect_screen',
    'publish_after_approved_gate',
    'click',
    'none',
    'host_replay_pointer',
    'computer_use_receipt_v0',
    'computer_use_receipt_v1',
  ),
  fc.string({ maxLength: 12 }),
);

const numbers = fc.constantFrom(0, 1, 4, -1, 2.5, 1e21, Number.MAX_SAFE_INTEGER, 2 ** 53 + 2, 2 ** 63);

/** What can stand in the place of another value. */
const values: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: texts },
  { weight: 2, arbitrary: numbers },
  { weight: 2, arbitrary: fc.constantFrom(true, false, null, [], {}) },
  { weight: 1, arbitrary: fc.array(texts, { maxLength: 22 }) },
  {
    weight: 1,
    arbitrary: fc.array(fc.constantFrom('read', 'draft', 'external_write', 'credential_use'), {
      maxLength: 6,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.dictionary(
      fc.constantFrom('gate_id', 'revision', 'status', 'x'),
      fc.oneof(texts, numbers),
      { maxKeys: 4 },
    ),
  },
);

type Change = 'replace' | 'remove' | 'add' | 'nest';

interface Mutation {
  readonly change: Change;
  /** Chooses the place: modulo the number of places. */
  readonly place: number;
  readonly key: string;
  readonly value: unknown;
}

const mutations: fc.Arbitrary<Mutation> = fc.record({
  change: fc.oneof(
    { weight: 6, arbitrary: fc.constant<Change>('replace') },
    { weight: 2, arbitrary: fc.constant<Change>('remove') },
    { weight: 1, arbitrary: fc.constant<Change>('add') },
    { weight: 1, arbitrary: fc.constant<Change>('nest') },
  ),
  place: fc.nat(10_000),
  key: fc.constantFrom('extra', 'Goal_id', 'gate_binding', 'note', ''),
  value: values,
});

/** A record of one kind: honest, or with up to three places changed. */
export function arbitraryRecord(kind: V0Kind): fc.Arbitrary<unknown> {
  return fc
    .tuple(honest[kind], fc.array(mutations, { maxLength: 3 }))
    .map(([record, changes]) => changes.reduce<unknown>(mutated, structuredClone(record)));
}

function mutated(record: unknown, { change, place, key, value }: Mutation): unknown {
  const places = placesOf(record, []);
  const path = places[place % places.length] ?? [];
  const last = path.at(-1);
  if (last === undefined) return change === 'replace' ? value : record;
  const parent = path.slice(0, -1).reduce<unknown>((node, step) => (node as Json)[step], record) as Record<
    string,
    unknown
  >;
  if (change === 'replace') parent[last] = value;
  else if (change === 'nest') parent[last] = { [key]: parent[last] };
  else if (change === 'add' && !Array.isArray(parent)) parent[key] = value;
  else if (Array.isArray(parent)) parent.splice(Number(last), 1);
  else delete parent[last];
  return record;
}

function placesOf(node: unknown, path: readonly string[]): readonly (readonly string[])[] {
  if (typeof node !== 'object' || node === null) return [path];
  return [path, ...Object.entries(node).flatMap(([key, item]) => placesOf(item, [...path, key]))];
}
