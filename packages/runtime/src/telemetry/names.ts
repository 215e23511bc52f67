/**
 * Everything that telemetry says of an attempt, an action or a call: ids, kinds, rules and outcomes. There is no key in which
 * an address, a label, a text or a value could stand; docs/telemetry.md lists them.
 */
export const attributeKeys = [
  'cux.workspace.name',
  'cux.capability.id',
  'cux.provider.id',
  'cux.provider.operation',
  'cux.computer.id',
  'cux.session.id',
  'cux.attempt.id',
  'cux.attempt.action_unit',
  'cux.attempt.effect_class',
  'cux.gate.id',
  'cux.action.kind',
  'cux.command.kind',
  'cux.outcome',
  'cux.refusal.rule',
  'cux.refusal.rung',
  'cux.todo.state',
  'error.type',
] as const;

export type AttributeKey = (typeof attributeKeys)[number];

/** Facts of a span or a measurement; what is null or left out is not said. */
export type Facts = { readonly [Key in AttributeKey]?: string | null | undefined };

/** What tells measurements apart: an id would make a series of its own for everything that happens. */
export const measuredKeys: ReadonlySet<AttributeKey> = new Set<AttributeKey>([
  'cux.workspace.name',
  'cux.capability.id',
  'cux.provider.id',
  'cux.provider.operation',
  'cux.attempt.action_unit',
  'cux.attempt.effect_class',
  'cux.action.kind',
  'cux.command.kind',
  'cux.outcome',
  'cux.refusal.rule',
  'cux.refusal.rung',
  'error.type',
]);

/** Spans, each with the histogram that its duration goes into as well; null where it goes into none. */
export const spans = {
  'carry attempt': 'cux.attempt.duration',
  'admit attempt': null,
  'run plan': null,
  'prepare attempt': null,
  'commit attempt': 'cux.commit.duration',
  press: null,
  'report attempt': null,
  'settle attempt': null,
  'perform action': 'cux.action.duration',
  'observe screen': 'cux.observation.duration',
  'take over screen': null,
  'hand back screen': null,
  'sign in': null,
  'wake computer': 'cux.wake.duration',
  'release computer': null,
  recover: null,
  'call provider': 'cux.provider.call.duration',
} as const satisfies Readonly<Record<string, string | null>>;

export type SpanName = keyof typeof spans;

/** Durations, in seconds. */
export const histograms = {
  'cux.attempt.duration': 'From admission to settlement, or to where the attempt was given up.',
  'cux.commit.duration': 'From asking for a commit to the permit, or to its refusal.',
  'cux.action.duration': 'One action of an agent, from its arrival to its answer.',
  'cux.observation.duration': 'One observation of a Screen.',
  'cux.wake.duration': 'From asking for a Computer to its Screen being attached.',
  'cux.takeover.duration': 'How long a person had a Screen.',
  'cux.provider.call.duration': 'One call of a provider.',
  'cux.command.duration': 'One command of the kernel, to its durable answer.',
} as const;

export type HistogramName = keyof typeof histograms;

export const counters = {
  'cux.refusals': { unit: '{refusal}', description: 'Actions and attempts that were refused, by rule.' },
  'cux.approvals': { unit: '{approval}', description: 'Actions that a person was asked about.' },
} as const;

export type CounterName = keyof typeof counters;

/** How many there are now. */
export const gauges = {
  'cux.computer.awake': { unit: '{computer}', description: 'Computers in the custody of this process.' },
} as const;

export type GaugeName = keyof typeof gauges;
