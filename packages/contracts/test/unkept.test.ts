import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  actionBindingSchema,
  annexSchema,
  attentionItemSchema,
  observedInAnnex,
  observedInSubject,
  type Subject,
  subjectDigest,
  subjectSchema,
  unkeptAnnex,
  unkeptQuestion,
  unkeptSubject,
} from '../src/index.ts';
import { draftAnnex } from './support/honest.ts';

const canary = 'Cäñary 7f3a';
const keyed = (key: string) => (text: string) => createHmac('sha256', key).update(text).digest('base64url');
const digest = keyed('one');
const site = 'https://desk.example';

const action = actionBindingSchema.parse({
  session_id: 'session_01hzxkq7v3m8n4p2r6s9t0w1zz',
  computer_id: 'computer_01hzxkq7v3m8n4p2r6s9t0w1zz',
  screen_id: 'screen_01hzxkq7v3m8n4p2r6s9t0w1zz',
  generation: 3,
  target: 't1',
  intent: { kind: 'select_option', option: canary },
  element: { ref: 'e12', role: 'combobox', name: canary },
  draft_digest: `sha256:${'1'.repeat(64)}`,
  leaves: [
    {
      describes: 'send what was blocked before: POST with 1 fields',
      method: 'POST',
      origin: 'https://canary.example',
      path: `/${canary}`,
      fields: [canary],
      open_fields: [canary],
      broad: true,
    },
    {
      describes: 'publish the article',
      method: 'POST',
      origin: site,
      path: '/publish',
      fields: [],
      open_fields: [],
      broad: false,
    },
  ],
});

const subject: Subject = subjectSchema.parse({
  action_unit: 'publish_after_approved_gate',
  capability: 'site-tasks',
  target: { site, account: 'editor', item: 'canary-7' },
  record_id: 'task-1',
  record_revision: 1,
  content_digest: `sha256:${'2'.repeat(64)}`,
  final_action: {
    role: 'combobox',
    name: canary,
    within: { role: 'region', name: canary },
    frame: canary,
  },
  permit_rules_digest: `sha256:${'3'.repeat(64)}`,
  policy_version: 'policy-1',
  action,
});

const says = (value: unknown): boolean => /c.{0,3}ñary|canary/i.test(JSON.stringify(value));

describe('a subject that is not kept', () => {
  it('holds nothing that the page has said, and is a subject', () => {
    const held = unkeptSubject(subject, digest);
    expect(says(subject)).toBe(true);
    expect(says(held)).toBe(false);
    expect(subjectSchema.parse(held)).toEqual(held);
    expect(observedInSubject(held)).toEqual([]);
  });

  it('names where a page still speaks', () => {
    expect(observedInSubject(subject)).toEqual([
      '/target/item',
      '/final_action',
      '/action/intent/option',
      '/action/element/name',
      '/action/leaves/0',
      '/action/leaves/1',
    ]);
    const held = unkeptSubject(subject, digest);
    const [first] = held.action?.leaves ?? [];
    if (held.action === undefined || first === undefined) throw new Error('something leaves');
    const leaves = [{ ...first, open_fields: [canary] }];
    expect(observedInSubject({ ...held, action: { ...held.action, leaves } })).toEqual(['/action/leaves/0']);
    const half = { ...held, final_action: subject.final_action };
    expect(observedInSubject(half)).toEqual(['/final_action']);
  });

  it('is the same for the same action, and another for every other and under every other key', () => {
    const of = (changed: Partial<typeof action>, key = digest) =>
      subjectDigest(unkeptSubject({ ...subject, action: { ...action, ...changed } }, key));
    const [first, second] = action.leaves;
    if (first === undefined || second === undefined) throw new Error('two writes leave');
    const digests = [
      of({}),
      of({ element: { ...action.element, name: 'another' } }),
      of({ intent: { kind: 'select_option', option: 'another' } }),
      of({ leaves: [{ ...first, path: '/another' }, second] }),
      of({ leaves: [{ ...first, fields: ['another'] }, second] }),
      of({ leaves: [{ ...first, origin: 'https://another.example' }, second] }),
      of({}, keyed('two')),
    ];
    expect(of({})).toBe(digests[0]);
    expect(new Set(digests).size).toBe(digests.length);
  });

  it('is the subject itself where no page has said anything in it', () => {
    const { action: _, ...planned } = subject;
    expect(unkeptSubject(planned, digest)).toBe(planned);
    expect(observedInSubject(planned)).toEqual([]);
  });
});

describe('the question about it', () => {
  const question = unkeptQuestion(action, site, []);

  it('says what it may, and is a question', () => {
    expect(attentionItemSchema.parse(question)).toEqual(question);
    expect(says(question)).toBe(false);
    expect(question.attempted).toContain('these values and no others: publish the article (POST)');
  });

  it('is the same for the action and for what is kept of it', () => {
    const { action: kept } = unkeptSubject(subject, digest);
    expect(kept === undefined ? null : unkeptQuestion(kept, site, [])).toEqual(question);
  });
});

describe('an annex that is not kept', () => {
  const annex = annexSchema.parse({
    ...draftAnnex(),
    blocker: { code: 'modal', step: 1, label: canary },
    write_blocked: true,
    blocked_writes: [
      {
        method: 'POST',
        origin: 'https://canary.example',
        path: `/${canary}`,
        body_kind: 'form',
        shape: [`${canary}:string`],
        rule: 'guard.no-rule',
        count: 2,
      },
    ],
  });

  it('holds no label, and of a blocked write its method, kind, rule and number', () => {
    const kept = unkeptAnnex(annex);
    expect(says(annex)).toBe(true);
    expect(says(kept)).toBe(false);
    expect(annexSchema.parse(kept)).toEqual(kept);
    expect(kept.blocked_writes).toEqual([
      {
        method: 'POST',
        origin: '',
        path: '',
        body_kind: 'form',
        shape: [],
        rule: 'guard.no-rule',
        count: 2,
      },
    ]);
    expect(observedInAnnex(kept)).toEqual([]);
    expect(observedInAnnex(annex)).toEqual(['/blocker/label', '/blocked_writes/0']);
  });

  it('is as it was where the page has said nothing', () => {
    expect(unkeptAnnex(draftAnnex())).toEqual(draftAnnex());
  });
});
