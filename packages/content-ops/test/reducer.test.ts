import { type Annex, canonicalForm, judgeProposal, subjectDigest } from '@cux/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { prepareAttempt } from '../src/attempt/prepare-attempt.ts';
import type { PublishingUnit } from '../src/attempt/request-wording.ts';
import { describeAttention, type Ending, meanings, type PublishingCase } from '../src/index.ts';
import { followingId } from '../src/reducer/following-id.ts';
import {
  aGate,
  aRecord,
  aTodo,
  attemptInput,
  digest,
  newsroomCase,
  twoPastTwo,
  wordpressCase,
} from './support/publishing.ts';
import {
  attemptId,
  otherAttemptId,
  proposalFor,
  receiptReport,
  reducerInput,
  reportOf,
  storeSays,
} from './support/reports.ts';

const units = Object.keys(meanings) as PublishingUnit[];
const endings = Object.keys(meanings.inspect_screen) as Ending[];
const draft = 'draft_until_review_gate';
const publish = 'publish_after_approved_gate';

describe('a held draft', () => {
  const proposal = proposalFor(draft, reportOf('draft_held', draft, newsroomCase));

  it('asks the exact question, with the time of the draft', () => {
    expect(proposal.gate?.attention.question).toBe(
      'Publish “Q3 notes” to newsroom.example as drafted at 14:02 UTC?',
    );
  });

  it('is about exactly what the publish attempt will present', () => {
    const record = { ...aRecord('review_ready'), facts: proposal.record?.facts ?? {} };
    const { subject } = prepareAttempt(attemptInput({ todo: aTodo(publish), record }), newsroomCase);
    expect(proposal.gate).toMatchObject({ kind: 'item', todo_id: 'publish-q3', subject });
    expect(subject?.target).toEqual({ site: newsroomCase.site.origin, account: 'writer', item: '12' });
  });

  it('moves the item, keeps the site’s own id, and names the next unit', () => {
    expect(proposal.record).toMatchObject({
      expected_state: 'captured',
      expected_revision: 3,
      state: 'review_ready',
      facts: { item_id: 12, drafted_at: twoPastTwo, failures: 0 },
    });
    expect(proposal.todo).toMatchObject({ state: 'awaiting_gate', action_unit: publish });
  });

  const lines = [
    { found: { status: 'draft' }, as: 'store-differs', because: 'the store does not show the content' },
    { found: {}, as: 'draft-not-confirmed', because: 'the store did not say that it is a draft' },
    { found: { status: 'published' }, as: 'site-shows-no-draft', because: 'somebody has published it' },
  ];
  it.each(lines)('is not taken for one when $because', ({ found, as }) => {
    const report = receiptReport({
      stop: 'stopped_at_gate',
      draftPresent: true,
      extractions: { item_id: 12, ...found },
    });
    const refused = proposalFor(draft, report);
    expect(refused.because).toBe(as);
    expect(refused.gate).toBeNull();
  });

  it('is not asked about when the content has moved on meanwhile', () => {
    const moved: PublishingCase = { ...newsroomCase, content: null };
    const report = reportOf('draft_held', draft, newsroomCase);
    expect(proposalFor(draft, report).gate).not.toBeNull();
    expect(proposalFor(draft, report, {}, moved)).toMatchObject({ gate: null, todo: { state: 'open' } });
  });

  it('of an item that was given up meanwhile is left to a person', () => {
    const proposed = proposalFor(draft, reportOf('draft_held', draft, newsroomCase), {
      record: aRecord('skipped'),
    });
    expect(proposed).toMatchObject({ because: 'item-not-under-way', todo: { state: 'blocked' }, gate: null });
  });
});

describe('an approval that is not for one content alone', () => {
  const { publish: publication } = newsroomCase.recipe;
  const [rule] = publication.permit_rules;
  if (rule?.body.kind !== 'json') throw new Error('the newsroom publishes JSON');
  const { fields } = rule.body;
  type Body = typeof rule.body;

  /** What the question says of the write, of a recipe whose permit rule has this body. */
  function told(body: Partial<Body>): readonly string[] {
    const permit_rules = [
      { ...rule, body: { ...rule?.body, ...body } as Body },
    ] as typeof publication.permit_rules;
    const recipe = { ...newsroomCase.recipe, publish: { ...publication, permit_rules } };
    const report = reportOf('draft_held', draft, newsroomCase);
    const { gate } = proposalFor(draft, report, {}, { ...newsroomCase, recipe });
    if (gate === null) throw new Error('a held draft raises a gate');
    return describeAttention(gate.attention)
      .map(({ text }) => text)
      .filter((text) => text.startsWith('once approved'));
  }
  const exactly = 'publish this article with exactly the approved headline, body and section';

  it.each([
    { because: 'each field is fixed', body: {}, breadth: '' },
    {
      because: 'a field is open',
      body: { fields: [...fields, { field: '/slug', operator: 'present' as const }] },
      breadth: ' (broad: any value may leave in /slug)',
    },
    {
      because: 'further fields may come',
      body: { other_fields: 'allow' as const },
      breadth: ' (broad: any value may leave in any other field)',
    },
  ])('says so on the terminal where a person decides: $because', ({ body, breadth }) => {
    expect(told(body)).toEqual([`once approved, one time${breadth}: ${exactly}`]);
  });

  it('says so however much else there is to say', () => {
    const allowed_actions = Array.from({ length: 20 }, (_, index) => `open page ${index}`);
    const report = reportOf('draft_held', draft, newsroomCase);
    const request = { ...reducerInput(draft, report).request };
    const crowded = { ...request, write_scope: { ...request.write_scope, allowed_actions } };
    const { gate } = proposalFor(draft, report, { request: crowded });
    expect(gate?.attention.attempted).toHaveLength(20);
    expect(gate?.attention.attempted.at(-1)).toBe(`once approved, one time: ${exactly}`);
  });
});

describe('a publication', () => {
  it('that was pressed is read back before anybody calls it done', () => {
    const proposal = proposalFor(publish, reportOf('pressed', publish, newsroomCase));
    expect(proposal.following).toMatchObject([
      {
        todo_id: followingId('publish-q3', 'read-back', attemptId),
        action_unit: 'inspect_screen',
        state: 'open',
        reconciles_attempt_id: attemptId,
      },
    ]);
    expect(proposal.record?.state).toBe('published');
  });

  it('of unknown outcome moves no item and asks for the same read-back', () => {
    const unknown = proposalFor(publish, { kind: 'outcome_unknown', attempt_id: attemptId });
    const claimed = proposalFor(publish, receiptReport({ stop: 'failed', press: 'outcome_unknown' }));
    expect(unknown.record).toBeNull();
    expect(claimed.following).toEqual(unknown.following);
    expect(claimed.because).toBe('outcome-unknown');
  });

  it('that committed and says nothing of a press is of unknown outcome', () => {
    const gate = aGate({ status: 'closed', closed_for: 'consumed', consumed_by: attemptId });
    const report = receiptReport({ stop: 'failed', blocker: { code: 'target_lost', step: 5, label: null } });
    expect(proposalFor(publish, report, { gate })).toMatchObject({
      because: 'outcome-unknown',
      todo: { state: 'reconciling' },
    });
  });

  it('that sent nothing is asked about anew, and says so', () => {
    const proposal = proposalFor(publish, { kind: 'void', attempt_id: attemptId });
    expect(proposal.gate?.attention.question).toBe(
      'Nothing was sent. Publish “Q3 notes” to newsroom.example as drafted at 14:02 UTC?',
    );
  });

  it('that sent nothing is asked about with the evidence that was shown before', () => {
    const { gate: raised } = proposalFor(draft, reportOf('draft_held', draft, newsroomCase));
    if (raised?.kind !== 'item') throw new Error('a held draft raises the gate of an item');
    const { subject, attention } = raised;
    const spent = { status: 'closed', closed_for: 'consumed', attention } as const;
    const again = (patch: Partial<typeof subject>) =>
      proposalFor(
        publish,
        { kind: 'void', attempt_id: attemptId },
        { gate: aGate({ ...spent, subject: { ...subject, ...patch } }) },
      ).gate?.attention.evidence;
    expect(attention.evidence).not.toEqual([]);
    expect(again({})).toEqual(attention.evidence);
    expect(again({ content_digest: digest('b') })).toEqual([]);
  });

  it.each(['rejected', 'revoked'] as const)(
    'whose approval was %s is not asked about again',
    (closed_for) => {
      const gate = aGate({ status: 'closed', closed_for });
      expect(proposalFor(publish, reportOf('gate_stale', publish, newsroomCase), { gate })).toMatchObject({
        because: 'approval-withdrawn',
        todo: { state: 'blocked' },
        gate: null,
      });
    },
  );

  it('whose approval still stands is tried again, not asked about twice', () => {
    const { subject, request } = prepareAttempt(
      attemptInput({ todo: aTodo(publish), record: aRecord('review_ready', { item_id: 12 }) }),
      newsroomCase,
    );
    if (subject === null) throw new Error('a publication has a subject');
    const gate = aGate({ subject, subject_digest: subjectDigest(subject) });
    const proposal = proposalFor(publish, reportOf('draft_held', publish, newsroomCase), { gate, request });
    expect(proposal).toMatchObject({ todo: { state: 'open' }, gate: null });
  });

  it('whose draft no longer matches goes back to drafting, and never straight to a press', () => {
    const proposal = proposalFor(publish, reportOf('value_not_held', publish, newsroomCase));
    expect(proposal.todo).toMatchObject({ state: 'open', action_unit: draft });
    expect(proposal.record?.state).toBe('draft');
  });
});

describe('a read-back', () => {
  const inspect = 'inspect_screen';
  const reading = (extractions: Annex['extractions']) => receiptReport({ stop: 'completed', extractions });

  const lines = [
    {
      found: storeSays(newsroomCase, 'published'),
      before: 'published',
      as: 'read-back-verified',
      settles: { outcome: 'happened', todo_state: 'done' },
      item: 'readback_verified',
      because: 'the store holds what was approved',
    },
    {
      found: storeSays(newsroomCase, 'published'),
      before: 'review_ready',
      as: 'read-back-verified',
      settles: { outcome: 'happened', todo_state: 'done' },
      item: 'readback_verified',
      because: 'a crash after the press leaves the item behind; the store knows',
    },
    {
      found: storeSays(newsroomCase, 'draft'),
      before: 'published',
      as: 'read-back-not-arrived',
      settles: { outcome: 'not_happened', todo_state: 'awaiting_gate' },
      item: 'review_ready',
      because: 'the claim was wrong: a person is asked anew',
    },
    {
      found: storeSays(newsroomCase, 'draft'),
      before: 'review_ready',
      as: 'read-back-not-arrived',
      settles: { outcome: 'not_happened', todo_state: 'awaiting_gate' },
      item: 'review_ready',
      because: 'nothing arrived: a person is asked anew',
    },
    {
      found: storeSays(newsroomCase, 'published', { ...newsroomCase.content, title: 'Other notes' }),
      before: 'published',
      as: 'published-text-differs',
      settles: { outcome: 'happened', todo_state: 'blocked' },
      item: 'published',
      because: 'what is out is not what was approved',
    },
    {
      found: storeSays(newsroomCase, 'in-review'),
      before: 'published',
      as: 'site-has-its-own-step',
      settles: { outcome: 'happened', todo_state: 'blocked' },
      item: 'review_ready',
      because: 'the site keeps it back for a review of its own',
    },
  ];
  it.each(lines)('$as from $before, because $because', ({ found, before, as, settles, item }) => {
    const record = aRecord(before, { item_id: 12, drafted_at: twoPastTwo });
    const proposal = proposalFor(inspect, reading(found), { record });
    expect(proposal).toMatchObject({
      because: as,
      todo: { state: 'done' },
      record: { state: item },
      settles: { attempt_id: otherAttemptId, ...settles },
      evidence: [digest('e')],
    });
  });

  it('raises the successor gate for the todo that waits, and never says that nothing was sent', () => {
    const proposal = proposalFor(inspect, reading(storeSays(newsroomCase, 'draft')));
    expect(proposal.gate).toMatchObject({ kind: 'item', todo_id: 'publish-q3' });
    expect(proposal.gate?.attention.question).toBe(
      'The approved write may have left; it had not arrived at 14:02 UTC, when the site was read back. Publish “Q3 notes” to newsroom.example as drafted at 14:02 UTC?',
    );
  });

  it('whose item has changed since says the same to the person who cleans up', () => {
    const moved: PublishingCase = { ...newsroomCase, content: null };
    const proposal = proposalFor(inspect, reading(storeSays(newsroomCase, 'draft')), {}, moved);
    expect(proposal.settles).toMatchObject({ outcome: 'not_happened', todo_state: 'blocked' });
    expect(proposal.settles?.attention?.question).toMatch(
      /^The approved write may have left; it had not arrived/,
    );
  });

  it('that did not read the content does not call it verified', () => {
    const proposal = proposalFor(inspect, reading({ status: 'published' }));
    expect(proposal).toMatchObject({ because: 'content-not-read', todo: { state: 'open' }, settles: null });
  });

  it('without evidence completes nothing', () => {
    const report = receiptReport({
      stop: 'completed',
      extractions: storeSays(newsroomCase, 'published'),
      evidence: [],
    });
    expect(proposalFor(inspect, report)).toMatchObject({ todo: { state: 'open' }, settles: null });
  });

  it('of nothing is for a person', () => {
    const report = reading(storeSays(newsroomCase, 'published'));
    expect(proposalFor(inspect, report, { reconciles: null })).toMatchObject({
      because: 'nothing-to-read-back',
      todo: { state: 'blocked' },
    });
  });
});

describe('a sign-in', () => {
  const wall = reportOf('login', draft, wordpressCase);

  it('becomes a person’s todo behind a standing gate, and blocks what waits for it', () => {
    const proposal = proposalFor(draft, wall, {}, wordpressCase);
    const enrolId = followingId('publish-q3', 'sign-in', attemptId);
    expect(proposal).toMatchObject({
      because: 'signed-out',
      todo: { state: 'blocked', successor: enrolId },
      following: [{ todo_id: enrolId, action_unit: 'enrol_stored_session', state: 'awaiting_gate' }],
      gate: {
        kind: 'standing',
        todo_id: enrolId,
        subject: {
          principal_id: 'agent-1',
          account: 'writer',
          origin: wordpressCase.site.origin,
          window_ms: wordpressCase.rules.standing_window_ms,
        },
      },
      record: { facts: { sign_in_for: 'publish-q3' } },
    });
    expect(proposal.gate?.attention.question).toBe(
      'Let agent-1 use the account writer on newsroom.example for 30 days, after you have signed in there yourself?',
    );
  });

  it('that took unblocks what waited for it', () => {
    const proposal = proposalFor(
      'enrol_stored_session',
      receiptReport({ stop: 'completed' }),
      {},
      wordpressCase,
    );
    expect(proposal).toMatchObject({
      todo: { state: 'done' },
      unblocks: 'publish-q3',
      evidence: [digest('e')],
    });
    expect(proposal.record?.facts.sign_in_for, 'a later enrolment of the same todo unblocks it, too').toBe(
      'publish-q3',
    );
  });

  it('without evidence completes nothing', () => {
    const report = receiptReport({ stop: 'completed', evidence: [] });
    expect(proposalFor('enrol_stored_session', report, {}, wordpressCase)).toMatchObject({
      todo: { state: 'open' },
      unblocks: null,
    });
  });
});

describe('the retry budget', () => {
  const failure = reportOf('navigation_failed', draft, newsroomCase);

  it('lets as many failures in a row pass as the rules say, then asks a person and starts anew', () => {
    const states: [string, unknown][] = [];
    let facts: Record<string, string | number | boolean> = {};
    for (let attempt = 0; attempt < 4; attempt += 1) {
      const proposal = proposalFor(draft, failure, { record: aRecord('draft', facts) });
      facts = proposal.record?.facts ?? {};
      states.push([proposal.todo.state, facts.failures]);
    }
    expect(states).toEqual([
      ['open', 1],
      ['open', 2],
      ['blocked', 0],
      ['open', 1],
    ]);
  });

  it.each([draft, publish, 'inspect_screen'] as const)('is not touched by whoever stops a %s', (unit) => {
    const facts = { item_id: 12, failures: 2 };
    const proposal = proposalFor(unit, reportOf('cancelled', unit, newsroomCase), {
      record: aRecord('draft', facts),
    });
    expect(proposal.todo.state).toBe('open');
    expect(proposal.record?.facts.failures).toBe(2);
  });

  it('counts the todo’s own admissions where there is no item', () => {
    const input = { record: null, todo: aTodo('inspect_screen', { fence: 3, record_id: null }) };
    const report = reportOf('navigation_failed', 'inspect_screen', newsroomCase);
    expect(proposalFor('inspect_screen', report, input).todo.state).toBe('blocked');
  });
});

describe('what a person reads of a page', () => {
  it('is the page’s own word, screened and shown for what it is', () => {
    const report = receiptReport({
      stop: 'blocked_by_unknown_modal',
      blocker: { code: 'modal', step: 3, label: 'Accept\u202e password: hunter2hunter2' },
    });
    const question = proposalFor(draft, report).todo.attention?.question ?? '';
    expect(question).toContain('The page calls it “Accept');
    expect(question).not.toContain('hunter2');
    expect(question).not.toContain('\u202e');
  });

  it('names the control that was looked for, in the recipe’s words', () => {
    const report = receiptReport({
      stop: 'failed',
      blocker: { code: 'target_missing', step: 4, label: null },
    });
    expect(proposalFor(draft, report).todo.attention?.question).toContain(
      'Looked for the button “Save draft”.',
    );
  });

  it('tells how to take over, at the place where the item is', () => {
    const proposal = proposalFor(draft, reportOf('draft_held', draft, newsroomCase));
    expect(proposal.gate?.attention.takeover).toContain(
      `${newsroomCase.site.origin}/articles/12/edit as writer`,
    );
  });
});

describe('whatever is reported', () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 });
  const cases = fc.constantFrom(newsroomCase, wordpressCase);
  const states = fc.constantFrom('captured', 'draft', 'review_ready', 'approved', 'published', 'skipped');

  it('the proposal is one that the contract accepts, and never tries an unknown write again', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...units),
        fc.constantFrom(...endings),
        cases,
        states,
        text,
        fc.record({ failures: fc.nat(5), known: fc.boolean(), label: fc.option(text) }),
        (unit, ending, of, state, title, { failures, known, label }) => {
          const named: PublishingCase = { ...of, content: { ...of.content, title } };
          const report = reportOf(ending, unit, named);
          if (report.kind === 'receipt' && report.annex.blocker !== null) {
            Object.assign(report.annex.blocker, { label: label?.slice(0, 200) ?? null });
          }
          const facts = known ? { item_id: 12, drafted_at: twoPastTwo, failures } : { failures };
          const input = reducerInput(unit, report, { record: aRecord(state, facts, named) }, of);
          const proposal = proposalFor(unit, report, input, named);
          expect(judgeProposal(new TextEncoder().encode(canonicalForm(proposal)))).toMatchObject({
            findings: [],
          });
          if (ending === 'outcome_unknown' || ending === 'pressed') {
            expect(['reconciling', 'blocked']).toContain(proposal.todo.state);
            expect(proposal.gate).toBeNull();
          }
          if (proposal.todo.state === 'awaiting_gate')
            expect(proposal.gate?.todo_id).toBe(input.todo.todo_id);
          if (proposal.todo.state === 'done') expect(proposal.evidence.length).toBeGreaterThan(0);
        },
      ),
      { numRuns: 600 },
    );
  });
});

describe('a publication that a person makes by hand', () => {
  const byHand: PublishingCase = { ...newsroomCase, site: { ...newsroomCase.site, published_by: 'person' } };
  const look = 'inspect_screen';
  const asked = {
    reconciles: null,
    record: aRecord('review_ready', { item_id: 12, drafted_at: twoPastTwo }),
  };
  const seen = (status: string, content = newsroomCase.content ?? {}) =>
    proposalFor(
      look,
      receiptReport({ stop: 'completed', extractions: storeSays(byHand, status, content) }),
      asked,
      byHand,
    );

  it('is one gate of the same kind, about a look at the site and nothing that a provider could press', () => {
    const proposal = proposalFor(draft, reportOf('draft_held', draft, byHand), {}, byHand);
    expect(proposal.todo).toMatchObject({ state: 'awaiting_gate', action_unit: look });
    expect(proposal.gate).toMatchObject({ kind: 'item', subject: { action_unit: look } });
    expect(proposal.gate?.attention.question).toBe(
      'Publish “Q3 notes” to newsroom.example by hand, exactly as drafted at 14:02 UTC, and approve here once you have. Is it done?',
    );
    const machine = proposalFor(draft, reportOf('draft_held', draft, newsroomCase));
    const digests = [proposal, machine].map(
      ({ gate }) => gate?.kind === 'item' && subjectDigest(gate.subject),
    );
    expect(digests[0]).not.toBe(digests[1]);
  });

  it('is out when the site says so, with the approved text', () => {
    expect(seen('published')).toMatchObject({
      because: 'published-by-hand',
      todo: { state: 'done' },
      record: { state: 'readback_verified' },
      settles: null,
    });
  });

  it('is not believed where the site says otherwise', () => {
    expect(seen('draft')).toMatchObject({ because: 'not-published-by-hand', todo: { state: 'blocked' } });
  });

  it('of another text is for a person', () => {
    const other = { ...newsroomCase.content, body: 'Another text.' };
    expect(seen('published', other)).toMatchObject({
      because: 'published-text-differs',
      todo: { state: 'blocked' },
    });
  });
});
