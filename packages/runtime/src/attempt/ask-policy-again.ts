import type { HostRefusal } from '../host/host.ts';
import type { RunContext } from '../host/run-context.ts';
import type { AdmittedAttempt } from './admit.ts';
import { forbiddenBy, refused, usedBy } from './build-attempt.ts';
import { decidePlan } from './decide-plan.ts';
import { policyVersion } from './policy-version.ts';

/**
 * What policy says right before the commit about what it has let be admitted: time has passed, and its rules may be others.
 * Null where it still lets it be done. Its own reservation does not count against it. A policy that cannot say is one that
 * forbids.
 */
export async function askPolicyAgain(
  { kernel, workspace, clock, policy }: RunContext,
  { attemptId, todo, plan, draft, capability, policyVersion: admittedUnder }: AdmittedAttempt,
): Promise<HostRefusal | null> {
  const [goal, quota] = await Promise.all([
    kernel.goal(workspace, todo.goal_id),
    kernel.quota(workspace, todo.goal_id),
  ]);
  if (goal === null) return notSaid;
  try {
    if (policyVersion(policy, capability) !== admittedUnder) return rulesChanged;
    return forbiddenBy(
      decidePlan((action) => policy.decide(action), plan, {
        effect_class: draft.request.effect_class,
        mode: goal.mode,
        at: clock.now(),
        used: usedBy(quota, attemptId),
      }),
    );
  } catch {
    return notSaid;
  }
}

const rulesChanged = refused(
  'policy.changed',
  'The rules have changed since this was admitted, and nothing has left; run it again under the rules that hold.',
);

const notSaid = refused(
  'policy.unknown',
  'Nothing says that this may be done any more, and nothing has left.',
);
