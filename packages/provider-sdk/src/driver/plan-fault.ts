/**
 * The plan and the request do not fit together: a fault of whoever issued them, thrown before the provider is
 * contacted. `rule` is stable; the message names the next step.
 */
export class PlanFault extends Error {
  readonly code = 'plan_invalid';
  readonly rule: string;

  constructor(rule: string, message: string) {
    super(message);
    this.name = 'PlanFault';
    this.rule = rule;
  }

  static isInstance(value: unknown): value is PlanFault {
    return value instanceof Error && value.name === 'PlanFault' && 'rule' in value;
  }
}
