import { canonicalForm, judgeRequest, permitRulesDigest, subjectDigest } from '@cux/contracts';
import type { AttemptInput, Gate } from '@cux/kernel/capability';
import { describe, expect, it } from 'vitest';
import { prepareAttempt } from '../src/attempt/prepare-attempt.ts';
import { ContentOpsFault, itemStates } from '../src/index.ts';
import {
  aGate,
  aRecord,
  aTodo,
  attemptInput,
  newsroomCase,
  policyVersion,
  profile,
  wordpressCase,
} from './support/publishing.ts';

const publishing = attemptInput({
  todo: aTodo('publish_after_approved_gate'),
  record: aRecord('review_ready', { item_id: 12 }),
});

function approved(): Gate {
  const { subject } = prepareAttempt(publishing, newsroomCase);
  if (subject === null) throw new Error('a publication has a subject');
  return aGate({ subject, subject_digest: subjectDigest(subject) });
}

function judged(input: AttemptInput, of = newsroomCase): readonly string[] {
  const { request, subject } = prepareAttempt(input, of);
  const { gate } = input;
  const verdict = judgeRequest({
    request: new TextEncoder().encode(canonicalForm(request)),
    authority: {
      gate,
      subject_digest: subject === null ? (gate?.subject_digest ?? null) : subjectDigest(subject),
      provider: { provider_id: 'provider-1', ready: true, external_write: 'gated' },
    },
  });
  return verdict.findings.map(({ rule }) => rule);
}

describe('a request', () => {
  const lines = [
    { unit: 'draft_until_review_gate', effect: 'draft', forbidden: ['external_write', 'credential_use'] },
    { unit: 'inspect_screen', effect: 'read', forbidden: ['draft', 'external_write', 'credential_use'] },
  ] as const;
  it.each(lines)('of $unit is $effect, forbids $forbidden, and is one that the kernel accepts', (line) => {
    const input = attemptInput({ todo: aTodo(line.unit), record: aRecord('draft', { item_id: 12 }) });
    const { request, subject } = prepareAttempt(input, newsroomCase);
    expect(request).toMatchObject({
      effect_class: line.effect,
      write_scope: { forbidden_effect_classes: line.forbidden },
    });
    expect(request.gate_binding).toBeUndefined();
    expect(subject).toBeNull();
    expect(judged(input)).toEqual([]);
  });

  it('to publish is bound to the approval of exactly this, and accepted', () => {
    const gate = approved();
    const { request } = prepareAttempt({ ...publishing, gate }, newsroomCase);
    expect(request.gate_binding).toEqual({ gate_id: gate.gate_id, revision: 2, status: 'open' });
    expect(judged({ ...publishing, gate })).toEqual([]);
  });

  const notCurrent = [
    { patch: { status: 'pending' }, because: 'nobody has decided' },
    { patch: { status: 'closed', closed_for: 'consumed' }, because: 'an approval is used once' },
    { patch: { subject_digest: `sha256:${'0'.repeat(64)}` }, because: 'something else was approved' },
    { patch: { kind: 'standing' }, because: 'there is no standing approval to publish' },
  ] as const;
  it.each(notCurrent)('to publish has no binding, and is refused, because $because', ({ patch }) => {
    const gate = { ...approved(), ...patch };
    expect(prepareAttempt({ ...publishing, gate }, newsroomCase).request.gate_binding).toBeUndefined();
    expect(judged({ ...publishing, gate })).not.toEqual([]);
  });

  it('to sign in is bound to the open standing gate', () => {
    const gate = aGate({ kind: 'standing' });
    const input = attemptInput({ todo: aTodo('enrol_stored_session'), gate });
    const { request, stored_session, plan } = prepareAttempt(input, wordpressCase);
    expect(request).toMatchObject({
      effect_class: 'credential_use',
      gate_binding: { gate_id: gate.gate_id, status: 'open' },
    });
    expect(stored_session).toEqual({ account: 'writer', origin: wordpressCase.site.origin });
    expect(plan.write_rules).toEqual([]);
    expect(judged(input, wordpressCase)).toEqual([]);
  });
});

describe('what an approval is about', () => {
  const { plan, subject } = prepareAttempt(publishing, newsroomCase);
  const digestWith = (patch: Partial<AttemptInput>, of = newsroomCase) => {
    const other = prepareAttempt({ ...publishing, ...patch }, of).subject;
    return other === null ? null : subjectDigest(other);
  };

  it('names record, revision, content, site, account, item, final action and permit', () => {
    expect(subject).toMatchObject({
      record_id: 'post-1',
      record_revision: 3,
      content_digest: aRecord('draft').content_digest,
      target: { account: 'writer', item: '12' },
      final_action: {
        role: 'button',
        name: 'Confirm publish',
        within: { role: 'region', name: 'Ready to publish?' },
      },
      permit_rules_digest: permitRulesDigest(plan),
      policy_version: policyVersion,
    });
  });

  it('does not change with what is no part of it', () => {
    const screenless = {
      ...profile,
      provider_primitives: { ...profile.provider_primitives, screenshots: 'unsupported' as const },
    };
    expect(digestWith({ profile: screenless })).toBe(subject === null ? '' : subjectDigest(subject));
  });

  const lines = [
    {
      patch: { record: aRecord('review_ready', { item_id: 13 }) },
      of: newsroomCase,
      because: 'it is another item',
    },
    {
      patch: { record: { ...aRecord('review_ready', { item_id: 12 }), revision: 4 } },
      of: newsroomCase,
      because: 'it is another revision',
    },
    {
      patch: {},
      of: { ...newsroomCase, site: { ...newsroomCase.site, account: 'editor' } },
      because: 'it is another account',
    },
    {
      patch: { policy_version: `sha256:${'0'.repeat(64)}` },
      of: newsroomCase,
      because: 'the rules are others',
    },
    {
      patch: {},
      of: {
        ...newsroomCase,
        recipe: {
          ...newsroomCase.recipe,
          publish: {
            ...newsroomCase.recipe.publish,
            final_action: { role: 'button' as const, name: 'Confirm publish' },
          },
        },
      },
      because: 'a button of that name elsewhere on the page would do',
    },
  ];
  it.each(lines)('is another thing when $because', ({ patch, of }) => {
    expect(digestWith(patch, of)).not.toBe(digestWith({}));
  });
});

describe('evidence', () => {
  const lines = [
    {
      primitives: { screenshots: 'host_owned', accessibility_tree: 'optional' },
      wanted: ['screenshot', 'accessibility_snapshot'],
    },
    {
      primitives: { screenshots: 'unsupported', accessibility_tree: 'supported' },
      wanted: ['accessibility_snapshot'],
    },
    { primitives: { screenshots: 'host_owned', accessibility_tree: 'unsupported' }, wanted: ['screenshot'] },
  ] as const;
  it.each(lines)('is what the provider can capture: $wanted', ({ primitives, wanted }) => {
    const provider_primitives = { ...profile.provider_primitives, ...primitives };
    const input = { ...publishing, profile: { ...profile, provider_primitives } };
    expect(prepareAttempt(input, newsroomCase).plan.evidence).toEqual(wanted);
  });
});

describe('an item that is not under way', () => {
  const drafting = 'draft_until_review_gate';
  const publishingUnit = 'publish_after_approved_gate';
  const states = [
    { unit: drafting, fits: ['captured', 'draft', 'review_ready'] },
    { unit: publishingUnit, fits: ['review_ready', 'approved'] },
    { unit: 'inspect_screen', fits: [...itemStates] },
  ] as const;
  const lines = states.flatMap(({ unit, fits }) =>
    itemStates.map((state) => ({ unit, state, fits: (fits as readonly string[]).includes(state) })),
  );
  it.each(lines)('$unit of one that is $state: possible $fits', ({ unit, state, fits }) => {
    const input = attemptInput({ todo: aTodo(unit), record: aRecord(state, { item_id: 12 }) });
    const code = (() => {
      try {
        prepareAttempt(input, newsroomCase);
        return null;
      } catch (fault) {
        return ContentOpsFault.isInstance(fault) ? fault.code : 'another fault';
      }
    })();
    expect(code).toBe(fits ? null : 'item_not_under_way');
  });
});

describe('an attempt that cannot be built', () => {
  const lines = [
    {
      input: attemptInput({ todo: aTodo('capture_replay_handle') }),
      of: newsroomCase,
      code: 'unit_not_offered',
    },
    { input: attemptInput({ todo: aTodo('inspect_screen') }), of: newsroomCase, code: 'item_unknown' },
    {
      input: attemptInput({ todo: aTodo('publish_after_approved_gate'), record: aRecord('review_ready') }),
      of: newsroomCase,
      code: 'item_unknown',
    },
    {
      input: attemptInput({ todo: aTodo('draft_until_review_gate') }),
      of: { ...newsroomCase, content: null },
      code: 'content_moved',
    },
    {
      input: attemptInput({ todo: aTodo('draft_until_review_gate'), record: null }),
      of: newsroomCase,
      code: 'content_moved',
    },
    {
      input: attemptInput({ todo: aTodo('draft_until_review_gate') }),
      of: { ...newsroomCase, content: { title: 'Q3' } },
      code: 'content_unfit',
    },
    { input: attemptInput({ todo: aTodo('enrol_stored_session') }), of: newsroomCase, code: 'recipe_unfit' },
  ] as const;
  it.each(lines)('says $code', ({ input, of, code }) => {
    try {
      prepareAttempt(input, of);
      expect.unreachable();
    } catch (fault) {
      expect(ContentOpsFault.isInstance(fault) && fault.code).toBe(code);
    }
  });
});
