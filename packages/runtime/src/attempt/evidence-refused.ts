/** The kernel does not take evidence of this attempt (any more): it has been taken over, or given up. */
export class EvidenceRefused extends Error {
  readonly code = 'evidence_refused';
  readonly rule: string;

  constructor(rule: string, message: string) {
    super(message);
    this.name = 'EvidenceRefused';
    this.rule = rule;
  }

  static isInstance(value: unknown): value is EvidenceRefused {
    return value instanceof Error && value.name === 'EvidenceRefused' && 'rule' in value;
  }
}
