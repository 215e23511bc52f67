/** A person has to put something right before the task can go on; nobody was contacted. */
export class SiteTaskFault extends Error {
  readonly code: 'site_unknown' | 'needs_agent';

  constructor(code: SiteTaskFault['code'], message: string) {
    super(message);
    this.name = 'SiteTaskFault';
    this.code = code;
  }

  static isInstance(value: unknown): value is SiteTaskFault {
    return value instanceof Error && value.name === 'SiteTaskFault' && 'code' in value;
  }
}
