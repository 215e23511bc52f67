import {
  type Action,
  type ActionPolicy,
  actionKinds,
  actionPolicySchema,
  budgetMeasures,
  kindsWithoutTarget,
  kindsWithTarget,
  type PolicyConditions,
  type PolicyRule,
  policyEffects,
  weekdays,
} from '@cux/policy';
import fc from 'fast-check';

/** Pools that are small, so that rules and actions meet often. */
const origins = ['https://newsroom.example', 'https://cdn.example:8443', 'http://localhost:3000'];
const units = ['inspect_screen', 'draft_until_review_gate', 'publish_after_approved_gate'] as const;
const classes = ['read', 'draft', 'external_write', 'credential_use'] as const;
const modes = ['drafting', 'sandbox'] as const;
const roles = ['button', 'link', 'textbox'] as const;
/** Cases, widths, invisible characters, what patterns and Cedar write otherwise, letters of several units. */
const pieces = [
  'Pub',
  'PUB',
  'lish',
  'ｌｉｓｈ',
  ' ',
  '\u00a0',
  '\u200b',
  '*',
  '\\',
  '"',
  '\n',
  'ß',
  'SS',
  'é',
  '💥',
  '\u202e',
];

const pick = <Word>(words: readonly Word[]) => fc.subarray([...words], { minLength: 1 });
const name = fc.array(fc.constantFrom(...pieces), { maxLength: 5 }).map((found) => found.join(''));
const escaped = (text: string): string => text.replace(/[*\\]/g, '\\$&');
const pattern = fc
  .array(fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...pieces).map(escaped) }, fc.constant('*')), {
    minLength: 1,
    maxLength: 5,
  })
  .map((found) => found.join('').replace(/(?<!\\)\*+/g, '*'));

/** Amounts and moments around the bounds of the rules. */
const amount = fc.integer({ min: 0, max: 4 });
const hour = fc.integer({ min: 0, max: 23 });
const twoDigits = (number: number): string => String(number).padStart(2, '0');
const monday = Date.UTC(2026, 10, 30);
const moment = fc.integer({ min: 0, max: 4 * 24 * 4 }).map((quarters) => monday + quarters * 900_000);

const bounds = fc
  .tuple(fc.option(amount, { nil: undefined }), amount)
  .map(([above, more]) => (above === undefined ? { at_most: more } : { above, at_most: above + 1 + more }));

const time = fc.record(
  {
    days: pick(weekdays),
    from: hour.map((each) => `${twoDigits(each)}:15`),
    until: fc.constantFrom('23:30', '24:00'),
    not_before: moment,
    not_after: moment.map((each) => each + 5 * 86_400_000),
  },
  { requiredKeys: ['until'] },
);

const when = fc.record(
  {
    effect_classes: pick(classes),
    action_units: pick(units),
    kinds: pick(actionKinds),
    modes: pick(modes),
    origins: pick(origins),
    target: fc.oneof(
      fc.record({ name: pattern }),
      fc.record({ roles: pick(roles) }),
      fc.record({ roles: pick(roles), name: pattern }),
    ),
    time,
    budget: fc.dictionary(fc.constantFrom(...budgetMeasures), bounds, { minKeys: 1, maxKeys: 2 }),
  },
  { requiredKeys: [] },
);

/** Most rules have a few conditions: with all eight they would never hold. */
const fewConditions = fc
  .tuple(
    when,
    fc.shuffledSubarray(
      ['effect_classes', 'action_units', 'kinds', 'modes', 'origins', 'target', 'time', 'budget'],
      { maxLength: 3 },
    ),
  )
  .map(
    ([all, kept]) =>
      Object.fromEntries(Object.entries(all).filter(([key]) => kept.includes(key))) as PolicyConditions,
  );

const rules: fc.Arbitrary<PolicyRule[]> = fc
  .array(
    fc.record({
      effect: fc.constantFrom(...policyEffects, 'permit' as const, 'permit' as const),
      when: fewConditions,
    }),
    { maxLength: 7 },
  )
  .map((found) =>
    found.map((rule, index) => ({ id: `rule-${index}`, reason: `"${index}" \\ because`, ...rule })),
  );

/** Documents that the schema takes; what the generator draws beyond it is left out. */
export const policies: fc.Arbitrary<ActionPolicy> = rules
  .map((found) => ({ schema_version: 'cux_action_policy_v1' as const, label: 'generated', rules: found }))
  .filter((document) => actionPolicySchema.safeParse(document).success);

const target = fc.record({ role: fc.constantFrom(...roles), name });

export const actions: fc.Arbitrary<Action> = fc
  .record({
    kind: fc.constantFrom(...actionKinds),
    action_unit: fc.constantFrom(...units),
    effect_class: fc.constantFrom(...classes),
    mode: fc.constantFrom(...modes),
    origins: pick(origins),
    shown: target,
    has: fc.boolean(),
    at: moment,
    used: fc.record({
      attempts: amount,
      actions: amount,
      wall_ms: amount,
      external_writes: amount,
      interventions: amount,
    }),
  })
  .map(({ shown, has, ...action }) => {
    const needed = kindsWithTarget.includes(action.kind);
    const refused = kindsWithoutTarget.includes(action.kind);
    return { ...action, target: needed || (has && !refused) ? shown : null };
  });
