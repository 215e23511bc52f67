import type { RuntimeProfile } from '@cux/contracts';
import type { AttemptInput, CapabilityRecord, Gate, Todo } from '@cux/kernel/capability';
import {
  type Content,
  contentDigest,
  newsroom,
  type PublishingCase,
  type PublishingRules,
  wordpress,
} from '../../src/index.ts';

export const origin = 'http://127.0.0.1:8080';

/** 2026-03-05, 14:02 UTC. */
export const twoPastTwo = Date.UTC(2026, 2, 5, 14, 2);

export const content: Content = {
  title: 'Q3 notes',
  body: 'First “paragraph”.\n\nSecond one.',
  section: 'Culture',
};

export const rules: PublishingRules = {
  schema_version: 'cux_publishing_rules_v1',
  policy_version: '2026-03',
  agent: 'agent-1',
  gate_expires_ms: 86_400_000,
  standing_window_ms: 30 * 86_400_000,
  retry_budget: 2,
  sites: [{ id: 'paper', name: 'newsroom.example', origin, account: 'writer', recipe: 'newsroom' }],
};

const [paper] = rules.sites;
if (paper === undefined) throw new Error('the rules have a site');

export const newsroomCase: PublishingCase = { rules, site: paper, recipe: newsroom, content };

export const wordpressContent: Content = { title: 'Q3 notes', body: 'First “paragraph”.\n\nSecond one.' };

/** A site that asks to sign in. */
export const wordpressCase: PublishingCase = {
  rules,
  site: { ...paper, recipe: 'wordpress' },
  recipe: wordpress,
  content: wordpressContent,
};

export const profile: RuntimeProfile = {
  schema_version: 'computer_use_runtime_profile_v0',
  provider_id: 'provider-1',
  host_kind: 'browser_runtime',
  visibility: 'visible_or_replayable',
  provider_primitives: {
    screenshots: 'host_owned',
    accessibility_tree: 'supported',
    external_write: 'gated',
    private_source_read: 'gated',
  },
  boundary: {
    credentials_copied: false,
    cookies_exported: false,
    raw_screenshots_copied: false,
    raw_private_bodies_copied: false,
    external_write_allowed_without_gate: false,
  },
};

export function aRecord(
  state: string,
  facts: CapabilityRecord['facts'] = {},
  of: PublishingCase = newsroomCase,
): CapabilityRecord {
  return {
    capability: 'content-ops',
    record_id: 'post-1',
    revision: 3,
    version: 7,
    state,
    content_digest: contentDigest(of.content ?? {}),
    content_by: [{ kind: 'human', id: 'editor' }],
    facts,
  };
}

export function aTodo(action_unit: Todo['action_unit'], patch: Partial<Todo> = {}): Todo {
  return {
    todo_id: 'publish-q3',
    goal_id: 'goal-1',
    revision: 4,
    capability: 'content-ops',
    action_unit,
    record_id: 'post-1',
    requested_by: { kind: 'human', id: 'editor' },
    reopened_by: [],
    reconciles_attempt_id: null,
    state: 'running',
    gate_id: null,
    fence: 1,
    attempt_id: null,
    attention: null,
    because: null,
    successor: null,
    not_before: null,
    ...patch,
  };
}

export function aGate(patch: Partial<Gate>): Gate {
  return {
    gate_id: issued('gate', 1),
    goal_id: 'goal-1',
    todo_id: 'publish-q3',
    revision: 2,
    kind: 'item',
    status: 'open',
    closed_for: null,
    subject: { principal_id: 'agent-1', account: 'writer', origin, window_ms: 60_000 },
    subject_digest: digest('f'),
    attention: {
      question: 'Publish this to newsroom.example?',
      attempted: ['save the draft'],
      forbidden: ['publish anything else'],
      evidence: [],
      next_step: 'human_review',
      takeover: 'Open the site.',
    },
    expires_at: twoPastTwo + 86_400_000,
    provenance: [],
    decided_by: null,
    decided_at: null,
    reason: null,
    consumed_by: null,
    held_by: null,
    ...patch,
  };
}

export function attemptInput(patch: Partial<AttemptInput> & Pick<AttemptInput, 'todo'>): AttemptInput {
  return { record: aRecord('captured'), gate: null, profile, policy_version: policyVersion, ...patch };
}

/** What the host computes from all rules. */
export const policyVersion = digest('9');

/** An id as the kernel issues them. */
export function issued(kind: string, number: number): string {
  return `${kind}_${String(number).padStart(26, '0')}`;
}

export function digest(digit: string): string {
  return `sha256:${digit.repeat(64)}`;
}
