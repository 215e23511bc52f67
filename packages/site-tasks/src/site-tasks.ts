import { digestOf } from '@cux/contracts';
import type { Capability, CapabilityDescription, CapabilityRecord } from '@cux/kernel/capability';
import { prepareSession } from './prepare-session.ts';
import { reduce } from './reduce.ts';
import { type SiteTaskRules, siteTaskRulesSchema, type TaskSite } from './rules.ts';
import { SiteTaskFault } from './site-task-fault.ts';
import { capabilityId } from './task.ts';

export interface SiteTasksOptions {
  readonly rules: SiteTaskRules;
}

/** The capability as a kernel registers it. */
export const siteTasksDescription: CapabilityDescription = {
  capability_id: capabilityId,
  outcome: 'A task on a site is done by an agent, and each of its writes was approved by a person.',
};

/**
 * Tasks that an agent carries out by single actions. It issues the request and a plan without steps, says what an approved
 * action may send, and reads the receipts. It holds no kernel handle and no provider. Throws where the rules are none.
 */
export function createSiteTasks({ rules }: SiteTasksOptions): Capability {
  const read = siteTaskRulesSchema.parse(rules);
  const siteOf = (record: CapabilityRecord | null): TaskSite => {
    const site = read.sites.find(({ id }) => id === record?.facts.site);
    if (site !== undefined) return site;
    throw new SiteTaskFault(
      'site_unknown',
      'The task names no site of the rules; put it anew with one of them.',
    );
  };
  return {
    description: siteTasksDescription,
    rules_digest: digestOf('cux/capability-rules', read),
    async prepareAttempt() {
      throw new SiteTaskFault(
        'needs_agent',
        'A task is carried out by an agent in its session; begin it there.',
      );
    },
    async prepareSession(input) {
      return prepareSession(read, siteOf(input.record), input);
    },
    async propose(input) {
      return reduce(input, siteOf(input.record));
    },
    async signInSurface() {
      return null;
    },
  };
}
